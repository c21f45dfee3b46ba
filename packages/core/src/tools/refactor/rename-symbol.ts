import { z } from 'zod';
import { nameInTags } from '../../lsp/in-tags.js';
import { escaped } from '../../support/escaped.js';
import type { RenameParams } from '../../lsp/types.js';
import { refusedResult } from '../outcome.js';
import { declare, dryRunParam, pathParam, toolCall } from '../params.js';
import { admitPath } from '../workspace-path.js';
import { MAX_NAME, refactor, type Refactoring } from './refactor.js';

const RenameSymbolParams = z.object({
  file: pathParam('A file that declares or uses the symbol. Absolute or relative to the workspace root.'),
  symbol: z
    .string()
    .min(1, 'must not be empty')
    .describe('Its name now: total, or Cart.total where several have that name.'),
  new_name: z.string().min(1, 'must not be empty').describe('Its new name, without any qualifier.'),
  line: z
    .int()
    .min(1)
    .optional()
    .describe('A line near the symbol, 1-based, where the file has several of that name.'),
  force: z
    .boolean()
    .default(false)
    .describe(
      'Rename it even if that causes errors. A name that would mean something else is refused all the same.',
    ),
  dry_run: dryRunParam,
});

export const renameSymbolDeclaration = declare(
  'lsp_rename_symbol',
  'Renames a function, class, method, variable or type in all files of the project, by the language ' +
    'server, as an editor ' +
    'does: not in comments, not in strings, not what only has the same name. It is tried first. It is ' +
    'refused, and nothing is ' +
    'written, if it would cause errors, if the new name would mean something else where it is used, or ' +
    'if the server does not see ' +
    'all uses. The result lists the changed files, and where the old name still stands. Use it instead ' +
    'of editing each use.',
  RenameSymbolParams,
);

/** The tool `lsp_rename_symbol`. */
export const renameSymbol = toolCall(
  'lsp_rename_symbol',
  RenameSymbolParams,
  async (params, context, signal) => {
    const { file, symbol, new_name: newName, line, force, dry_run: isDry } = params;
    const path = await admitPath(context.workspaceRoot, file);
    if (!path.ok) return refusedResult(path.refusal);
    return await refactor(
      renaming({
        filePath: path.value.real,
        symbol,
        newName,
        ...(line !== undefined && { line }),
        ...(force && { force }),
      }),
      { context, isDry, signal },
    );
  },
);

/** @param rename its `symbol` as it was asked for, such as `Cart.total` */
export function renaming(rename: Omit<RenameParams, 'kind'>): Refactoring {
  const what = escaped`${nameInTags(rename.symbol, MAX_NAME)} to ${nameInTags(rename.newName, MAX_NAME)}`;
  return {
    params: { kind: 'rename', ...rename },
    wording: {
      done: (files) => escaped`Renamed ${what} in ${files}`,
      intent: (files) => escaped`rename ${what} in ${files}`,
      refused: escaped`Not renamed`,
      instead: escaped`Search the text for its uses, and edit them.`,
      mentions: escaped`The old name still stands`,
    },
  };
}
