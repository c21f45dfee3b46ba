import type { Token } from './tokens.ts';

/** A statement at the top of a module: the tokens from `start` on, up to `end`. */
export interface TopStatement {
  readonly start: number;
  readonly end: number;
  /**
   * `local`: it only declares names, which nothing outside can say. `import`: it brings names. `seen`: others
   * may see it, or what it does.
   */
  readonly kind: 'local' | 'import' | 'seen';
  /** That it declares, where it is no export. */
  readonly names: readonly string[];
  /** The names by which others use what it declares; undefined where that is in doubt. */
  readonly usedBy: readonly string[] | undefined;
}

/** No expression goes on with one of these on a new line. */
const BEGINS = new Set('import export function class const let var enum'.split(' '));
/** The same, where a name follows. */
const BEGINS_WITH_NAME = new Set('async interface type namespace module abstract declare'.split(' '));
/** Words that something follows. */
const GOES_ON = new Set(
  (
    'export default declare abstract async return typeof case in of delete throw new instanceof do ' +
    'else yield await extends as satisfies keyof is import from const let var function class enum type ' +
    'interface namespace module implements'
  ).split(' '),
);
const ENDS = new Set([')', ']', '}', ';', '>', '!', '++', '--']);

/**
 * The statements at the top. Where one begins is certain; what follows no such place belongs to the one
 * before.
 */
export function statementsOf(tokens: readonly Token[]): TopStatement[] {
  const starts = tokens.flatMap((_, at) => (beginsStatement(tokens, at) ? at : []));
  return starts.map((start, index) => statementOf(tokens, start, starts[index + 1] ?? tokens.length));
}

function beginsStatement(tokens: readonly Token[], at: number): boolean {
  const [token, last, next] = [tokens[at], tokens[at - 1], tokens[at + 1]];
  if (token === undefined || token.within >= 0 || (token.pair >= 0 && token.pair < at)) return false;
  if (last === undefined || last.text === ';') return true;
  if (!token.onNewLine || token.kind !== 'word') return false;
  if (!(last.kind === 'mark' ? ENDS.has(last.text) : isLastWord(tokens, at - 1))) return false;
  if (BEGINS.has(token.text)) return token.text !== 'import' || !'(.'.includes(next?.text ?? '(');
  return BEGINS_WITH_NAME.has(token.text) && next?.kind === 'word' && !next.onNewLine;
}

/** A line may end behind it, and a statement. */
function isLastWord(tokens: readonly Token[], at: number): boolean {
  const [before, last] = [tokens[at - 1], tokens[at]];
  if (last?.kind !== 'word' || before?.text === '.') return true;
  return !GOES_ON.has(last.text) || (last.text === 'const' && before?.text === 'as');
}

function statementOf(tokens: readonly Token[], start: number, end: number): TopStatement {
  const text = (at: number): string => tokens[at]?.text ?? '';
  const seen: TopStatement = { start, end, kind: 'seen', names: [], usedBy: undefined };
  if (tokens[start]?.kind !== 'word') return seen;
  if (text(start) === 'import') return { ...seen, kind: 'import' };
  if (text(start) === 'export') return { ...seen, usedBy: exportedNames(tokens, start + 1, end) };
  const names = declarationAt(tokens, start, end);
  return names.length === 0 ? seen : { ...seen, kind: 'local', names, usedBy: names };
}

/** Others use it without a word: by tags. */
const UNSAID = 'JSX';

/** `export { a as b, c }`, `export * as a`, and declarations; not `*`, which has no name. */
function exportedNames(tokens: readonly Token[], start: number, end: number): readonly string[] | undefined {
  const first = tokens[start]?.text === 'type' && tokens[start + 1]?.text === '{' ? start + 1 : start;
  const open = tokens[first];
  if (open?.text === 'default') {
    const names = declarationAt(tokens, start + 1, end);
    return names.length > 0 || isWholeDeclaration(tokens, start, end) ? ['default', ...names] : undefined;
  }
  if (open?.text === '*' && tokens[first + 1]?.text === 'as') {
    const name = tokens[first + 2];
    return name?.kind === 'word' && name.text !== UNSAID ? [name.text] : undefined;
  }
  if (open?.text !== '{') {
    const names = declarationAt(tokens, start, end);
    return names.length === 0 || names.includes(UNSAID) ? undefined : names;
  }
  const items = tokens.slice(first + 1, open.pair);
  const last = items.filter(({ text }, at) => text !== ',' && (items[at + 1]?.text ?? ',') === ',');
  const names = last.map(({ text }) => text);
  return names.includes(UNSAID) || last.some(({ kind }) => kind !== 'word') ? undefined : names;
}

