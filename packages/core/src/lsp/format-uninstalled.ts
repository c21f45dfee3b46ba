import { type Escaped, escaped, joined } from '../support/escaped.js';
import { counted } from '../support/counted.js';
import { nameInTags, proseInTags } from './in-tags.js';
import type { CheckReport } from './types.js';

/** How many manifests are named; the others are counted. */
const MAX_MANIFESTS = 3;

/**
 * What a model reads where packages of the project are not installed, a line for each manifest; ''
 * if all are:
 *
 * `Dependencies of pyproject.toml are not installed: 12 imports are unresolved. To install them: uv sync`
 */
export function describeUninstalled({ uninstalled = [] }: Pick<CheckReport, 'uninstalled'>): Escaped {
  const shown = uninstalled.slice(0, MAX_MANIFESTS).map(({ manifest, imports, install }) => {
    const unresolved =
      imports === 0
        ? 'nothing is judged'
        : imports === 1
          ? '1 import is unresolved'
          : escaped`${imports} imports are unresolved`;
    const what = escaped`Dependencies of ${nameInTags(manifest)} are not installed: ${unresolved}`;
    return escaped`${what}. To install them: ${proseInTags(install)}`;
  });
  const left = uninstalled.length - shown.length;
  return joined([...shown, ...(left > 0 ? [escaped`... and ${counted(left, 'more manifest')}`] : [])], '\n');
}
