/** Whose a folder is, and which of several names mean the same one. */
import { statSync, type Stats, type StatSyncFn } from 'node:fs';
import { dirname, relative } from 'node:path';

/**
 * False also for a folder that cannot be looked at: `su` keeps the variables of the user that
 * called it, and that user's folders are closed to the new one.
 */
export function isOurs(folder: string, look: StatSyncFn = statSync, forbidden = 0): boolean {
  try {
    // Every edit asks: an exception costs ten times the rest.
    const stats = look(folder, { throwIfNoEntry: false });
    return stats?.isDirectory() === true && isOwn(stats) && (stats.mode & forbidden) === 0;
  } catch {
    return false;
  }
}

/** Always true on Windows, where files have other owners. */
export function isOwn({ uid }: Stats): boolean {
  const own = process.getuid?.();
  return own === undefined || uid === own;
}

/**
 * Whether a folder is this user's, or would be made in one that is. Always true on Windows.
 *
 * @param path absolute; need not exist
 */
export function beginsInOurs(path: string): boolean {
  return process.getuid === undefined || isOurs(beginningOf(path));
}

/** What of a path is there, and can be looked at. */
function beginningOf(path: string): string {
  return isThere(path) || dirname(path) === path ? path : beginningOf(dirname(path));
}

function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Of several names of one file or folder, by links, mounts or other letters, the first.
 *
 * @param paths absolute; they need not exist
 */
export function distinct(paths: readonly string[]): string[] {
  const byPlace = new Map<string, string>();
  for (const path of paths) {
    const place = placeOf(path);
    if (!byPlace.has(place)) byPlace.set(place, path);
  }
  return [...byPlace.values()];
}

function placeOf(path: string): string {
  const beginning = beginningOf(path);
  try {
    const { dev, ino } = statSync(beginning, { bigint: true });
    return `${dev}:${ino}:${relative(beginning, path)}`;
  } catch {
    return path;
  }
}