/** The names that it declares: none where it declares nothing, or may be more than one statement. */
function declarationAt(tokens: readonly Token[], start: number, end: number): readonly string[] {
  const text = (at: number): string => (at < end ? (tokens[at]?.text ?? '') : '');
  let at = start;
  if (text(at) === 'async' && text(at + 1) === 'function') at += 1;
  if (text(at) === 'abstract' && text(at + 1) === 'class') at += 1;
  if (text(at) === 'const' && text(at + 1) === 'enum') at += 1;
  const keyword = text(at);
  if (!isWholeDeclaration(tokens, at, end)) return [];
  if (['const', 'let', 'var'].includes(keyword)) return variablesIn(tokens, at, end);
  if (!['function', 'class', 'interface', 'type', 'enum'].includes(keyword)) return [];
  if (text(at + 1) === '*') at += 1;
  const name = tokens[at + 1];
  return name?.kind === 'word' && at + 1 < end ? [name.text] : [];
}

/** Nothing stands behind it that may be another statement. */
function isWholeDeclaration(tokens: readonly Token[], start: number, end: number): boolean {
  const isValue = ['const', 'let', 'var', 'type', 'default'].includes(tokens[start]?.text ?? '');
  for (let at = start + 1; at < end; at += 1) {
    const [token, last] = [tokens[at], tokens[at - 1]];
    if (token === undefined || last === undefined || token.text === '@') return false;
    if (last.text === ';') return false;
    if (last.text === '}' && !(isValue ? goesOnBehindValue(token) : goesOnBehindType(tokens, at)))
      return false;
    if (token.onNewLine && !goesOn(token, last, isValue)) return false;
    if (token.pair > at) at = token.pair;
  }
  return true;
}

const MARKS = /^(?!\+\+|--)[.?:|&=<>+*/%^,)\]};{-]/;
const BEHIND_VALUES = new Set(['as', 'satisfies', 'instanceof', 'in']);

/** On a new line. Any word may be the last one: `void`, `x.delete`, `as const`. */
function goesOn(token: Token, last: Token, isValue: boolean): boolean {
  if (last.kind === 'mark' && !ENDS.has(last.text)) return true;
  return token.kind === 'mark' && MARKS.test(token.text) && !(isValue && token.text === '{');
}

function goesOnBehindValue({ kind, text, onNewLine }: Token): boolean {
  if (kind === 'word') return BEHIND_VALUES.has(text) && !onNewLine;
  return kind === 'mark';
}

/** Of a result, or of what a class extends. Behind other braces, a brace begins a block. */
function goesOnBehindType(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.kind !== 'mark') return false;
  if (token.text !== '{') return ['>', ',', '&', '|', '=>', ';'].includes(token.text);
  return [':', '|', '&', '=>'].includes(tokens[(tokens[at - 1]?.pair ?? 0) - 1]?.text ?? '');
}

const BEHIND_NAMES = new Set([':', '=', ',', ';', '!', 'of', 'in']);

/**
 * The names that `const a = 1, { b, c: [d] } = e` declares, and maybe others. The next declaration in a row
 * says its own.
 */
export function variablesIn(tokens: readonly Token[], start: number, end: number): string[] {
  const names: string[] = [];
  for (let at = start; at < end; at += 1) {
    const [token, next] = [tokens[at], tokens[at + 1]];
    if (at > start && token !== undefined && isNext(tokens, at)) break;
    if (at === start || token?.text === ',') {
      // Behind the comma of `new Map<string, Set<A>>()` no name of a variable ends.
      if (next?.kind === 'word' && (at + 2 >= end || BEHIND_NAMES.has(tokens[at + 2]?.text ?? '')))
        names.push(next.text);
      else if (next !== undefined && next.pair > at)
        for (const { kind, text } of tokens.slice(at + 1, next.pair)) if (kind === 'word') names.push(text);
    }
    if (at > start && token !== undefined && token.pair > at) at = token.pair;
  }
  return names;
}

/** The brackets around it end there, or another `var` begins. */
function isNext(tokens: readonly Token[], at: number): boolean {
  const [token, last] = [tokens[at], tokens[at - 1]];
  if (token === undefined || (token.pair >= 0 && token.pair < at)) return true;
  return token.kind === 'word' && token.text === 'var' && last?.text !== '.';
}
