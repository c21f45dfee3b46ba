import { z } from 'zod';
import type { ToolResult } from '../host.js';
import type { ToolContext } from './context.js';
import { mutate } from './mutation.js';
import { refusedResult } from './outcome.js';
import { declare, dryRunParam, parseParams, textParam } from './params.js';
import { PATCH_FORMATS, preparePatch } from './patch/prepare-patch.js';
import { dryRun } from './preview/dry-run.js';

const ApplyPatchParams = z.object({
  patch: textParam('The patch: "*** Begin Patch" to "*** End Patch", or a unified diff. No code fence around it.'),
  dry_run: dryRunParam,
});

export const applyPatchDeclaration = declare(
  'apply_patch',
  `Adds, updates, moves and deletes UTF-8 text files of the workspace: the whole patch is applied, or nothing is changed. \
${PATCH_FORMATS}
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
  const { patch, dry_run } = parsed.value;
  const perform = dry_run ? dryRun : mutate;
  return perform(context, signal, () => preparePatch(patch, context.workspaceRoot));
}
