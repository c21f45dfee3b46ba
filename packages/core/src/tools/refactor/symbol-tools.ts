import { z } from 'zod';
import type { ToolResult } from '../../host.js';
import { oneLine } from '../../lsp/one-line.js';
import type { NamedSymbol, RefactorParams } from '../../lsp/types.js';
import type { ToolContext } from '../context.js';
import { refusedResult } from '../outcome.js';
import { declare, dryRunParam, parseParams, pathParam, type ToolDeclaration } from '../params.js';
import { admitPath } from '../workspace-path.js';
import { MAX_NAME, refactor, type Wording } from './refactor.js';

const symbolParams = {
  file: pathParam('The file that defines the symbol. Absolute or relative to the workspace root.'),
  symbol: z.string().min(1, 'must not be empty').describe('Its name: total, or Cart.total where several have that name.'),
  line: z.int().min(1).optional().describe('A line near the symbol, 1-based, where the file has several of that name.'),
  dry_run: dryRunParam,
};
const force = z.boolean().default(false).describe('Do it even if that causes errors.');
const text = z.string().min(1, 'must not be empty');

const REPLACE = z.object({
  ...symbolParams,
  text: text.describe('The whole new definition, with its signature and its decorators or attributes. Indented by itself, or not at all. The comments above it stay, unless the text begins with a comment.'),
  force,
});
const INSERT = z.object({
  ...symbolParams,
  where: z.enum(['before', 'after']).describe('Before or after the definition of the symbol, its comments included.'),
  text: text.describe('One definition or several, with their comments. Indented by themselves, or not at all: they get the indentation of the symbol.'),
  force,
});
const DELETE = z.object({ ...symbolParams, force: z.boolean().default(false).describe('Delete it even if it is used, or if that causes errors.') });

const TRIED = 'It is tried first, and refused if it would cause errors or change another definition. The result is that of an edit.';

export const replaceSymbolDeclaration = declare(
  'lsp_replace_symbol',
  `Replaces the whole definition of a function, class, method, variable or type: its lines need not be quoted, as for an edit. ${TRIED}`,
  REPLACE,
);
export const insertSymbolDeclaration = declare('lsp_insert_symbol', `Puts a new definition before or after that of a function, class, method, variable or type. ${TRIED}`, INSERT);
export const deleteSymbolDeclaration = declare(
  'lsp_delete_symbol',
  `Deletes the definition of a function, class, method, variable or type, with its comments and decorators. It is refused, with the list, while anything uses it. ${TRIED}`,
  DELETE,
);

/** The tool `lsp_replace_symbol`. Never throws for anything that the parameters or the disk can contain. */
export const replaceSymbol = toolOf(replaceSymbolDeclaration, REPLACE, ({ text: given }) => ({ kind: 'replace', text: given }), { done: 'Replaced', intent: 'replace', instead: 'Edit the file instead.' });

/** The tool `lsp_insert_symbol`. Never throws for anything that the parameters or the disk can contain. */
export const insertSymbol = toolOf(insertSymbolDeclaration, INSERT, ({ where, text: given }) => ({ kind: 'insert', where, text: given }), {
  done: 'Inserted beside',
  intent: 'insert beside',
  instead: 'Edit the file instead.',
});

/** The tool `lsp_delete_symbol`. Never throws for anything that the parameters or the disk can contain. */
export const deleteSymbol = toolOf(deleteSymbolDeclaration, DELETE, () => ({ kind: 'delete' }), { done: 'Deleted', intent: 'delete', instead: 'Search the text for its uses, and edit the file.' });

type Kind = Extract<RefactorParams, { kind: 'replace' | 'insert' | 'delete' }>;
type Change = Kind extends infer K ? (K extends Kind ? Omit<K, keyof NamedSymbol | 'force'> : never) : never;

interface Words {
  readonly done: string;
  readonly intent: string;
  readonly instead: string;
}

function toolOf<P extends { file: string; symbol: string; line?: number | undefined; force: boolean; dry_run: boolean }>(
  { name }: ToolDeclaration,
  schema: z.ZodType<P>,
  toChange: (params: P) => Change,
  { done, intent, instead }: Words,
) {
  return async (params: unknown, context: ToolContext, signal?: AbortSignal): Promise<ToolResult> => {
    const parsed = parseParams(name, schema, params);
    if (!parsed.ok) return refusedResult(parsed.refusal);
    const { file, symbol, line, force: isForced, dry_run: isDry } = parsed.value;
    const path = await admitPath(context.workspaceRoot, file);
    if (!path.ok) return refusedResult(path.refusal);
    const what = oneLine(symbol, MAX_NAME);
    const wording: Wording = {
      done: () => `${done} ${what}`,
      intent: () => `${intent} ${what}`,
      refused: `${what} was not changed`,
      instead,
      mentions: 'Its name still stands',
    };
    const named = { filePath: path.value.real, symbol, ...(line !== undefined && { line }), ...(isForced && { force: isForced }) };
    return await refactor({ ...toChange(parsed.value), ...named }, wording, { context, isDry, signal });
  };
}
