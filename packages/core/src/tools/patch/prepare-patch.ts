import { escaped } from '../../support/escaped.js';
import type { Mutation } from '../mutation.js';
import { ok, refuse, type Outcome } from '../outcome.js';
import { parsePatch } from './parse-patch.js';
import { Plan } from './plan.js';
import { toMutation } from './to-mutation.js';

const BEGIN_PATCH = `*** Begin Patch
*** Add File: path
+every line of the new file
*** Update File: path
*** Move to: new path (optional)
@@ a line above the change, to say which place is meant (optional, repeatable)
 unchanged line
-removed line
+added line
*** Delete File: path
*** End Patch`;

/** For models. */
export const PATCH_FORMATS =
  `Two formats.\n1. ${BEGIN_PATCH}\n` +
  'A hunk applies to the first place below the hunk before it, and below its @@ lines, where its ' +
  'unchanged and removed lines stand; "*** End of File" after a hunk means the end of the file. Three ' +
  'unchanged lines before and after a change are usual.\n' +
  "2. A unified diff, git's renames, new and deleted files included. A hunk applies to the matching " +
  'place nearest to its line number.';

export interface PatchMutation extends Mutation {
  /** Numbers of lines, in all files. */
  readonly added: number;
  readonly removed: number;
}

/** Applies a patch in memory. Nothing is written. */
export async function preparePatch(patch: string, workspaceRoot: string): Promise<Outcome<PatchMutation>> {
  const patches = parsePatch(patch);
  if (!patches.ok) return patches;
  const plan = new Plan(workspaceRoot);
  for (const part of patches.value) {
    const applied = await plan.apply(part);
    if (!applied.ok) return applied;
  }
  const mutation = await toMutation(plan.entries);
  if (!mutation.ok) return mutation;
  if (mutation.value.changes.length === 0)
    return refuse(
      'patch_no_change',
      escaped`The parts of the patch cancel each other out; there is nothing to change.`,
    );
  const sum = (of: 'added' | 'removed'): number =>
    plan.entries.reduce((total, entry) => total + entry[of], 0);
  return ok({ ...mutation.value, added: sum('added'), removed: sum('removed') });
}
