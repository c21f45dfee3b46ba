import { z } from 'zod';
import { escaped } from '../../support/escaped.js';
import { refusedResult } from '../outcome.js';
import { declare, dryRunParam, pathParam, toolCall } from '../params.js';
import { admitPath } from '../workspace-path.js';
import { refactor } from './refactor.js';

const OrganizeImportsParams = z.object({
  file: pathParam('The file whose imports are organized. Absolute or relative to the workspace root.'),
  dry_run: dryRunParam,
});

export const organizeImportsDeclaration = declare(
  'lsp_organize_imports',
  'Sorts the imports of one file and removes those that it does not use, as its language server does: ' +
    'TypeScript, ' +
    'JavaScript, Go (also adds missing ones), Python where ruff is installed (sorts only). It is tried ' +
    'first, and ' +
    'refused, with nothing written, if it would cause errors.',
  OrganizeImportsParams,
);

/** The tool `lsp_organize_imports`. */
export const organizeImports = toolCall(
  'lsp_organize_imports',
  OrganizeImportsParams,
  async ({ file, dry_run: isDry }, context, signal) => {
    const path = await admitPath(context.workspaceRoot, file);
    if (!path.ok) return refusedResult(path.refusal);
    const { real, shown } = path.value;
    return await refactor(
      {
        params: { kind: 'organize-imports', filePath: real },
        wording: {
          done: (files) => escaped`Organized the imports of ${shown} in ${files}`,
          intent: (files) => escaped`organize the imports of ${shown} in ${files}`,
          refused: escaped`Not organized`,
          instead: escaped`Edit the imports.`,
          nothing: escaped`The imports of ${shown} are organized already. Nothing was changed.`,
        },
      },
      { context, isDry, signal },
    );
  },
);
