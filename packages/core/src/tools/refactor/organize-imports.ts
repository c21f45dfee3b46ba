import { z } from 'zod';
import type { ToolResult } from '../../host.js';
import type { ToolContext } from '../context.js';
import { refusedResult } from '../outcome.js';
import { declare, dryRunParam, parseParams, pathParam } from '../params.js';
import { admitPath } from '../workspace-path.js';
import { refactor } from './refactor.js';

const OrganizeImportsParams = z.object({
  file: pathParam('The file. Absolute or relative to the workspace root.'),
  force: z.boolean().default(false).describe('Do it even if that causes errors.'),
  dry_run: dryRunParam,
});

export const organizeImportsDeclaration = declare(
  'lsp_organize_imports',
  "Sorts a file's imports, by the language server, as an editor does. Most servers also remove the unused ones; Go's adds missing ones. " +
    'It is tried first, and refused if it would cause errors. The result is that of an edit.',
  OrganizeImportsParams,
);

/** The tool `lsp_organize_imports`. Never throws for anything that the parameters or the disk can contain. */
export async function organizeImports(params: unknown, context: ToolContext, signal?: AbortSignal): Promise<ToolResult> {
  const parsed = parseParams('lsp_organize_imports', OrganizeImportsParams, params);
  if (!parsed.ok) return refusedResult(parsed.refusal);
  const { file, force, dry_run: isDry } = parsed.value;
  const path = await admitPath(context.workspaceRoot, file);
  if (!path.ok) return refusedResult(path.refusal);
  const what = `the imports of ${path.value.shown}`;
  return await refactor(
    { kind: 'organize-imports', filePath: path.value.real, ...(force && { force }) },
    { done: () => `Organized ${what}`, intent: () => `organize ${what}`, refused: `Left ${what} as they are`, instead: 'Edit the file instead.', mentions: '' },
    { context, isDry, signal },
  );
}
