import { utimesSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Launch } from '../registry/definition.ts';

/** Below the target folder, with and without the name of a platform: when each crate was compiled, and each build script run. */
const NOTES = ['.fingerprint/*/dep-*', 'build/*/output'].flatMap((notes) => [`*/${notes}`, `*/*/${notes}`]);

const NEVER = new Date(0);

/**
 * Has the next run look at every source of the workspace again.
 *
 * Quirk(cargo): a source is taken for unchanged unless it was modified after the crate was compiled, so that one that is put in its place and is
 * older (`mv lib.rs.bak lib.rs`) goes unnoticed. When that was is written nowhere but in the times of its notes.
 */
export function invalidateBuildCache({ root, env = {} }: Launch): void {
  const { CARGO_TARGET_DIR = 'target' } = env;
  const cwd = resolve(root, CARGO_TARGET_DIR);
  for (const pattern of NOTES) {
    try {
      for (const note of new Bun.Glob(pattern).scanSync({ cwd, dot: true, absolute: true })) utimesSync(note, NEVER, NEVER);
    } catch {
      // Nothing was compiled yet, or somebody clears the folder: then there is nothing to be mistaken about.
    }
  }
}
