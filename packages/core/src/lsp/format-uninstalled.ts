import { counted } from './counted.js';
import { escapeText } from './format-diagnostics.js';
import { oneLine } from './one-line.js';
import type { CheckReport } from './types.js';

/** How many manifests are named; the others are counted. */
const MAX_MANIFESTS = 3;

/**
 * What a model reads where packages of the project are not installed, a line for each manifest; ''
 * if all are:
 *
 * `Dependencies of pyproject.toml are not installed: 12 imports are unresolved. To install them: uv sync`
 */
export function describeUninstalled({ uninstalled = [] }: Pick<CheckReport, 'uninstalled'>): string {
  const shown = uninstalled.slice(0, MAX_MANIFESTS).map(({ manifest, imports, install }) => {
    const unresolved = imports === 0 ? 'nothing is judged' : imports === 1 ? '1 import is unresolved' : `${imports} imports are unresolved`;
    return `Dependencies of ${escapeText(oneLine(manifest))} are not installed: ${unresolved}. To install them: ${escapeText(oneLine(install))}`;
  });
  const left = uninstalled.length - shown.length;
  return [...shown, ...(left > 0 ? [`... and ${counted(left, 'more manifest')}`] : [])].join('\n');
}
