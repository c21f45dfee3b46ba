import { z } from 'zod';
import type { ToolResult } from '../host.js';
import type { ToolContext } from './context.js';
import { mutate, type Mutation } from './mutation.js';
import { refuse, refusedResult, type Outcome } from './outcome.js';
import { declare, parseParams, textParam } from './params.js';
import { parsePatch } from './patch/parse-patch.js';
import { Plan } from './patch/plan.js';
import { toMutation } from './patch/to-mutation.js';

const ApplyPatchParams = z.object({
  patch: textParam('The patch: "*** Begin Patch" to "*** End Patch", or a unified diff. No code fence around it.'),
});

export const applyPatchDeclaration = declare(
  'apply_patch',
  `Adds, updates, moves and deletes UTF-8 text files of the workspace: the whole patch is applied, or nothing is changed. \
Two formats.
1. *** Begin Patch
*** Add File: path
+every line of the new file
*** Update File: path
*** Move to: new path (optional)
@@ a line above the change, to say which place is meant (optional, repeatable)
 unchanged line
-removed line
+added line
*** Delete File: path
*** End Patch
A hunk applies to the first place below the hunk before it, and below its @@ lines, where its unchanged and removed \
lines stand; "*** End of File" after a hunk means the end of the file. Three unchanged lines before and after a change \
are usual.
2. A unified diff, git's renames, new and deleted files included. A hunk applies to the matching place nearest to its \
line number.
Paths are absolute or relative to the workspace root. Files keep their line endings. The result may end with errors \
that language servers find in the files: the patch was applied all the same.`,
  ApplyPatchParams,
);

/**
 * The tool `apply_patch`. Applies the whole patch or nothing. Never throws for anything that the
 * patch or the disk can contain.
 */
export async function applyPatch(params: unknown, context: ToolContext, signal?: AbortSignal): Promise<ToolResult> {
  const parsed = parseParams('apply_patch', ApplyPatchParams, params);
  if (!parsed.ok) return refusedResult(parsed.refusal);
  return mutate(context, signal, () => prepare(parsed.value.patch, context.workspaceRoot));
}

async function prepare(patch: string, workspaceRoot: string): Promise<Outcome<Mutation>> {
  const patches = parsePatch(patch);
  if (!patches.ok) return patches;
  const plan = new Plan(workspaceRoot);
  for (const part of patches.value) {
    const applied = await plan.apply(part);
    if (!applied.ok) return applied;
  }
  const mutation = await toMutation(plan.entries);
  if (mutation.ok && mutation.value.changes.length === 0) {
    return refuse('patch_no_change', 'The parts of the patch cancel each other out; there is nothing to change.');
  }
  return mutation;
}
