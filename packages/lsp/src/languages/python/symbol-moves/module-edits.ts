import { withoutItems } from '../../../backend/symbols/code.ts';
import { linesAround, type TextEdits, wholeOf } from '../../../backend/symbols/text-edits.ts';
import { boundBy, type BoundName, importsIn, type ImportStatement, pythonCode } from './import-statements.ts';

/** A name that is to be imported. */
export interface AddedName {
  /** Of `from`; undefined for `import name`. */
  readonly module: string | undefined;
  readonly name: string;
  readonly alias?: string | undefined;
  /** For type checkers alone. */
  readonly isType?: boolean;
  /** The statement that it stands beside. */
  readonly beside?: ImportStatement;
}

/** The imports of one file, and what is to become of them. */
export class ModuleEdits {
  readonly code: string;
  readonly statements: readonly ImportStatement[];
  readonly bound: readonly BoundName[];
  readonly #gone = new Map<ImportStatement, Set<number>>();
  readonly #added: AddedName[] = [];

  constructor(
    readonly path: string,
    readonly text: string,
  ) {
    this.code = pythonCode(text);
    this.statements = importsIn(this.code);
    this.bound = boundBy(this.statements);
  }

  drop(statement: ImportStatement, at: number): void {
    this.#gone.getOrInsertComputed(statement, () => new Set()).add(at);
  }

  add(added: AddedName): void {
    const key = ({ module, name, alias, beside }: AddedName): string =>
      JSON.stringify([module, name, alias, beside?.start]);
    if (!this.#added.some((one) => key(one) === key(added))) this.#added.push(added);
  }

  /** What a new file begins with. */
  get header(): string {
    const plain = this.#added.filter(({ isType }) => isType !== true);
    return [...linesOf(plain.toSorted((a, b) => orderOf(a) - orderOf(b))), ...this.#guarded()].join('\n');
  }

  finish(edits: TextEdits): void {
    const left = [...this.#added];
    for (const statement of this.statements) {
      const gone = this.#gone.get(statement) ?? new Set<number>();
      const isGone = gone.size === statement.items.length;
      const joining = isGone ? [] : left.filter((added) => joins(added, statement));
      for (const added of joining) left.splice(left.indexOf(added), 1);
      const beside = left.filter((added) => added.beside === statement);
      for (const added of beside) left.splice(left.indexOf(added), 1);
      const lines = linesOf(beside);
      if (isGone) this.#replace(edits, statement, lines, left.length);
      else {
        const removed = withoutItems(statement.items, (at) => gone.has(at));
        edits.remove(this.path, this.text, ...removed);
        const last = statement.items.findLast((_, at) => !gone.has(at));
        if (last !== undefined && joining.length > 0)
          edits.add(this.path, this.text, {
            start: last.end,
            end: last.end,
            text: joining.map((added) => `, ${spelled(added)}`).join(''),
          });
        if (lines.length > 0) this.#insertBehind(edits, statement, lines);
      }
    }
    this.#insert(edits, left);
  }

  #replace(edits: TextEdits, statement: ImportStatement, lines: readonly string[], left: number): void {
    const { start, end, indentation, branch } = statement;
    if (lines.length > 0)
      edits.add(this.path, this.text, { start, end, text: lines.join(`\n${indentation}`) });
    else if (branch !== 'module' && this.#isOnlyOne(statement))
      edits.add(this.path, this.text, { start, end, text: 'pass' });
    else {
      const isFree = left === 0 || linesAround(this.text, { start, end }).end !== this.insertionPoint;
      const isTidied = branch === 'module' && isFree;
      edits.remove(this.path, this.text, wholeOf(this.text, { start, end }, isTidied));
    }
  }

  /** A block must not be empty. */
  #isOnlyOne({ start, end, indentation }: ImportStatement): boolean {
    const { start: first, end: next } = linesAround(this.text, { start, end });
    const above = this.text.slice(0, first).trimEnd().split('\n').at(-1) ?? '';
    const below = /^(?:[ \t]*\r?\n)*([ \t]*)/.exec(this.text.slice(next))?.[1] ?? '';
    return above.endsWith(':') && below.length < indentation.length;
  }

  #insertBehind(
    edits: TextEdits,
    { start, end, indentation }: ImportStatement,
    lines: readonly string[],
  ): void {
    const at = linesAround(this.text, { start, end }).end;
    const opening = this.text.slice(0, at).endsWith('\n') ? '' : '\n';
    const text = lines.map((line) => `${indentation}${line}\n`).join('');
    edits.add(this.path, this.text, { start: at, end: at, text: opening + text });
  }

  /** Behind the last import of the module; at the top where there is none. */
  get insertionPoint(): number {
    const last = this.statements.findLast(
      ({ branch, start }) => branch === 'module' && start < this.#firstDefinition,
    );
    if (last !== undefined) return linesAround(this.text, last).end;
    const header =
      /^(?:[ \t]*#[^\n]*\n)*(?:[ \t]*\r?\n)*(?:[rR]?(?:"""[^]*?"""|'''[^]*?'''|"[^"\n]*"|'[^'\n]*')[ \t]*\r?\n)?/.exec(
        this.text,
      );
    return header?.[0].length ?? 0;
  }

  get #firstDefinition(): number {
    const found = /^(?:@|(?:async[ \t]+)?def\b|class\b)/m.exec(this.code);
    return found?.index ?? Infinity;
  }

