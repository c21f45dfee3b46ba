import { diffLines } from 'diff';
import { counted } from '../support/counted.js';
import type { Escaped } from '../support/escaped.js';

/** A lone carriage return is treated as an ordinary character. */
export type LineEnding = '\n' | '\r\n';

export interface Line {
  readonly text: string;
  /** Empty only for a last line without line ending. */
  readonly ending: LineEnding | '';
}

/** The line ending that most lines have; `\n` on a tie, undefined if no line has one. */
export function dominantEnding(text: string): LineEnding | undefined {
  let crlf = 0;
  let lf = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (text[at - 1] === '\r') crlf++;
    else lf++;
  }
  if (crlf + lf === 0) return undefined;
  return crlf > lf ? '\r\n' : '\n';
}

export function toLf(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** `lf` with every line ending replaced by `ending`; unchanged if `ending` is undefined. */
export function withEnding(lf: string, ending: LineEnding | undefined): string {
  return ending === '\r\n' ? lf.replaceAll('\n', '\r\n') : lf;
}

/** The lines of a text. `''` has none, and a final line ending does not begin another line. */
export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', start)) {
    const crlf = at > start && text[at - 1] === '\r';
    lines.push({ text: text.slice(start, crlf ? at - 1 : at), ending: crlf ? '\r\n' : '\n' });
    start = at + 1;
  }
  if (start < text.length) lines.push({ text: text.slice(start), ending: '' });
  return lines;
}

export function joinLines(lines: readonly Line[]): string {
  return lines.map(({ text, ending }) => text + ending).join('');
}

export function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return text === '' || text.endsWith('\n') ? count : count + 1;
}

/** For people: `1 line`, `12 lines`. */
export function describeLines(text: string): Escaped {
  return counted(countLines(text), 'line');
}

/** Above this many changed lines, a slice with mixed line endings gets a single line ending. */
const MAX_ALIGNED_CHANGES = 2000;

/**
 * The text that replaces `slice`. Lines that both have keep the line ending they have in `slice`,
 * byte for byte. New lines get `ending`.
 *
 * @param replacement with `\n` only
 */
export function rewriteSlice(slice: string, replacement: string, ending: LineEnding): string {
  const lf = toLf(slice);
  if (withEnding(lf, ending) === slice) return withEnding(replacement, ending);
  const parts = diffLines(lf, replacement, { maxEditLength: MAX_ALIGNED_CHANGES });
  if (parts === undefined) return withEnding(replacement, ending);
  const kept = splitLines(slice);
  let rewritten = '';
  let replaced: Line['ending'] = '';
  for (const { value, count, added, removed } of parts) {
    if (added) rewritten += withEnding(value, replaced || ending);
    else {
      const lines = kept.splice(0, count);
      replaced = removed ? (lines.at(-1)?.ending ?? '') : '';
      if (!removed) rewritten += joinLines(lines);
    }
  }
  return rewritten;
}
