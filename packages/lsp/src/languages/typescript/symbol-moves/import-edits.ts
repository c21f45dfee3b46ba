import { codeOf, withoutItems } from '../../../backend/symbols/code.ts';
import { linesAround, type TextEdits, wholeOf } from '../../../backend/symbols/text-edits.ts';
import { typescriptSymbols } from '../symbol-syntax.ts';
import { type Imported, importedBy, type Statement, statementsIn } from './statements.ts';

/** A name that is to be imported, or passed on. */
export interface AddedImport extends Pick<Imported, 'name' | 'local' | 'isType'> {
  readonly kind: 'import' | 'export';
  /** `{ type T }` */
  readonly isInline?: boolean;
  /** The statement whose place it takes, if nothing is left of that. */
  readonly instead?: Statement;
  readonly specifier: string;
  readonly attributes?: string;
}

/** The imports of one file, and what is to become of them. */
export class ImportEdits {
  readonly code: string;
  readonly statements: readonly Statement[];
  readonly imported: readonly Imported[];
  readonly quote: string;
  readonly semicolon: boolean;
  readonly #gone = new Map<Statement, Set<string>>();
  readonly #added: AddedImport[] = [];

  constructor(
    readonly path: string,
    readonly text: string,
  ) {
    this.code = codeOf(text, typescriptSymbols);
    this.statements = statementsIn(text, this.code);
    this.imported = importedBy(this.statements);
    this.quote =
      this.statements.find(({ specifier }) => specifier !== undefined)?.specifier?.quote ??
      this.#usualQuote();
    const [first] = this.statements;
    this.semicolon =
      first === undefined
        ? /;\s*$/m.test(this.code) || text.trim() === ''
        : text.slice(0, first.end).endsWith(';');
  }

