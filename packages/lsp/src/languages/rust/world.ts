import { join } from 'node:path';
import type { WorldTraits } from '../../backend/world.ts';

/**
 * What Cargo writes where it cannot resolve what a manifest declares. An error in the form of a
 * manifest has a place, and is a finding.
 */
const UNRESOLVED =
  /^(?:error: )?((?:failed to (?:select a version|get|load|resolve|parse manifest|read|update|determine)|no matching package|package `[^`]*` depends on|cyclic package dependency|multiple (?:packages|workspace roots)|current package believes|feature `[^`]*` (?:includes|is not|was)|the package `|the lock file|cannot update the lock file|lock file|virtual manifests|can't find|couldn't find|invalid)\b.*)$/m;

/** Lines below it that say more than the first one. */
const DETAILS =
  /^[ \t]*(candidate versions found [^\n]*|versions that meet [^\n]*|package `[^\n]*` depends on [^\n]*)$/gm;
const MOST = 400;

/** Cargo compiles nothing of a project whose manifest it cannot resolve. */
export const rustWorld: WorldTraits = {
  holes: () => [],
  holeOfProject(output, root) {
    const found = UNRESOLVED.exec(output);
    const details = [...output.slice(found?.index ?? 0).matchAll(DETAILS)].map(([, line = '']) => line);
    const why = [found?.[1], ...new Set(details)].join('; ').slice(0, MOST);
    return found === null
      ? undefined
      : { file: join(root, 'Cargo.toml'), what: `cannot be resolved, nothing is compiled: ${why}` };
  },
};
