import { type Escaped, escaped } from '../../support/escaped.js';
import { dominantEnding, joinLines, splitLines, type Line, type LineEnding } from '../line-endings.js';
import { ok, refuse, type Outcome } from '../outcome.js';
import type { Hunk } from './file-patch.js';
import { findHunk, MOST_COMPARED, type Search } from './find-hunk.js';

/**
 * Applies a file's hunks to its text, all of them or none.
 *
 * Lines that the hunks do not remove keep their bytes, including line endings, even if the hunk
 * quotes them with other blanks at their end. Added lines get the line ending of the removed line
 * above them. Without one, they get the line ending that most lines of the file have, else the one
 * that they have in the patch.
 *
 * @param shown the file, for messages
 */
export function applyHunks(text: string, hunks: readonly Hunk[], shown: Escaped): Outcome<string> {
  const file = splitLines(text);
  const ending =
    dominantEnding(text) ??
    (hunks.some(({ lines }) => lines.some(({ op, crlf }) => op === '+' && crlf)) ? '\r\n' : '\n');
  const search: Search = { lines: file.map((line) => line.text), from: 0, shift: 0, left: MOST_COMPARED };
  const patched: Line[] = [];
  const keep = () => {
    const line = file[search.from++];
    if (line !== undefined) patched.push(line);
  };
  let ended = file.length === 0 || file.at(-1)?.ending !== '';

  for (const [index, hunk] of hunks.entries()) {
    const found = findHunk(search, hunk);
    if (found.kind === 'missing') {
      return refuse(
        'patch_no_match',
        escaped`Hunk ${index + 1} of ${shown} does not match; nothing was changed. ${found.why}`,
      );
    }
    while (search.from < found.at) keep();
    let replaced: Line['ending'] = '';
    for (const { op, text: content } of hunk.lines) {
      if (op === '+') patched.push({ text: content, ending: replaced || ending });
      else {
        replaced = op === '-' ? (file[search.from]?.ending ?? '') : '';
        if (op === ' ') keep();
        else search.from++;
      }
    }
    if (hunk.place.kind === 'near') search.shift = found.at - hunk.place.index;
    ended = hunk.finalNewline ?? ended;
  }
  while (search.from < file.length) keep();
  return ok(joinLines(withFinalEnding(patched, ended, ending)));
}

/**
 * Only the last line may have no line ending, and it has none exactly if the file is meant to end
 * so.
 */
function withFinalEnding(lines: readonly Line[], ended: boolean, ending: LineEnding): Line[] {
  return lines.map((line, index) => {
    if (index === lines.length - 1 && !ended) return { text: line.text, ending: '' };
    return line.ending === '' ? { text: line.text, ending } : line;
  });
}