  #usualQuote(): string {
    return this.code.split('"').length > this.code.split("'").length ? '"' : "'";
  }

  drop(statement: Statement, local: string): void {
    this.#gone.getOrInsertComputed(statement, () => new Set()).add(local);
  }

  add(added: AddedImport): void {
    const { kind, name, local, specifier } = added;
    const isThere = this.#added.some(
      (one) => one.kind === kind && one.name === name && one.local === local && one.specifier === specifier,
    );
    if (!isThere) this.#added.push(added);
  }

  /** What a new file begins with. */
  get header(): string {
    return this.#statementsOf(this.#added).join('\n');
  }

  finish(edits: TextEdits): void {
    const left = [...this.#added];
    for (const statement of this.statements) {
      const gone = this.#gone.get(statement);
      const joining = left.filter((added) => joins(added, statement));
      const stays = this.#stays(statement, gone);
      if (!stays && joining.length === 0) {
        const instead = left.filter((added) => added.instead === statement && !this.#canJoin(added));
        for (const added of instead) left.splice(left.indexOf(added), 1);
        const isTidied = left.length === 0 || linesAround(this.text, statement).end !== this.insertionPoint;
        if (instead.length === 0) edits.remove(this.path, this.text, wholeOf(this.text, statement, isTidied));
        else edits.add(this.path, this.text, { ...statement, text: this.#statementsOf(instead).join('\n') });
        continue;
      }
      for (const added of joining) left.splice(left.indexOf(added), 1);
      if (gone !== undefined || joining.length > 0)
        this.#change(edits, statement, gone ?? new Set(), joining);
    }
    const passing = this.statements.findLast(
      ({ kind, specifier }) => kind === 'export' && specifier !== undefined,
    );
    const [exported, others] = passing === undefined ? [[], left] : partition(left);
    const passed = this.#statementsOf(exported);
    if (passing !== undefined && passed.length > 0) {
      const { end } = linesAround(this.text, passing);
      const opening = this.text.slice(0, end).endsWith('\n') ? '' : '\n';
      edits.add(this.path, this.text, { start: end, end, text: `${opening}${passed.join('\n')}\n` });
    }
    const lines = this.#statementsOf(others);
    if (lines.length > 0) this.#insert(edits, lines);
  }

  #stays({ defaultName, star, items = [] }: Statement, gone: ReadonlySet<string> | undefined): boolean {
    if (gone === undefined) return true;
    const names = [defaultName, star, ...items.map(({ local }) => local)];
    return names.some((name) => name !== undefined && !gone.has(name));
  }

  #canJoin(added: AddedImport): boolean {
    return this.statements.some((statement) => joins(added, statement));
  }

  #change(
    edits: TextEdits,
    statement: Statement,
    gone: ReadonlySet<string>,
    joining: readonly AddedImport[],
  ): void {
    const { items = [], list, defaultName, star } = statement;
    const kept = items.filter(({ local }) => !gone.has(local));
    const isOther = [defaultName, star].some((name) => name !== undefined && gone.has(name));
    if (isOther || list === undefined || kept.length === 0) {
      edits.add(this.path, this.text, { ...statement, text: this.#rendered(statement, gone, joining) });
      return;
    }
    edits.remove(this.path, this.text, ...withoutItems(items, (at) => gone.has(items[at]?.local ?? '')));
    const last = kept.at(-1);
    if (last === undefined || joining.length === 0) return;
    const isTall = items.length > 1 && this.text.slice(list.start, list.end).includes('\n');
    const line = this.text.slice(this.text.lastIndexOf('\n', last.start - 1) + 1, last.start);
    const gap = isTall && line.trim() === '' ? `\n${line}` : ' ';
    const text = joining.map((added) => `,${gap}${itemOf(added, statement)}`).join('');
    edits.add(this.path, this.text, { start: last.end, end: last.end, text });
  }

  #rendered(
    { kind, isType, defaultName, star, items = [], specifier, attributes, start, end }: Statement,
    gone: ReadonlySet<string>,
    joining: readonly AddedImport[],
  ): string {
    const kept = items.filter(({ local }) => !gone.has(local));
    const named = [
      ...kept.map((item) => this.text.slice(item.start, item.end)),
      ...joining.map((added) => itemOf(added, { isType })),
    ];
    const what = [
      ...(defaultName === undefined || gone.has(defaultName) ? [] : [defaultName]),
      ...(star === undefined || gone.has(star) ? [] : [`* as ${star}`]),
      ...(named.length === 0 ? [] : [`{ ${named.join(', ')} }`]),
    ].join(', ');
    const from =
      specifier === undefined
        ? ''
        : ` from ${specifier.quote}${specifier.text}${specifier.quote}${attributes}`;
    const semicolon = this.text.slice(start, end).endsWith(';') ? ';' : '';
    return `${kind} ${isType ? 'type ' : ''}${what}${from}${semicolon}`;
  }

  /** One statement for the names of one module. Types join values where they did before. */
  #statementsOf(added: readonly AddedImport[]): string[] {
    const groups = Map.groupBy(added, ({ kind, isType, isInline, name, specifier, local }) =>
      JSON.stringify([
        kind,
        isType && isInline !== true,
        specifier,
        name === 'default' || name === '*' ? local : '',
      ]),
    );
    return [...groups.values()].flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const { kind, name, local, specifier, attributes = '' } = first;
      const isType = group.every((one) => one.isType);
      const what =
        name === 'default' && kind === 'import'
          ? local
          : name === '*'
            ? `* as ${local}`
            : `{ ${group.map((one) => itemOf(one, { isType })).join(', ')} }`;
      const from = `from ${this.quote}${specifier}${this.quote}${attributes}`;
      return [`${kind} ${isType ? 'type ' : ''}${what} ${from}${this.semicolon ? ';' : ''}`];
    });
  }

  /** Behind the last import; at the top where there is none. */
  get insertionPoint(): number {
    const last = this.statements.findLast(({ kind }) => kind === 'import');
    if (last !== undefined) return linesAround(this.text, last).end;
    const header =
      /^(?:#![^\n]*\n|\s*(?:"use [^"\n]*"|'use [^'\n]*');?[ \t]*\r?\n|\s*\/\*(?:[^*]|\*(?!\/))*\*\/[ \t]*\r?\n(?=[ \t]*\r?\n)|(?:\/\/[^\n]*\n)+(?=[ \t]*\r?\n))+/.exec(
        this.text,
      );
    return header?.[0].length ?? 0;
  }

  #insert(edits: TextEdits, lines: readonly string[]): void {
    const at = this.insertionPoint;
    const hasImports = this.statements.some(({ kind }) => kind === 'import');
    const opening =
      at > 0 && !this.text.slice(0, at).endsWith('\n') ? '\n' : at > 0 && !hasImports ? '\n' : '';
    const closing = hasImports || /^\s*$/.test(this.text.slice(at).split('\n', 1)[0] ?? '') ? '\n' : '\n\n';
    edits.add(this.path, this.text, { start: at, end: at, text: opening + lines.join('\n') + closing });
  }
}

function partition(added: readonly AddedImport[]): [exported: AddedImport[], others: AddedImport[]] {
  return [added.filter(({ kind }) => kind === 'export'), added.filter(({ kind }) => kind === 'import')];
}

/** Whether a name can stand in the list of a statement. */
function joins(added: AddedImport, { kind, isType, items, star, specifier }: Statement): boolean {
  return (
    kind === added.kind &&
    items !== undefined &&
    star === undefined &&
    added.name !== 'default' &&
    added.name !== '*' &&
    specifier?.text === added.specifier &&
    (isType === added.isType || (!isType && (added.isInline === true || items.some((item) => item.isType))))
  );
}

function itemOf({ name, local, isType }: AddedImport, statement: Pick<Statement, 'isType'>): string {
  return `${isType && !statement.isType ? 'type ' : ''}${name === local ? name : `${name} as ${local}`}`;
}
