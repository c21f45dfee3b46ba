import { deleteSymbol, insertSymbol, replaceSymbol } from '@vybestack/llxprt-lsp-core';
import { Random } from '../../../../scripts/lib/random.js';
import { table } from '../frame/page.js';
import { attemptText, backCounts, columns } from './stage.js';
import type { Attempt, OfProject, RefactoringStage, WayBack } from './stage.js';
import { planRenames, type Renaming } from './symbols-of.js';

/**
 * A copy of a definition under a name that nothing uses is inserted, and deleted; the definition
 * gets itself with another comment as its text.
 */
export interface SymbolCase extends Renaming {
  readonly inserted: Attempt;
  /** The deletion of what was inserted. */
  readonly deleted?: WayBack;
  readonly replaced: Attempt;
}

/** Inserts, deletes and replaces definitions one by one, with the compiler in between. */
export async function judgeSymbols(
  stage: RefactoringStage,
  { symbols, seed }: { readonly symbols: number; readonly seed: number },
  tell: (line: string) => void,
): Promise<SymbolCase[]> {
  const cases: SymbolCase[] = [];
  for (const planned of planRenames(stage.sources, stage.subject.names, new Random(seed), Infinity)) {
    if (cases.length === symbols) break;
    const own = await ownText(stage, planned);
    if (own === undefined) continue;
    const judged = await judgeSymbol(stage, planned, own);
    cases.push(judged);
    tell(
      `insert a copy of ${planned.symbol} in ${planned.file}: ` +
        `${attemptText(judged.inserted, judged.deleted)}; replaced: ${attemptText(judged.replaced)}`,
    );
  }
  return cases;
}

async function judgeSymbol(stage: RefactoringStage, planned: Renaming, own: string): Promise<SymbolCase> {
  const { file, symbol, line, newName } = planned;
  const { context } = stage;
  const before = stage.texts();
  const copy = own.replaceAll(new RegExp(`\\b${symbol}\\b`, 'g'), newName);
  const inserted = await stage.attempt(
    before,
    () => insertSymbol({ file, symbol, line, where: 'after', text: copy }, context),
    (finding) => finding,
  );
  const deleted =
    inserted.refused === undefined
      ? await stage.back(before, () => deleteSymbol({ file, symbol: newName }, context))
      : undefined;
  stage.restore(before);
  const mark = file.endsWith('.py') ? '# replaced' : '// replaced';
  const replaced = await stage.attempt(
    before,
    () => replaceSymbol({ file, symbol, line, text: `${mark}\n${own}` }, context),
    (finding) => finding,
  );
  const now = stage.texts().get(file) ?? '';
  stage.restore(before);
  const isRest =
    replaced.refused !== undefined ||
    now.replace(new RegExp(`^[ \\t]*${mark}\\r?\\n`, 'm'), '') === before.get(file);
  return {
    ...planned,
    inserted,
    ...(deleted && { deleted }),
    replaced: isRest ? replaced : { wrong: 'the rest of the file is not what it was', ...replaced },
  };
}

/**
 * The text of a definition without indentation: what a deletion would take away. `undefined`: it
 * stands with others.
 */
async function ownText(
  { context }: RefactoringStage,
  { file, symbol, line }: Renaming,
): Promise<string | undefined> {
  const result = await context
    .changeService?.()
    ?.refactor({ kind: 'delete', filePath: `${context.workspaceRoot}/${file}`, symbol, line, force: true });
  if (result === undefined || 'refused' in result) return undefined;
  const [change] = result.changes;
  if (change?.text === undefined || change.former === undefined) return undefined;
  const own = removed(change.former, change.text);
  const indentation = /^[ \t]*/.exec(own)?.[0] ?? '';
  return own
    .split('\n')
    .map((row) => (row.startsWith(indentation) ? row.slice(indentation.length) : row))
    .join('\n');
}

/** The lines that one text has and the other has not. */
function removed(former: string, text: string): string {
  const [before, after] = [former.split('\n'), text.split('\n')];
  let head = 0;
  while (head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < after.length - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  let [start, end] = [head, before.length - tail];
  // Of several places where the same lines may be missing, the one that begins with the comment.
  while (start > 0 && before[start - 1] === before[end - 1] && before[start - 1]?.trim() !== '')
    [start, end] = [start - 1, end - 1];
  // Blank lines may belong to either side.
  return before
    .slice(start, end)
    .join('\n')
    .replace(/^\s*\n|\n\s*$/g, '')
    .trimEnd();
}

export function areChangedWrong(cases: readonly SymbolCase[]): boolean {
  return cases.some(
    ({ inserted, deleted, replaced }) =>
      inserted.wrong !== undefined || replaced.wrong !== undefined || deleted?.back === 'otherwise',
  );
}

export function symbolsTable(results: readonly OfProject<readonly SymbolCase[]>[]): string {
  return table(
    'language | project | symbols: | inserted: | deleted, the same bytes: | deletion refused: | ' +
      'replaced: | wrong: | ms:',
    results.map(({ language, title, result }) => {
      const [asked, inserted, wrong, ms] = columns(result.map((one) => one.inserted));
      const [, replaced, wrongly] = columns(result.map((one) => one.replaced));
      const [identical, refused, otherwise] = backCounts(result.flatMap(({ deleted }) => deleted ?? []));
      return [
        ...[language, title, asked, inserted, identical, refused, replaced],
        ...[wrong + wrongly + otherwise, ms],
      ];
    }),
  );
}
