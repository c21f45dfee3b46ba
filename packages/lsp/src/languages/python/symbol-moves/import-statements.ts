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
  const blocks = new Blocks(code);
  for (const { 0: word, index: start } of code.matchAll(
    /(?<![\p{ID_Continue}.])(?:from|import)(?!\p{ID_Continue})/gu,
  )) {
    // What stands in the list of another one is no statement.
    if (start < (found.at(-1)?.end ?? 0) || !beginsStatement(code, start)) continue;
    const read = word === 'from' ? readFrom(code, start) : readImport(code, start);
    if (read === undefined) continue;
    const line = code.lastIndexOf('\n', start - 1) + 1;
    const indentation = /^[ \t]*/.exec(code.slice(line, start))?.[0] ?? '';
    found.push({ start, indentation, branch: blocks.at(line, indentation.length), ...read });
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

/** What the blocks around each offset are, asked in the order of the text. */
class Blocks {
  readonly #open: { readonly column: number; readonly branch: Branch }[] = [];
  #at = 0;

  constructor(private readonly code: string) {}

  /** @param line the beginning of the line */
  at(line: number, column: number): Branch {
    for (; this.#at < line; this.#at = this.#next()) this.#read(this.#at);
    while ((this.#open.at(-1)?.column ?? -1) >= column) this.#open.pop();
    return column === 0 ? 'module' : (this.#open.at(-1)?.branch ?? 'other');
  }

  #next(): number {
    const end = this.code.indexOf('\n', this.#at);
    return end < 0 ? this.code.length : end + 1;
  }

  #read(start: number): void {
    const row = this.code.slice(start, this.#next());
    if (row.trim() === '') return;
    const column = /^[ \t]*/.exec(row)?.[0].length ?? 0;
    while ((this.#open.at(-1)?.column ?? -1) >= column) this.#open.pop();
    const around = this.#open.at(-1)?.branch ?? 'module';
    const own = /^\s*(?:async\s+)?(?:def|class)\b/.test(row)
      ? 'function'
      : /^\s*if\s+(?:\w+\.)?TYPE_CHECKING\s*:/.test(row)
        ? 'types'
        : 'other';
    this.#open.push({ column, branch: around === 'module' ? own : around === 'types' ? own : around });
  }
}

/** What a definition stands in. */
export function branchAt(code: string, offset: number): Branch {
  const line = code.lastIndexOf('\n', offset - 1) + 1;
  return new Blocks(code).at(line, /^[ \t]*/.exec(code.slice(line, offset + 1))?.[0].length ?? 0);
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
