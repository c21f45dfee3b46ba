import { parsePatch, type StructuredPatch, type StructuredPatchHunk } from 'diff';
import { nameInTags, proseInTags } from '../../lsp/in-tags.js';
import { type Escaped, escaped } from '../../support/escaped.js';
import { quote } from '../near-match.js';
import { ok, refuse, type Outcome } from '../outcome.js';
import { type FilePatch, type Hunk, type HunkLine, hunkLine } from './file-patch.js';

const NOWHERE = '/dev/null';

/**
 * Parses unified diffs, including git's renames, new and deleted files, and modes.
 *
 * @param lines without line endings, but the content of a CRLF file may end in `\r`
 */
export function parseUnified(lines: readonly string[]): Outcome<FilePatch[]> {
  const unreadable = unreadableHeader(lines) ?? unsupported(lines);
  if (unreadable !== undefined) return malformed(unreadable);
  const parsed = parse(lines);
  if (!parsed.ok) return parsed;
  const patches: FilePatch[] = [];
  const prefixes = prefixesOf(lines);
  for (const file of parsed.value) {
    if (file.oldFileName === undefined && file.hunks.length === 0) continue;
    const patch = toFilePatch(file, prefixes);
    if (!patch.ok) return patch;
    patches.push(patch.value);
  }
  return patches.length > 0
    ? ok(patches)
    : malformed(escaped`it is neither a unified diff nor does it start with "*** Begin Patch"`);
}

// No line of a hunk's body can start with these characters, so such a line is always a header.
function unreadableHeader(lines: readonly string[]): Escaped | undefined {
  const at = lines.findIndex(
    (line) => line.startsWith('@@') && !/^@@ -\d+(,\d+)? \+\d+(,\d+)? @@/.test(line),
  );
  return at === -1
    ? undefined
    : escaped`line ${at + 1} (${quote(lines[at] ?? '')}) has to look like "@@ -1,3 +1,4 @@"`;
}

function unsupported(lines: readonly string[]): Escaped | undefined {
  if (lines.some((line) => line.startsWith('GIT binary patch') || /^Binary files .* differ$/.test(line)))
    return escaped`it has a binary file, which cannot be patched`;
  if (lines.some((line) => /^(new file|deleted file|new) mode 1[26]0000$/.test(line)))
    return escaped`symbolic links and submodules cannot be patched`;
  return lines.some((line) => line.startsWith('copy from '))
    ? escaped`copies cannot be patched; add the new file instead`
    : undefined;
}

function parse(lines: readonly string[]): Outcome<StructuredPatch[]> {
  try {
    return ok(parsePatch(lines.join('\n')));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const at = /hunk at line (\d+)/i.exec(reason)?.[1];
    return malformed((at === undefined ? undefined : miscounted(lines, Number(at))) ?? proseInTags(reason));
  }
}

/** @param at the 1-based line of a hunk's header */
function miscounted(lines: readonly string[], at: number): Escaped | undefined {
  const header = lines[at - 1] ?? '';
  const counts = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(header);
  const [old, added] = [Number(counts?.[1] ?? 1), Number(counts?.[2] ?? 1)];
  const rest = lines.slice(at);
  const end = rest.findIndex(
    (line, index) =>
      !/^[ +\\-]/.test(line) || (line.startsWith('--- ') && rest[index + 1]?.startsWith('+++ ')),
  );
  const body = end === -1 ? rest : rest.slice(0, end);
  const actual = [
    body.filter((line) => /^[ -]/.test(line)).length,
    body.filter((line) => /^[ +]/.test(line)).length,
  ] as const;
  if (actual[0] === old && actual[1] === added) return undefined;
  const hunk = escaped`the hunk at line ${at} (${quote(header)})`;
  const announced = escaped`${hunk} announces ${old} old and ${added} new lines`;
  return escaped`${announced}, but ${actual[0]} old and ${actual[1]} new lines follow`;
}

