import type { TextDocumentContentChangeEvent } from 'vscode-languageserver-protocol';

/**
 * The smallest single change that turns `before` into `after`, in LSP's form: positions in UTF-16
 * code units of the old text.
 *
 * A change without a range replaces the whole text. It is used for texts with a lone CR, which is a
 * line break in LSP but not for programs that count lines by LF.
 */
export function contentChange(before: string, after: string): TextDocumentContentChangeEvent {
  if (LONE_CR.test(before) || LONE_CR.test(after)) return { text: after };
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before.charCodeAt(head) === after.charCodeAt(head)) head++;
  while (head > 0 && isInsideCharacter(before, head, after)) head--;
  let tail = 0;
  while (
    tail < shorter - head &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail++;
  while (tail > 0 && isInsideCharacter(before, before.length - tail, after, after.length - tail)) tail--;
  return {
    range: { start: positionAt(before, head), end: positionAt(before, before.length - tail) },
    text: after.slice(head, after.length - tail),
  };
}

const LONE_CR = /\r(?!\n)/;

/** Some lines end with a CR alone. */
export function hasLoneReturns(text: string): boolean {
  return LONE_CR.test(text);
}

/**
 * Quirk(tsserver): these two characters begin a new line in tsserver, but not in LSP or in other
 * readers of the file. typescript-language-server passes on positions unchanged. So no range of
 * such a text, not even all of it, means the same to both.
 */
export function hasLineSeparators(text: string): boolean {
  return /[\u2028\u2029]/.test(text);
}

/** Whether the offset is between the halves of a surrogate pair or of a CRLF, in either text. */
function isInsideCharacter(
  before: string,
  beforeOffset: number,
  after: string,
  afterOffset = beforeOffset,
): boolean {
  return splits(before, beforeOffset) || splits(after, afterOffset);
}

function splits(text: string, offset: number): boolean {
  const left = text.charCodeAt(offset - 1);
  const right = text.charCodeAt(offset);
  if (left === CR) return right === LF;
  return left >= 0xd800 && left <= 0xdbff && right >= 0xdc00 && right <= 0xdfff;
}

const CR = 13;
const LF = 10;

/** {@link positionAt} for many offsets of one text: each costs a search, not a walk from the start. */
export function positionsIn(text: string): (offset: number) => { line: number; character: number } {
  const starts = [0];
  for (let next = text.indexOf('\n'); next >= 0; next = text.indexOf('\n', next + 1)) starts.push(next + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? Infinity) <= offset) low = middle;
      else high = middle;
    }
    return { line: low, character: offset - (starts[low] ?? 0) };
  };
}

/** 0-based, in UTF-16 code units; a line ends at LF. */
export function positionAt(text: string, offset: number): { line: number; character: number } {
  let line = 0;
  let lineStart = 0;
  for (let next = text.indexOf('\n'); next >= 0 && next < offset; next = text.indexOf('\n', next + 1)) {
    line++;
    lineStart = next + 1;
  }
  return { line, character: offset - lineStart };
}
