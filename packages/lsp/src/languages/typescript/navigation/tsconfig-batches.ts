import type { AdmittedPath } from '../../../support/paths.ts';

/** Files that may hold an answer, and the config file that is nearest to all of them. */
export type Neighbours = readonly [config: string | undefined, files: readonly AdmittedPath[]];

/**
 * Grouped by config file, in batches of `most` groups. Loaded projects come first, as loading
 * others may unload them. At least one batch, so that one request is sent.
 */
export function tsconfigBatches(
  files: readonly AdmittedPath[],
  configOf: (path: string) => string | undefined,
  isLoaded: (config: string) => boolean,
  most: number,
): (readonly Neighbours[])[] {
  const rank = ([config]: Neighbours): number => (config !== undefined && isLoaded(config) ? 0 : 1);
  const groups = [...Map.groupBy(files, configOf)].sort((a, b) => rank(a) - rank(b));
  return Array.from({ length: Math.max(1, Math.ceil(groups.length / most)) }, (_, index) =>
    groups.slice(index * most, (index + 1) * most),
  );
}
