import { z } from 'zod';
import { nameInTags } from '../../lsp/in-tags.js';
import { type Escaped, escaped } from '../../support/escaped.js';
import type { SymbolChangeParams } from '../../lsp/types.js';
import { refusedResult } from '../outcome.js';
import { declare, dryRunParam, pathParam, textParam, toolCall, type ToolCall } from '../params.js';
import { admitPath } from '../workspace-path.js';
import { MAX_NAME, refactor, type Wording } from './refactor.js';

const named = {
  file: pathParam('The file that defines the symbol. Absolute or relative to the workspace root.'),
  symbol: z
    .string()
    .min(1, 'must not be empty')
    .describe('Its name: total, or Cart.total where several have that name.'),
  line: z
    .int()
    .min(1)
    .optional()
    .describe('A line near the symbol, 1-based, where the file has several of that name.'),
};
const force = z.boolean().default(false).describe('Do it even if that causes errors.');
const definition = textParam(
  'A whole definition, as it would stand in the file, or without its indentation: it is indented as ' +
    'the lines around it.',
);

const ReplaceParams = z.object({
  ...named,
  text: definition.min(1, 'must not be empty'),
  force,
  dry_run: dryRunParam,
});
const InsertParams = z.object({
  ...named,
  where: z.enum(['before', 'after']).describe('On which side of the symbol.'),
  text: definition.min(1, 'must not be empty'),
  force,
  dry_run: dryRunParam,
});
const DeleteParams = z.object({
  ...named,
  force: z.boolean().default(false).describe('Delete it although it is used. That may cause errors.'),
  dry_run: dryRunParam,
});

export const replaceSymbolDeclaration = declare(
  'lsp_replace_symbol',
  'Replaces the whole definition of a function, class, method, variable, type or member, by its name: ' +
    'no old text has to be ' +
    'quoted. Its decorators and attributes are replaced, too. The comment above it stays, unless ' +
    '`text` begins with one. The new ' +
    'file is tried first: nothing is written if it would cause errors, if `text` defines another name ' +
    '(use lsp_rename_symbol ' +
    'for that), or if anything else in the file would become something else.',
  ReplaceParams,
);

export const insertSymbolDeclaration = declare(
  'lsp_insert_symbol',
  'Inserts a definition before or after a function, class, method, variable, type or member, which is ' +
    'given by its name. ' +
    'Indentation, blank lines and commas follow the place. The new file is tried first: nothing is ' +
    'written if it would cause ' +
    'errors, or if anything else in the file would become something else.',
  InsertParams,
);

export const deleteSymbolDeclaration = declare(
  'lsp_delete_symbol',
  'Deletes the definition of a function, class, method, variable, type or member, with its comment and ' +
    'decorators. It is ' +
    'refused, and nothing is written, while anything uses it: the uses are listed, overrides and ' +
    'places that only have the name ' +
    'included. `force` deletes it although it is used.',
  DeleteParams,
);

type Change =
  | { readonly kind: 'replace'; readonly text: string }
  | { readonly kind: 'insert'; readonly where: 'before' | 'after'; readonly text: string }
  | { readonly kind: 'delete' };

interface SymbolCall {
  readonly file: string;
  readonly symbol: string;
  readonly line?: number | undefined;
  readonly force: boolean;
  readonly dry_run: boolean;
}

/** What one of these tools does, and how results tell of it. */
interface Act {
  readonly change: Change;
  readonly done: Escaped;
  readonly intent: Escaped;
  readonly refused: Escaped;
}

function symbolTool<T extends SymbolCall>(
  name: string,
  schema: z.ZodType<T>,
  actOf: (params: T) => Act,
): ToolCall {
  return toolCall(name, schema, async (call, context, signal) => {
    const { file, symbol, line, force: isForced, dry_run: isDry } = call;
    const path = await admitPath(context.workspaceRoot, file);
    if (!path.ok) return refusedResult(path.refusal);
    const { change, ...words } = actOf(call);
    const params: SymbolChangeParams = {
      ...change,
      filePath: path.value.real,
      symbol,
      ...(line !== undefined && { line }),
      ...(isForced && { force: true }),
    };
    return await refactor({ params, wording: wordingOf(symbol, words) }, { context, isDry, signal });
  });
}

/** The tool `lsp_replace_symbol`. */
export const replaceSymbol = symbolTool('lsp_replace_symbol', ReplaceParams, ({ text }) => ({
  change: { kind: 'replace', text },
  done: escaped`Replaced`,
  intent: escaped`replace`,
  refused: escaped`Not replaced`,
}));

/** The tool `lsp_insert_symbol`. */
export const insertSymbol = symbolTool('lsp_insert_symbol', InsertParams, ({ text, where }) => ({
  change: { kind: 'insert', where, text },
  done: escaped`Inserted ${where}`,
  intent: escaped`insert ${where}`,
  refused: escaped`Not inserted`,
}));

/** The tool `lsp_delete_symbol`. */
export const deleteSymbol = symbolTool('lsp_delete_symbol', DeleteParams, () => ({
  change: { kind: 'delete' },
  done: escaped`Deleted`,
  intent: escaped`delete`,
  refused: escaped`Not deleted`,
}));

function wordingOf(symbol: string, { done, intent, refused }: Omit<Act, 'change'>): Wording {
  const name = nameInTags(symbol, MAX_NAME);
  return {
    done: (files) => escaped`${done} ${name} in ${files}`,
    intent: (files) => escaped`${intent} ${name} in ${files}`,
    refused,
    instead: escaped`Edit the text.`,
    mentions: escaped`The name still stands`,
  };
}
