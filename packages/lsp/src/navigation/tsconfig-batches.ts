import type { AdmittedPath } from '../paths.ts';

/** Files that an answer may lie in, and the settings file that is nearest to all of them. */
export type Neighbours = readonly [config: string | undefined, files: readonly AdmittedPath[]];

/**
 * By settings file, in portions of `most`: those first that are loaded already, as loading others may unload them. At least one portion, so that
 * something is asked.
 */
export function tsconfigBatches(files: readonly AdmittedPath[], configOf: (path: string) => string | undefined, isLoaded: (config: string) => boolean, most: number): (readonly Neighbours[])[] {
  const rank = ([config]: Neighbours): number => (config !== undefined && isLoaded(config) ? 0 : 1);
  const groups = [...Map.groupBy(files, configOf)].sort((a, b) => rank(a) - rank(b));
  return Array.from({ length: Math.max(1, Math.ceil(groups.length / most)) }, (_, index) => groups.slice(index * most, (index + 1) * most));
}