  #insert(edits: TextEdits, left: readonly AddedName[]): void {
    const plain = linesOf(left.filter(({ isType }) => isType !== true));
    const types = left.filter(({ isType }) => isType === true);
    const block = /^if[ \t]+(?:\w+\.)?TYPE_CHECKING[ \t]*:[ \t]*\r?\n([ \t]+)/m.exec(this.text);
    if (block !== null && types.length > 0) {
      const at = block.index + block[0].length;
      const text = linesOf(types)
        .map((line) => `${line}\n${block[1] ?? ''}`)
        .join('');
      edits.add(this.path, this.text, { start: at, end: at, text });
    }
    const lines = [...plain, ...(block === null ? this.#guarded() : [])];
    if (lines.length === 0) return;
    const at = this.insertionPoint;
    const hasImports = this.statements.some(({ branch }) => branch === 'module');
    const before = this.text.slice(0, at);
    const opening = before !== '' && !before.endsWith('\n') ? '\n' : before !== '' && !hasImports ? '\n' : '';
    const rest = this.text.slice(at);
    const closing = hasImports || rest.trim() === '' || /^\s*\n/.test(rest) ? '\n' : '\n\n\n';
    edits.add(this.path, this.text, { start: at, end: at, text: opening + lines.join('\n') + closing });
  }

  #guarded(): string[] {
    const types = linesOf(this.#added.filter(({ isType }) => isType === true));
    return types.length === 0 ? [] : ['', 'if TYPE_CHECKING:', ...types.map((line) => `    ${line}`)];
  }
}

/** `__future__` has to be first; relative ones are the last. */
function orderOf({ module }: AddedName): number {
  return module === '__future__' ? 0 : module?.startsWith('.') === true ? 2 : 1;
}

function joins(added: AddedName, { module, branch, items }: ImportStatement): boolean {
  return (
    module !== undefined &&
    module !== '__future__' &&
    module === added.module &&
    added.isType !== true &&
    branch === 'module' &&
    (added.beside === undefined || added.beside.branch === 'module') &&
    items.every(({ name }) => name.text !== '*')
  );
}

function spelled({ name, alias }: AddedName): string {
  return alias === undefined ? name : `${name} as ${alias}`;
}

function linesOf(added: readonly AddedName[]): string[] {
  const groups = Map.groupBy(added, (one) => one.module ?? `\0${one.name}`);
  return [...groups.values()].map((group) => {
    const names = group.map(spelled).join(', ');
    const module = group[0]?.module;
    return module === undefined ? `import ${names}` : `from ${module} import ${names}`;
  });
}
