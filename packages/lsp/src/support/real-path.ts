import { realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';

/** With all links resolved, as the system spells it; undefined where there is nothing. */
export function nativeRealPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/**
 * Whether `path` is `folder` or below it: `/work` does not include `/workshop`. Both are absolute.
 * A folder that does not exist contains nothing.
 */
export function isPathWithin(path: string, folder: string | undefined): boolean {
  if (folder === undefined) return false;
  const way = relative(folder, path);
  return !isAbsolute(way) && way.split(sep)[0] !== '..';
}
