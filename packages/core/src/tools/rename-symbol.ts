import { z } from 'zod';
import type { ToolResult } from '../host.js';
import { counted } from '../lsp/counted.js';
import { oneLine } from '../lsp/one-line.js';
import type { RefactorResult, RenameParams } from '../lsp/types.js';
import type { ToolContext } from './context.js';
import { mutate, type Mutation } from './mutation.js';
import { ok, refuse, refusedResult, type Outcome } from './outcome.js';
import { declare, dryRunParam, parseParams, pathParam } from './params.js';
import { dryRun } from './preview/dry-run.js';
import { prepareChanges } from './service-changes.js';
import { admitPath } from './workspace-path.js';

const RenameSymbolParams = z.object({
  file: pathParam('A file that declares or uses the symbol. Absolute or relative to the workspace root.'),
  symbol: z.string().min(1, 'must not be empty').describe('Its name now: total, or Cart.total where several have that name.'),
  new_name: z.string().min(1, 'must not be empty').describe('Its new name, without any qualifier.'),
  line: z.int().min(1).optional().describe('A line near the symbol, 1-based, where the file has several of that name.'),
  force: z.boolean().default(false).describe('Rename it even if that causes errors. A name that would mean something else is refused all the same.'),
  dry_run: dryRunParam,
});

export const renameSymbolDeclaration = declare(
  'lsp_rename_symbol',
  'Renames a function, class, method, variable or type in all files of the project, by the language server, as an editor ' +
    'does: not in comments, not in strings, not what only has the same name. It is tried first. It is refused, and nothing is ' +
    'written, if it would cause errors, if the new name would mean something else where it is used, or if the server does not see ' +
    'all uses. The result lists the changed files, and where the old name still stands. Use it instead of editing each use.',
  RenameSymbolParams,
);

type Renamed = Extract<RefactorResult, { readonly changes: unknown }>;

/** The tool `lsp_rename_symbol`. Never throws for anything that the parameters or the disk can contain. */
export async function renameSymbol(params: unknown, context: ToolContext, signal?: AbortSignal): Promise<ToolResult> {
  const parsed = parseParams('lsp_rename_symbol', RenameSymbolParams, params);
  if (!parsed.ok) return refusedResult(parsed.refusal);
  const { file, symbol, new_name: newName, line, force, dry_run: isDry } = parsed.value;
  const path = await admitPath(context.workspaceRoot, file);
  if (!path.ok) return refusedResult(path.refusal);
  const computed = await compute(context, { filePath: path.value.real, symbol, newName, ...(line !== undefined && { line }), ...(force && { force }) }, signal);
  if (!computed.ok) return refusedResult(computed.refusal);
  const perform = isDry ? dryRun : mutate;
  return await perform(context, signal, () => prepare(computed.value, { symbol, newName }, context.workspaceRoot));
}

/** Not in turn with other changes: those must not wait for a server. */
async function compute(context: ToolContext, params: RenameParams, signal: AbortSignal | undefined): Promise<Outcome<Renamed>> {
  const service = context.changeService?.();
  if (service === undefined) return refuse('service_unavailable', 'No language server runs, so nothing was renamed. Search the text for its uses, and edit them.');
  const result = await service.rename(params, signal);
  if (result === undefined) return refuse('service_unavailable', 'The language servers gave no answer, so nothing was renamed. Try again.');
  return 'refused' in result ? refuse('change_refused', `Not renamed: ${result.refused}.`.replace(/\.\.$/, '.')) : ok(result);
}

async function prepare({ changes: computed, mentions, moreMentions, untried }: Renamed, names: { readonly symbol: string; readonly newName: string }, workspaceRoot: string): Promise<Outcome<Mutation>> {
  const prepared = await prepareChanges(computed, workspaceRoot);
  if (!prepared.ok) return prepared;
  const { changes, files, summary, display } = prepared.value;
  const what = `${oneLine(names.symbol, MAX_NAME)} to ${oneLine(names.newName, MAX_NAME)} in ${counted(changes.length, 'file')}:`;
  const rest = [
    ...(untried === undefined ? [] : [`It could not be tried in all files before it was written (${oneLine(untried, MAX_LINE)}).`]),
    ...(mentions.length === 0 ? [] : [`The old name still stands in ${counted(mentions.length + moreMentions, 'line')}, in comments, texts, or files of no project:`]),
    ...mentions.map(({ file, line, character, text }) => `${oneLine(file, MAX_LINE)}:${line}:${character} ${oneLine(text, MAX_LINE)}`),
    ...(moreMentions > 0 ? [`... and ${moreMentions} more`] : []),
  ];
  return ok({ kind: 'patch', changes, files, success: [`Renamed ${what}`, ...summary, ...rest].join('\n'), intent: [`rename ${what}`, ...summary, ...rest].join('\n'), display });
}

/** UTF-16 code units. */
const MAX_NAME = 100;
const MAX_LINE = 200;
