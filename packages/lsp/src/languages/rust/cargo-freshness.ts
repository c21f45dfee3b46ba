import type { RunIn } from '../../backend/checker/definition.ts';
import { utimesSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Files below the target folder, with and without a platform name in the path. Their times record
 * when each crate was compiled and each build script ran.
 */
const NOTES = ['.fingerprint/*/dep-*', 'build/*/output'].flatMap((notes) => [`*/${notes}`, `*/*/${notes}`]);

const NEVER = new Date(0);

/**
 * Makes the next run check every source of the workspace again.
 *
 * Quirk(cargo): a source counts as unchanged unless it was modified after the crate was compiled.
 * An older file that replaces a source (`mv lib.rs.bak lib.rs`) goes unnoticed. Cargo records the
 * compile time only in the modification times of these files.
 */
export function invalidateBuildCache(launch: RunIn): void {
  const cwd = targetFolderOf(launch);
  for (const pattern of NOTES) {
    try {
      for (const note of new Bun.Glob(pattern).scanSync({ cwd, dot: true, absolute: true }))
        utimesSync(note, NEVER, NEVER);
    } catch {
      // Nothing was compiled yet, or another program deletes the folder. Then no cache can be
      // stale.
    }
  }
}

/** Absolute. */
export function targetFolderOf({ root, env = {} }: Pick<RunIn, 'root' | 'env'>): string {
  const { CARGO_TARGET_DIR = 'target' } = env;
  return resolve(root, CARGO_TARGET_DIR);
}
