import { escaped } from '../../support/escaped.js';
import { applyHunks } from '../patch/apply-hunks.js';
import type { Hunk, HunkLine } from '../patch/file-patch.js';
import { MOST_COMPARED } from '../patch/find-hunk.js';
import { hasItsLineBreaks } from './line-breaks.js';

/**
 * The text before these hunks were applied to it; undefined if that is not certain.
 *
 * It is certain under two conditions: the lines that each hunk leaves behind occur in one place
 * only, below those of the hunk before it; and applying the hunks to the result gives the present
 * text.
 */
export function undoHunks(now: string, hunks: readonly Hunk[]): string | undefined {
  // The text after the last line break counts as a line, even if it is empty: a hunk may have left
  // it behind.
  const reversed = reverse(now.split('\n'), hunks);
  if (reversed === undefined) return undefined;
  const before = applyHunks(now, reversed, escaped``);
  if (!before.ok || !hasItsLineBreaks(before.value, now)) return undefined;
  const again = applyHunks(before.value, hunks, escaped``);
  return again.ok && again.value === now ? before.value : undefined;
}

function reverse(lines: readonly string[], hunks: readonly Hunk[]): Hunk[] | undefined {
  const reversed: Hunk[] = [];
  const search = { lines, bare: lines.map((line) => line.trim()), left: MOST_COMPARED };
  let from = 0;
  for (const hunk of hunks) {
    const left = hunk.lines.filter(({ op }) => op !== '-');
    const at = onlyPlace(search, left);
    if (at === undefined || at < from || isUnclear(hunk)) return undefined;
    from = at + left.length;
    reversed.push({
      lines: hunk.lines.map(({ op, text }) => ({ op: OPPOSITE[op], text })),
      place: { kind: 'near', index: at },
      atEnd: hunk.atEnd,
    });
  }
  return reversed;
}

const OPPOSITE = { ' ': ' ', '+': '-', '-': '+' } as const;

/**
 * A carriage return may belong to the line or come from the transport of the patch. If the hunk
 * says how the file ends, the file may have ended differently before.
 */
function isUnclear({ lines, finalNewline }: Hunk): boolean {
  return finalNewline !== undefined || lines.some(({ crlf }) => crlf === true);
}

interface Search {
  readonly lines: readonly string[];
  /** The lines without blanks at their ends. */
  readonly bare: readonly string[];
  /** How many more lines may be compared: a file that repeats a line resembles a patch everywhere. */
  left: number;
}

/**
 * The index of the block if it occurs exactly once. Occurrences may overlap. Tools ignore blanks at
 * the ends of lines, so a second place that differs only in blanks counts too.
 */
function onlyPlace(search: Search, block: readonly HunkLine[]): number | undefined {
  const { lines, bare } = search;
  const own = block.map(({ text }) => text.trim());
  if (own.length === 0) return undefined;
  let only: number | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const other = own.findIndex((text, index) => bare[at + index] !== text);
    search.left -= other === -1 ? own.length : other + 1;
    if (search.left < 0) return undefined;
    if (other !== -1) continue;
    if (only !== undefined) return undefined;
    only = at;
  }
  return only !== undefined && block.every(({ text }, index) => lines[only + index] === text)
    ? only
    : undefined;
}
