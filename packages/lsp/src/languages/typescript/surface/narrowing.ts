import { wayBack } from './back.ts';
import { isFunctionBody, type TokenRange } from './bodies.ts';
import type { Token } from './tokens.ts';

/** Statements that declare, and run while they do. */
const RUNS = new Set(['const', 'class', 'abstract', 'enum']);
const CALLS = new Set(['(', '<', '?.']);
const CHANGES_AHEAD = new Set(['++', '--', 'delete']);
/** `=`, `+=`, `>>=`, `++`, but neither `==` nor `!=`. */
const ASSIGNS = /^(?:(?:[-+/%^]|\*\*?|&&?|\|\|?|\?\?|<<|>>>?|!)?=(?!=|>)|\+\+|--)/;
/** They decide the type of a list that has none. */
const GROWS = new Set(['push', 'unshift']);

/**
 * The statement only declares names, but may decide how TypeScript narrows what follows: it calls a function
 * that it writes, has a block of its own, or assigns to a member.
 *
 * @param later tokens in functions, which run when they are called
 */
export function mayNarrow(
  tokens: readonly Token[],
  { start, end }: TokenRange,
  later: ReadonlySet<number>,
): boolean {
  if (!RUNS.has(tokens[start]?.text ?? '')) return false;
  const parameters = new Map<number, boolean>();
  for (let at = start; at < end; at += 1) {
    const token = tokens[at];
    if (token === undefined || later.has(at)) continue;
    if (isFunctionBody(tokens, at)) at = token.pair;
    else if (isRun(tokens, at)) return true;
    else if (CHANGES_AHEAD.has(token.text) && !isMemberName(tokens, at)) return true;
    else if (changesMember(tokens, at, start, parameters)) return true;
  }
  return false;
}

/** A block of a class, or a call of a function that is written there. */
function isRun(tokens: readonly Token[], at: number): boolean {
  const [last, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (token?.text === '{') return last?.text === 'static';
  if (last?.kind !== 'mark' || !CALLS.has(token?.text ?? '')) return false;
  if (token?.text === '<' && next?.text === '/') return false;
  if (last.text === '}') return true;
  return (
    last.text === ')' && tokens.slice(last.pair, at).some(({ text }) => text === '=>' || text === 'function')
  );
}

/** `a.delete`, and `delete(a) {` in a class. */
function isMemberName(tokens: readonly Token[], at: number): boolean {
  const [before, next] = [tokens[at - 1], tokens[at + 1]];
  if (before?.text === '.') return true;
  const behind = next?.text === '(' ? tokens[next.pair + 1]?.text : undefined;
  return behind === '{' || (behind === ':' && before?.text !== '?');
}

function changesMember(
  tokens: readonly Token[],
  at: number,
  start: number,
  parameters: Map<number, boolean>,
): boolean {
  const [before, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (token === undefined) return false;
  const isClosed = token.pair >= 0 && token.pair < at;
  const isName = token.kind === 'word' && (before?.text === '.' || before?.text === '#');
  if (!isName && !isClosed) return false;
  if (isName && GROWS.has(token.text) && next?.text === '(') return true;
  const behind = tokens.slice(at + 1, at + 5);
  const marks = behind.map(({ kind, text }) => (kind === 'mark' ? text : ' ')).join('');
  if (!ASSIGNS.test(marks) || isParameter(tokens, at, parameters)) return false;
  if (isClosed) return isMemberIn(tokens, token.pair, at);
  let root = at;
  for (let last = before?.text; last === '.' || last === '#'; last = tokens[root - 1]?.text)
    root -= last === '#' ? 1 : 2;
  const first = tokens[root]?.text;
  // A field `#a = 1`, and `const a: b.C = 1`.
  return first !== 'this' && first !== '#' && !(tokens[root - 1]?.text === ':' && root === start + 3);
}

/** `a[b] =`, `(a.b) =`, `[a.b] =`; neither `[a] =` nor `: a[] =`. */
function isMemberIn(tokens: readonly Token[], open: number, close: number): boolean {
  const before = tokens[open - 1];
  if (close === open + 1 || before === undefined) return false;
  const isAccess = (before.kind === 'word' && before.text !== 'const') || ')]}'.includes(before.text);
  if (isAccess && tokens[open]?.text === '[') return true;
  return tokens.slice(open + 1, close).some(({ text }) => text === '.' || text === '[');
}

/**
 * Of a function, with a value of its own.
 *
 * @param known see {@link wayBack}
 */
function isParameter(tokens: readonly Token[], at: number, known: Map<number, boolean>): boolean {
  const within = tokens[at]?.within ?? -1;
  const open = tokens[within];
  if (open?.text !== '(') return false;
  const behind = tokens[open.pair + 1]?.text;
  if (behind === '=>') return true;
  if (behind === '{') return isFunctionBody(tokens, open.pair + 1);
  if (behind !== ':') return false;
  // Behind a condition, a call may stand there, too.
  return wayBack(known, at, (before) => {
    const { text = '', pair = -1 } = tokens[before] ?? {};
    if (text === ':') return true;
    if (text === ',' || text === '?') return false;
    const to = (pair >= 0 && pair < before ? pair : before) - 1;
    return to > within && to;
  });
}
