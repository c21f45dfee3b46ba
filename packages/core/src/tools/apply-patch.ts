import { z } from 'zod';
import { mutate } from './mutation.js';
import { declare, dryRunParam, textParam, toolCall } from './params.js';
import { PATCH_FORMATS, preparePatch } from './patch/prepare-patch.js';
import { dryRun } from './preview/dry-run.js';

const ApplyPatchParams = z.object({
  patch: textParam(
    'The patch: "*** Begin Patch" to "*** End Patch", or a unified diff. No code fence around it.',
  ),
  dry_run: dryRunParam,
});

export const applyPatchDeclaration = declare(
  'apply_patch',
  'Adds, updates, moves and deletes UTF-8 text files of the workspace: the whole patch is applied, or ' +
    `nothing is changed. ${PATCH_FORMATS}\n` +
    'Paths are absolute or relative to the workspace root. Files keep their line endings. The result may ' +
    'end with errors that language servers find in the files: the patch was applied all the same.',
  ApplyPatchParams,
);

/** The tool `apply_patch`. Applies the whole patch or nothing. */
export const applyPatch = toolCall(
  'apply_patch',
  ApplyPatchParams,
  ({ patch, dry_run: isDry }, context, signal) => {
    const perform = isDry ? dryRun : mutate;
    return perform(context, signal, () => preparePatch(patch, context.workspaceRoot));
  },
);
