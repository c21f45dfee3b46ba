import type { TokenRange } from './bodies.ts';
import type { Note, Token } from './tokens.ts';

/** A line end behind one of these words is more than layout. */
const ENDING = new Set(['return', 'throw', 'yield', 'break', 'continue']);
/** Before these, a line end is layout. */
const GOES_ON = new Set([
  '.',
  '?.',
  ')',
  ']',
  '}',
  ',',
  ';',
  ':',
  '?',
  '=>',
  '=',
  '|',
  '&',
  '&&',
  '||',
  '??',
]);
/** Behind these marks, a statement may have ended. */
const ENDS = new Set([')', ']', '}', '>', '++', '--', '!']);

/**
 * These tokens in lines, however they were laid out: one for each statement, member and item, and wherever
 * a line end may mean something.
 */
export function writtenTokens(
  tokens: readonly Token[],
  { start, end }: TokenRange,
  unseen: ReadonlySet<number>,
  notes: ReadonlyMap<number, readonly Note[]>,
): string {
  const parts: string[] = [];
  let depth = 0;
  let last: Token | undefined;
  for (let at = start; at < end; at += 1) {
    const token = tokens[at];
    if (token === undefined || unseen.has(at)) continue;
    const isOpener = token.pair > at;
    const isCloser = token.pair >= 0 && !isOpener;
    if (isCloser) depth -= 1;
    const lineEnd = `\n${'  '.repeat(Math.max(0, depth))}`;
    for (const { text } of notes.get(at) ?? []) parts.push(lineEnd, text, lineEnd);
    if (last !== undefined) parts.push(isApart(tokens, last, token) ? lineEnd : ' ');
    parts.push(token.text);
    if (isOpener) depth += 1;
    last = token;
  }
  return parts.join('');
}

function isApart(tokens: readonly Token[], last: Token, token: Token): boolean {
  if (last.text === '{' || last.text === ';' || token.text === '}') return true;
  if (last.text === '}' && token.kind === 'word') return true;
  if (last.text === ',') return tokens[token.within]?.text === '{';
  if (!token.onNewLine) return false;
  if (last.kind === 'mark') return ENDS.has(last.text) && !GOES_ON.has(token.text);
  return ENDING.has(last.text) || !GOES_ON.has(token.text);
}
