import type { Token } from './tokens.ts';

/** Before the type that these words are about. */
const OPERATORS = new Set(['keyof', 'unique', 'readonly', 'infer', 'asserts']);

const DEEPEST = 100;

/** Behind the type that begins there; undefined where that is in doubt. */
export function typeEnd(tokens: readonly Token[], from: number, depth = 0): number | undefined {
  if (depth > DEEPEST) return undefined;
  const checked = unionEnd(tokens, from, depth);
  if (checked === undefined) return undefined;
  const next = tokens[checked];
  if (next?.onNewLine !== false || next.kind !== 'word') return checked;
  if (next.text === 'is') return typeEnd(tokens, checked + 1, depth + 1);
  if (next.text !== 'extends') return checked;
  const bound = unionEnd(tokens, checked + 1, depth + 1);
  if (bound === undefined || tokens[bound]?.text !== '?') return undefined;
  const yes = typeEnd(tokens, bound + 1, depth + 1);
  if (yes === undefined || tokens[yes]?.text !== ':') return undefined;
  return typeEnd(tokens, yes + 1, depth + 1);
}

function unionEnd(tokens: readonly Token[], from: number, depth: number): number | undefined {
  let at = '|&'.includes(tokens[from]?.text ?? 'x') ? from + 1 : from;
  for (;;) {
    const end = partEnd(tokens, at, depth);
    if (end === undefined || !'|&'.includes(tokens[end]?.text ?? 'x')) return end;
    at = end + 1;
  }
}

function partEnd(tokens: readonly Token[], from: number, depth: number): number | undefined {
  let at = from;
  while (isOperator(tokens, at)) at += 1;
  const first = tokens[at];
  if (first === undefined) return undefined;
  let end: number | undefined;
  if (first.kind === 'word') {
    if (first.text === 'new' || first.text === 'abstract') return undefined;
    end = namedEnd(tokens, at);
  } else if (first.kind === 'number') end = at + 1;
  // A template goes on behind its braces.
  else if (first.kind === 'text') end = first.text.startsWith('`') ? undefined : at + 1;
  else if (first.text === '-') end = tokens[at + 1]?.kind === 'number' ? at + 2 : undefined;
  else if (first.text === '<') {
    const open = anglesEnd(tokens, at);
    return open !== undefined && tokens[open]?.text === '(' ? functionEnd(tokens, open, depth) : undefined;
  } else if (first.text === '(')
    return functionEnd(tokens, at, depth) ?? listsEnd(tokens, first.pair < 0 ? undefined : first.pair + 1);
  else if ('{['.includes(first.text)) end = first.pair < 0 ? undefined : first.pair + 1;
  return listsEnd(tokens, end);
}

function isOperator(tokens: readonly Token[], at: number): boolean {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (token?.kind !== 'word' || !OPERATORS.has(token.text) || next === undefined) return false;
  return !next.onNewLine && (next.kind !== 'mark' || '([{'.includes(next.text)) && next.text !== 'is';
}

/** `(a: A) => B`; undefined where it is none. */
function functionEnd(tokens: readonly Token[], open: number, depth: number): number | undefined {
  const close = tokens[open]?.pair ?? -1;
  if (close < 0 || tokens[close + 1]?.text !== '=>') return undefined;
  return typeEnd(tokens, close + 2, depth + 1);
}

/** `a.b<C>`, `typeof a.b`, `import("x").A`. */
function namedEnd(tokens: readonly Token[], from: number): number | undefined {
  let at = tokens[from]?.text === 'typeof' ? from + 1 : from;
  const first = tokens[at];
  if (first?.kind !== 'word') return undefined;
  at += 1;
  if (first.text === 'import') {
    const pair = tokens[at]?.text === '(' ? (tokens[at]?.pair ?? -1) : -1;
    if (pair < 0) return undefined;
    at = pair + 1;
  }
  while (tokens[at]?.text === '.' && tokens[at + 1]?.kind === 'word') at += 2;
  const next = tokens[at];
  return next?.text === '<' && !next.onNewLine ? anglesEnd(tokens, at) : at;
}

/** `A[]`, `A['b']` */
function listsEnd(tokens: readonly Token[], from: number | undefined): number | undefined {
  let at = from;
  for (;;) {
    const token = at === undefined ? undefined : tokens[at];
    if (token?.text !== '[' || token.onNewLine || token.pair < 0) return at;
    at = token.pair + 1;
  }
}

/** Behind `<...>`. */
export function anglesEnd(tokens: readonly Token[], from: number): number | undefined {
  const end = tokens[from]?.angle ?? -1;
  return end > from ? end + 1 : undefined;
}

/** The index of the `<` to this `>`. */
export function anglesStart(tokens: readonly Token[], close: number): number | undefined {
  const start = tokens[close]?.angle ?? -1;
  return start >= 0 && start < close ? start : undefined;
}
