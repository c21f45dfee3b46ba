import { structuredPatch } from 'diff';
import { type Escaped, escaped, joined, quoted } from '../support/escaped.js';
import { countLines, toLf } from './line-endings.js';

const CONTEXT = 3;

// A person reads this, so a rewrite of half a file is summed up in one line.
const MAX_TEXT = 1024 * 1024;
const MAX_CHANGES = 2000;
const MAX_LINES = 200;
const MAX_LINE_LENGTH = 300;

/** What a person sees of a change: a unified diff of limited size. Line endings are not shown. */
export function displayDiff(
  shown: Escaped,
  before: string | undefined,
  after: string,
  from = shown,
): Escaped {
  const old = toLf(before ?? '');
  const now = toLf(after);
  const { start, end } = sharedEnds(old, now);
  const [oldPart, nowPart] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  const patch =
    oldPart.length + nowPart.length > MAX_TEXT
      ? undefined
      : structuredPatch('', '', oldPart, nowPart, '', '', { context: CONTEXT, maxEditLength: MAX_CHANGES });
  if (patch === undefined)
    return escaped`${shown}: ${countLines(old)} lines before, ${countLines(now)} lines after`;
  const above = countLines(old.slice(0, start));
  const lines = patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines: body }) => [
    escaped`@@ -${range(oldStart + above, oldLines)} +${range(newStart + above, newLines)} @@`,
    ...body.map((line) =>
      line.length > MAX_LINE_LENGTH ? escaped`${quoted(line.slice(0, MAX_LINE_LENGTH))}...` : quoted(line),
    ),
  ]);
  const rest = lines.length - MAX_LINES;
  const tail = rest > 0 ? [escaped`... and ${rest} more lines`] : [];
  return joined(
    [
      escaped`--- ${before === undefined ? '/dev/null' : from}`,
      escaped`+++ ${shown}`,
      ...lines.slice(0, MAX_LINES),
      ...tail,
    ],
    '\n',
  );
}

/** A range without lines is named by the line before it. */
function range(start: number, count: number): Escaped {
  return escaped`${count === 0 ? start - 1 : start},${count}`;
}

/**
 * How many characters of whole lines both texts share at their start and at their end, apart from
 * the context of a diff. Comparing only the lines in between takes microseconds; comparing all
 * lines of a long file does not.
 */
function sharedEnds(a: string, b: string): { start: number; end: number } {
  const limit = Math.min(a.length, b.length);
  let same = 0;
  while (same < limit && a[same] === b[same]) same++;
  let start = same;
  for (let line = 0; line <= CONTEXT && start > 0; line++)
    start = start === 1 ? 0 : a.lastIndexOf('\n', start - 2) + 1;

  let sameEnd = 0;
  while (sameEnd < limit - same && a[a.length - 1 - sameEnd] === b[b.length - 1 - sameEnd]) sameEnd++;
  let cut = a.length - sameEnd;
  for (let line = 0; line <= CONTEXT && cut < a.length; line++) cut = a.indexOf('\n', cut) + 1 || a.length;
  return { start, end: a.length - cut };
}
