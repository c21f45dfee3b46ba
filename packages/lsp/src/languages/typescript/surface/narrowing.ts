import type { TokenRange } from './bodies.ts';
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
 * @param unseen tokens in functions that take no part
 */
export function mayNarrow(
  tokens: readonly Token[],
  { start, end }: TokenRange,
  unseen: ReadonlySet<number>,
): boolean {
  if (!RUNS.has(tokens[start]?.text ?? '')) return false;
  for (let at = start; at < end; at += 1) if (!unseen.has(at) && isRun(tokens, at)) return true;
  for (let at = start; at < end; at += 1) {
    const token = tokens[at];
    if (token === undefined || unseen.has(at)) continue;
    if (token.text === '{' && tokens[at - 1]?.text === '=>') at = token.pair;
    else if (CHANGES_AHEAD.has(token.text) && tokens[at - 1]?.text !== '.') return true;
    else if (changesMember(tokens, at, start)) return true;
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

function changesMember(tokens: readonly Token[], at: number, start: number): boolean {
  const [before, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (token === undefined) return false;
  const isClosed = token.pair >= 0 && token.pair < at;
  const isName = token.kind === 'word' && (before?.text === '.' || before?.text === '#');
  if (!isName && !isClosed) return false;
  if (isName && GROWS.has(token.text) && next?.text === '(') return true;
  const behind = tokens.slice(at + 1, at + 5);
  const marks = behind.map(({ kind, text }) => (kind === 'mark' ? text : ' ')).join('');
  if (!ASSIGNS.test(marks)) return false;
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
