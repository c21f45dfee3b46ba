import { structuredPatch } from 'diff';
import { countLines, toLf } from './line-endings.js';

// A person looks at this; a rewrite of half a file is told in one line.
const MAX_TEXT = 1024 * 1024;
const MAX_CHANGES = 2000;
const MAX_LINES = 200;
const MAX_LINE_LENGTH = 300;

/** What a person sees of a change: a unified diff, bounded. Line endings do not show. */
export function displayDiff(shown: string, before: string | undefined, after: string): string {
  const old = toLf(before ?? '');
  const now = toLf(after);
  const patch =
    old.length + now.length > MAX_TEXT
      ? undefined
      : structuredPatch('', '', old, now, '', '', { context: 3, maxEditLength: MAX_CHANGES });
  if (patch === undefined) return `${shown}: ${countLines(old)} lines before, ${countLines(now)} lines after`;
  const lines = patch.hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines.map((line) => (line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}...` : line)),
  ]);
  const rest = lines.length - MAX_LINES;
  const tail = rest > 0 ? [`... and ${rest} more lines`] : [];
  return [
    `--- ${before === undefined ? '/dev/null' : shown}`,
    `+++ ${shown}`,
    ...lines.slice(0, MAX_LINES),
    ...tail,
  ].join('\n');
}
