import { hasLineSeparators, hasLoneReturns } from '../../client/documents/text-edit.ts';
import type { Position } from '../model.ts';

/** A replacement in a text: offsets in UTF-16 code units of that text; the end is exclusive. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A replacement as LSP has it. */
export interface RangeEdit {
  readonly start: Position;
  readonly end: Position;
  readonly text: string;
}

/** A text is the reason why the edits cannot be applied. */
export type Changes = readonly TextChange[] | string;

/**
 * The same replacements as offsets, in the order of the text. New lines end as the lines of the
 * text do.
 *
 * @param text without a byte order mark
 */
export function toChanges(text: string, edits: readonly RangeEdit[]): Changes {
  // What a line is in such a text differs between LSP and compilers.
  if (hasLoneReturns(text) || hasLineSeparators(text)) return 'its lines end in more than one way';
  const starts = lineStarts(text);
  const ending = lineEnding(text);
  const changes: TextChange[] = [];
  for (const { start, end, text: added } of edits) {
    const [from, to] = [offsetOf(text, starts, start), offsetOf(text, starts, end)];
    if (from === undefined || to === undefined || to < from) return 'an edit has a range that is none';
    changes.push({ start: from, end: to, text: added.replace(/\r\n|\r|\n/g, ending) });
  }
  return inOrder(changes);
}

/** Several lists of changes of the same text as one. Equal changes count once. */
export function combine(lists: readonly (readonly TextChange[])[]): Changes {
  const unique = new Map(lists.flat().map((change) => [JSON.stringify(change), change]));
  return inOrder([...unique.values()]);
}

/** @param changes in the order of the text, without overlaps */
export function applyChanges(text: string, changes: readonly TextChange[]): string {
  let at = 0;
  const parts: string[] = [];
  for (const change of changes) {
    parts.push(text.slice(at, change.start), change.text);
    at = change.end;
  }
  return [...parts, text.slice(at)].join('');
}

/** The text of a file that is changed. A new one has no former text. */
export function textAfter({
  former = '',
  changes,
}: {
  readonly former?: string | undefined;
  readonly changes: readonly TextChange[];
}): string {
  return applyChanges(former, changes);
}

/** What most of the lines end with. */
export function lineEnding(text: string): '\n' | '\r\n' {
  const all = text.split('\n').length - 1;
  const windows = text.split('\r\n').length - 1;
  return windows * 2 > all ? '\r\n' : '\n';
}

/** Insertions at one place keep their order, as LSP says. */
function inOrder(changes: readonly TextChange[]): Changes {
  const sorted = changes.toSorted((a, b) => a.start - b.start || a.end - b.end);
  return sorted.some(({ start }, at) => start < (sorted[at - 1]?.end ?? 0)) ? 'its edits overlap' : sorted;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let next = text.indexOf('\n'); next >= 0; next = text.indexOf('\n', next + 1)) starts.push(next + 1);
  return starts;
}

/** A character beyond the end of its line means the end, as LSP says; a line beyond the last, too. */
function offsetOf(
  text: string,
  starts: readonly number[],
  { line, character }: Position,
): number | undefined {
  if (!Number.isInteger(line) || !Number.isInteger(character) || line < 0 || character < 0) return undefined;
  const start = starts[line];
  if (start === undefined) return text.length;
  const next = starts[line + 1];
  const end = next === undefined ? text.length : text[next - 2] === '\r' ? next - 2 : next - 1;
  const offset = Math.min(start + character, end);
  const code = text.charCodeAt(offset - 1);
  const isSplit = offset > start && offset < end && code >= 0xd800 && code <= 0xdbff;
  return isSplit ? undefined : offset;
}

/** Of changes in their order, the last one that begins there or earlier. */
export function lastBegun(changes: readonly TextChange[], offset: number): TextChange | undefined {
  let [from, to] = [0, changes.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((changes[middle]?.start ?? Infinity) <= offset) from = middle + 1;
    else to = middle;
  }
  return changes[from - 1];
}