function toFilePatch(file: StructuredPatch, prefixes: Prefixes): Outcome<FilePatch> {
  const { oldFileName, newFileName } = file;
  if (oldFileName === undefined || newFileName === undefined) {
    return malformed(escaped`a hunk has no file; "--- a/path" and "+++ b/path" have to come before it`);
  }
  const hunks = file.hunks.map(toHunk);
  if (file.hunks.some(({ lines }) => !lines.some((line) => /^[+-]/.test(line))))
    return malformed(escaped`a hunk of ${nameInTags(newFileName)} changes nothing`);
  const [oldPath, newPath] = withoutPrefixes(oldFileName, newFileName, prefixes);
  const executable = file.newMode === undefined ? {} : { executable: file.newMode.endsWith('755') };
  if (file.isDelete === true || newFileName === NOWHERE) return ok({ kind: 'delete', path: oldPath, hunks });
  if (file.isCreate === true || oldFileName === NOWHERE) return toAdd(newPath, file.hunks, executable);
  if (oldPath !== newPath && file.isRename !== true) {
    const names = escaped`it names two files, ${nameInTags(oldPath)} and ${nameInTags(newPath)}`;
    const remedy = escaped`a move needs the lines "rename from" and "rename to" of a git diff`;
    return malformed(escaped`${names}; ${remedy}`);
  }
  if (hunks.length === 0 && file.isRename !== true && file.newMode === undefined)
    return malformed(escaped`${nameInTags(newPath)} has no hunk`);
  return ok({
    kind: 'update',
    path: oldPath,
    hunks,
    ...executable,
    ...(oldPath !== newPath && { moveTo: newPath }),
  });
}

function toAdd(
  path: string,
  hunks: readonly StructuredPatchHunk[],
  executable: { executable?: boolean },
): Outcome<FilePatch> {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const added = lines.filter((line) => line.startsWith('+'));
  const unended = lines.at(-1)?.startsWith('\\') === true;
  if (hunks.length > 1 || added.length + (unended ? 1 : 0) !== lines.length) {
    return malformed(escaped`${nameInTags(path)} is new, so it needs one hunk with nothing but "+" lines`);
  }
  const text = added.map((line) => `${line.slice(1)}\n`).join('');
  return ok({ kind: 'add', path, text: unended ? text.slice(0, -1) : text, ...executable });
}

type Prefixes = readonly [old: string, now: string];

/**
 * The prefixes that git puts before names: `a/` and `b/`, or with diff.mnemonicPrefix letters that
 * say what was compared.
 */
function prefixesOf(lines: readonly string[]): Prefixes {
  const header = lines.find((line) => line.startsWith('diff --git ')) ?? '';
  const [, old = 'a', now = 'b'] = /^diff --git "?([ciow])\/.* "?([ciow])\//.exec(header) ?? [];
  return old === now ? ['a/', 'b/'] : [`${old}/`, `${now}/`];
}

/**
 * A folder may have the same name as a prefix. So a prefix is removed only if both names have
 * theirs.
 */
function withoutPrefixes(oldName: string, newName: string, [old, now]: Prefixes): [string, string] {
  const prefixed =
    (oldName === NOWHERE || oldName.startsWith(old)) && (newName === NOWHERE || newName.startsWith(now));
  return prefixed ? [oldName.slice(old.length), newName.slice(now.length)] : [oldName, newName];
}

function toHunk({ oldStart, lines }: StructuredPatchHunk): Hunk {
  const body: HunkLine[] = [];
  // The text that hunks are matched with has no byte order mark.
  const bare = (text: string) => (oldStart <= 1 ? text.replace(/^\uFEFF/, '') : text);
  // Which of the two texts ends here without a line ending.
  const unended = { old: false, new: false };
  for (const line of lines) {
    const op = line[0] ?? ' ';
    const last = body.at(-1);
    if (op === '\\') {
      unended.old ||= last?.op !== '+';
      unended.new ||= last?.op !== '-';
    } else body.push(hunkLine(op === '+' || op === '-' ? op : ' ', bare(line.slice(1))));
  }
  const atEnd = unended.old || unended.new;
  return {
    lines: body,
    place: { kind: 'near', index: oldStart - 1 },
    atEnd,
    ...(atEnd && { finalNewline: !unended.new }),
  };
}

function malformed(what: Escaped): Outcome<never> {
  return refuse('patch_malformed', escaped`The patch cannot be read: ${what}. Nothing was changed.`);
}
