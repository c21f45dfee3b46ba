import { codeOf } from '../../../backend/symbols/code.ts';
import {
  beginsStatement,
  fromStatement,
  importedList,
  type Item,
  itemsIn,
  type Span,
} from '../statements.ts';
import { pythonSymbols } from '../symbol-syntax.ts';

/** What an import stands in: the module itself, a branch for type checkers alone, another one, a function. */
export type Branch = 'module' | 'types' | 'other' | 'function';

export interface ImportStatement {
  readonly start: number;
  readonly end: number;
  /** The blanks before it. */
  readonly indentation: string;
  readonly branch: Branch;
  /** Of `from`, as it is spelled; undefined for `import`. */
  readonly module: string | undefined;
  readonly items: readonly Item[];
}

/** A name that a file imports. */
export interface BoundName {
  readonly statement: ImportStatement;
  readonly item: Item;
  readonly local: string;
}

export function pythonCode(text: string): string {
  return codeOf(text, pythonSymbols);
}

/** @param code the text without comments and quoted texts */
export function importsIn(code: string): ImportStatement[] {
  const found: ImportStatement[] = [];
  for (const { 0: word, index: start } of code.matchAll(
    /(?<![\p{ID_Continue}.])(?:from|import)(?!\p{ID_Continue})/gu,
  )) {
    if (!beginsStatement(code, start)) continue;
    const read = word === 'from' ? readFrom(code, start) : readImport(code, start);
    if (read === undefined) continue;
    const line = code.lastIndexOf('\n', start - 1) + 1;
    const indentation = /^[ \t]*/.exec(code.slice(line, start))?.[0] ?? '';
    found.push({ start, indentation, branch: branchOf(code, line, indentation), ...read });
  }
  return found;
}

type Read = Pick<ImportStatement, 'end' | 'module' | 'items'>;

function readFrom(code: string, start: number): Read | undefined {
  const from = fromStatement(code, start + 'from'.length);
  if (from === undefined) return undefined;
  const { dots, name, list } = from;
  const module = (dots.text + name.text).replace(/[\s\\]/g, '');
  const isClosed = list.text.startsWith('(');
  return { module, items: itemsIn(list), end: isClosed ? list.end + 1 : trimmed(list) };
}

function readImport(code: string, start: number): Read | undefined {
  const list = importedList(code, start + 'import'.length);
  return list.text === '' ? undefined : { module: undefined, items: itemsIn(list), end: trimmed(list) };
}

function trimmed({ text, start }: Span): number {
  return start + text.trimEnd().length;
}

/** By the lines above that are indented less. */
function branchOf(code: string, line: number, indentation: string): Branch {
  let depth = indentation.length;
  let branch: Branch = 'module';
  for (let at = line; depth > 0 && at > 0;) {
    at = code.lastIndexOf('\n', at - 2) + 1;
    const row = code.slice(at, code.indexOf('\n', at));
    const column = /^[ \t]*/.exec(row)?.[0].length ?? 0;
    if (row.trim() === '' || column >= depth) continue;
    depth = column;
    if (/^\s*(?:async\s+)?(?:def|class)\b/.test(row)) return 'function';
    if (/^\s*if\s+(?:\w+\.)?TYPE_CHECKING\s*:/.test(row)) branch = branch === 'other' ? 'other' : 'types';
    else branch = 'other';
  }
  return branch;
}

/** What imports bind for the whole module. */
export function boundBy(statements: readonly ImportStatement[]): BoundName[] {
  return statements.flatMap((statement) =>
    statement.branch === 'function'
      ? []
      : statement.items.map((item) => ({
          statement,
          item,
          local:
            item.alias ??
            (statement.module === undefined ? (item.name.text.split('.')[0] ?? '') : item.name.text),
        })),
  );
}
