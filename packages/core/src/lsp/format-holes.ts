import { type Escaped, escaped, joined } from '../support/escaped.js';
import { counted } from '../support/counted.js';
import { nameInTags, proseInTags } from './in-tags.js';
import type { CheckReport, Hole } from './types.js';

/** How many manifests, and how many other holes, are named; the others are counted. */
const MOST = 3;

/**
 * What a model reads where packages of the project are not installed, a line for each manifest; ''
 * if all are:
 *
 * `Dependencies of pyproject.toml are not installed: 12 imports are unresolved. To install them: uv sync`
 */
export function describeUninstalled({ uninstalled = [] }: Pick<CheckReport, 'uninstalled'>): Escaped {
  const lines = uninstalled.map(({ manifest, imports, install }) => {
    const unresolved =
      imports === 0
        ? 'nothing is judged'
        : imports === 1
          ? '1 import is unresolved'
          : escaped`${imports} imports are unresolved`;
    const what = escaped`Dependencies of ${nameInTags(manifest)} are not installed: ${unresolved}`;
    return escaped`${what}. To install them: ${proseInTags(install)}`;
  });
  return listed(lines, 'more manifest');
}

/**
 * What a model reads where a server does not know all that it needs to judge a file, a line for
 * each hole; '' where there is none:
 *
 * `tsconfig.json extends "a/b.json", which is not there: 2 errors that follow from it are not listed.
 * To mend it: npm install`
 */
export function describeHoles(holes: readonly Hole[]): Escaped {
  const lines = holes.map(({ file, what, errors, command }) => {
    const hole = escaped`${nameInTags(file)} ${proseInTags(what)}`;
    const follows =
      errors === 0
        ? ''
        : errors === 1
          ? ': 1 error that follows from it is not listed'
          : escaped`: ${errors} errors that follow from it are not listed`;
    const mend = command === undefined ? '' : escaped`. To mend it: ${proseInTags(command)}`;
    return escaped`${hole}${follows}${mend}`;
  });
  return listed(lines, 'more hole');
}

function listed(lines: readonly Escaped[], more: string): Escaped {
  const left = lines.length - MOST;
  const rest = left > 0 ? [escaped`... and ${counted(left, more)}`] : [];
  return joined([...lines.slice(0, MOST), ...rest], '\n');
}
