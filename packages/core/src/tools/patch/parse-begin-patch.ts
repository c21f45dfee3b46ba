import { nameInTags } from '../../lsp/in-tags.js';
import { type Escaped, escaped } from '../../support/escaped.js';
import { ok, refuse, type Outcome } from '../outcome.js';
import { quote } from '../near-match.js';
import { type FilePatch, type Hunk, type HunkLine, hunkLine } from './file-patch.js';

export const BEGIN = '*** Begin Patch';
const END = '*** End Patch';
const ADD = '*** Add File: ';
const UPDATE = '*** Update File: ';
const DELETE = '*** Delete File: ';
const MOVE = '*** Move to: ';
const END_OF_FILE = '*** End of File';

/** The lines of a patch and the parser's position. */
interface Reader {
  readonly lines: readonly string[];
  at: number;
  /** Behind the empty lines that were looked at last. */
  full: number;
}

/**
 * Parses the `*** Begin Patch` format.
 *
 * Lines of an added file start with `+`. Lines of a hunk start with a blank, `+` or `-`. An empty
 * line counts as an empty line of context, except directly before a marker, where it only
 * separates. The first hunk of a file needs no `@@`.
 *
 * @param lines without line endings; the first is `*** Begin Patch`
 */
export function parseBeginPatch(lines: readonly string[]): Outcome<FilePatch[]> {
  const reader: Reader = { lines, at: 1, full: 0 };
  const patches: FilePatch[] = [];
  for (;;) {
    skipBlank(reader);
    const line = reader.lines[reader.at];
    if (line === undefined)
      return malformed(reader, escaped`the patch ends without "${END}"; it may be cut off`);
    if (line.trimEnd() === END) break;
    const patch = parseFile(line, reader);
    if (!patch.ok) return patch;
    patches.push(patch.value);
  }
  reader.at++;
  skipBlank(reader);
  if (reader.at < lines.length) return malformed(reader, escaped`nothing may follow "${END}"`);
  return patches.length > 0 ? ok(patches) : refuse('patch_malformed', escaped`The patch names no file.`);
}

function parseFile(line: string, reader: Reader): Outcome<FilePatch> {
  const marker = [ADD, UPDATE, DELETE].find((start) => line.startsWith(start));
  if (marker === undefined)
    return malformed(
      reader,
      escaped`expected "*** Add File:", "*** Update File:", "*** Delete File:" or "${END}"`,
    );
  const path = line.slice(marker.length).trim();
  if (path === '') return malformed(reader, escaped`the path is missing`);
  reader.at++;
  if (marker === DELETE) return ok({ kind: 'delete', path, hunks: [] });
  return marker === ADD ? parseAdd(path, reader) : parseUpdate(path, reader);
}

function parseAdd(path: string, reader: Reader): Outcome<FilePatch> {
  const added: string[] = [];
  for (; !atMarker(reader); reader.at++) {
    const line = reader.lines[reader.at] ?? '';
    if (line.startsWith('+')) added.push(line.slice(1));
    else if (line !== '' || !onlyBlankToMarker(reader))
      return malformed(
        reader,
        escaped`every line of the added file ${nameInTags(path)} has to start with "+"`,
      );
  }
  return ok({ kind: 'add', path, text: added.map((line) => `${line}\n`).join('') });
}

function parseUpdate(path: string, reader: Reader): Outcome<FilePatch> {
  const move =
    reader.lines[reader.at]?.startsWith(MOVE) === true
      ? reader.lines[reader.at]?.slice(MOVE.length).trim()
      : undefined;
  if (move !== undefined) reader.at++;
  if (move === '') return malformed(reader, escaped`the new path is missing`);
  const hunks: Hunk[] = [];
  for (;;) {
    skipBlank(reader);
    if (atMarker(reader)) break;
    const hunk = parseHunk(reader);
    if (!hunk.ok) return hunk;
    hunks.push(hunk.value);
  }
  if (hunks.length === 0 && move === undefined)
    return malformed(reader, escaped`the update of ${nameInTags(path)} has no hunk`);
  return ok({ kind: 'update', path, hunks, ...(move !== undefined && { moveTo: move }) });
}

function parseHunk(reader: Reader): Outcome<Hunk> {
  const headers: string[] = [];
  let index: number | undefined;
  for (
    let line = reader.lines[reader.at];
    line?.startsWith('@@') === true;
    line = reader.lines[++reader.at]
  ) {
    // Models mix the formats: line numbers are taken as a hint, and text after them is ignored.
    const numbers = /^@@ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@/.exec(line);
    const header = line.slice(2).replace(/^ /, '').trimEnd();
    if (numbers) index = Math.max(0, Number(numbers[1]) - 1);
    else if (header !== '') headers.push(header);
  }
  const lines: HunkLine[] = [];
  for (; !atMarker(reader) && !reader.lines[reader.at]?.startsWith('@@'); reader.at++) {
    const line = reader.lines[reader.at] ?? '';
    if (line === '' && onlyBlankToMarker(reader)) continue;
    const op = line === '' ? ' ' : line[0];
    if (op !== ' ' && op !== '+' && op !== '-')
      return malformed(reader, escaped`a line of a hunk has to start with " ", "+", "-" or "@@"`);
    lines.push(hunkLine(op, line.slice(1)));
  }
  if (!lines.some(({ op }) => op !== ' '))
    return malformed(reader, escaped`the hunk before it changes nothing: no line starts with "+" or "-"`);
  const atEnd = reader.lines[reader.at]?.trimEnd() === END_OF_FILE;
  if (atEnd) reader.at++;
  const place =
    index !== undefined && headers.length === 0
      ? ({ kind: 'near', index } as const)
      : ({ kind: 'below', headers } as const);
  return ok({ lines, place, atEnd });
}

function atMarker({ lines, at }: Reader): boolean {
  const line = lines[at];
  return line === undefined || line.startsWith('*** ');
}

/**
 * Whether the empty lines from here on only separate: a marker or a header follows, but not the
 * marker for the file's end.
 */
function onlyBlankToMarker(reader: Reader): boolean {
  const { lines, at } = reader;
  if (reader.full <= at) reader.full = at;
  while (lines[reader.full] === '') reader.full++;
  const line = lines[reader.full];
  return (
    line === undefined || line.startsWith('@@') || (line.startsWith('*** ') && line.trimEnd() !== END_OF_FILE)
  );
}

function skipBlank(reader: Reader): void {
  while (reader.lines[reader.at]?.trim() === '') reader.at++;
}

function malformed({ lines, at }: Reader, what: Escaped): Outcome<never> {
  const line = lines[at];
  const there = line === undefined ? 'the end' : quote(line);
  return refuse(
    'patch_malformed',
    escaped`Line ${at + 1} of the patch (${there}): ${what}. Nothing was changed.`,
  );
}
