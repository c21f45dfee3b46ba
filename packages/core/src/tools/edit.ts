import { z } from 'zod';
import { type Escaped, escaped, inline, joined, withTags } from '../support/escaped.js';
import { lookUp, type DiskFile } from './disk-file.js';
import { counted } from '../support/counted.js';
import { displayDiff } from './display-diff.js';
import { dryRun } from './preview/dry-run.js';
import { describeLines, toLf } from './line-endings.js';
import { mutate, type Mutation } from './mutation.js';
import { describeNearMatch, MAX_FILE_LINES, nearMatch } from './near-match.js';
import { ok, refuse, type Outcome } from './outcome.js';
import { declare, dryRunParam, pathParam, textParam, toolCall } from './params.js';
import { lineNumbers, occurrences, replaceAt } from './replace.js';
import { encodeText, parseText, readText, type EditableText } from './text.js';
import { admitPath, type WorkspacePath } from './workspace-path.js';

const EditParams = z.object({
  file_path: pathParam('The file, absolute or relative to the workspace root.'),
  old_string: textParam('The exact text to replace. Empty: create the file.'),
  new_string: textParam('The text to put in its place.'),
  expected_replacements: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(1)
    .describe('How often old_string must occur; all occurrences are replaced.'),
  dry_run: dryRunParam,
});

type EditParams = z.infer<typeof EditParams>;

export const editDeclaration = declare(
  'edit',
  'Replaces old_string by new_string in one UTF-8 text file of the workspace. old_string must match ' +
    'exactly, ' +
    'indentation included, and must occur exactly expected_replacements times: take in enough ' +
    'neighbouring lines to ' +
    'make it unique. A line break in it matches LF and CRLF, and the file keeps its own line endings ' +
    'and byte order ' +
    'mark. With an empty old_string the file is created; one that exists must be empty. The result may ' +
    'end with ' +
    'errors that language servers find in the file: the edit was made all the same.',
  EditParams,
);

/** The tool `edit`. Replaces exact text in one file. */
export const edit = toolCall('edit', EditParams, (params, context, signal) => {
  const perform = params.dry_run ? dryRun : mutate;
  return perform(context, signal, () => prepare(params, context.workspaceRoot));
});

async function prepare(params: EditParams, workspaceRoot: string): Promise<Outcome<Mutation>> {
  if (params.old_string === params.new_string) {
    return refuse(
      'edit_no_change',
      escaped`old_string and new_string are the same; there is nothing to change.`,
    );
  }
  const path = await admitPath(workspaceRoot, params.file_path);
  if (!path.ok) return path;
  const found = await lookUp(path.value);
  if (!found.ok) return found;
  const file = found.value;
  if (file === undefined) return create(params, path.value);
  const before = await readText(file);
  if (!before.ok) return before;
  const edited =
    params.old_string === '' ? fill(params, before.value, file) : replace(params, before.value, file);
  if (!edited.ok) return edited;
  const { what, after } = edited.value;
  return ok({
    kind: 'edit',
    changes: [{ kind: 'write', path: path.value, before: file, bytes: encodeText(after), like: file }],
    files: [{ filePath: path.value.real, text: after.text, before: before.value.text }],
    success: escaped`Edited ${what}`,
    intent: escaped`edit ${what}`,
    display: displayDiff(withTags(path.value.shown), before.value.text, after.text),
  });
}

function create(params: EditParams, path: WorkspacePath): Outcome<Mutation> {
  if (params.old_string !== '') {
    return refuse(
      'file_not_found',
      joined(
        [
          escaped`${path.shown} does not exist.`,
          escaped`Check the path; to create the file, use an empty old_string or write_file.`,
        ],
        ' ',
      ),
    );
  }
  const after = parseText(params.new_string);
  return ok({
    kind: 'edit',
    changes: [{ kind: 'write', path, before: undefined, bytes: encodeText(after), like: undefined }],
    files: [{ filePath: path.real, text: after.text, created: true }],
    success: escaped`Created ${path.shown} (${describeLines(after.text)}).`,
    intent: escaped`create ${path.shown} (${describeLines(after.text)}).`,
    display: displayDiff(withTags(path.shown), undefined, after.text),
  });
}

interface Edited {
  /** What was edited, and how: `a.ts: replaced 1 time (line 3).` */
  readonly what: Escaped;
  readonly after: EditableText;
}

function fill(params: EditParams, before: EditableText, { path }: DiskFile): Outcome<Edited> {
  if (before.text !== '') {
    const unsaid = escaped`an empty old_string does not say what to replace`;
    const remedy = escaped`Quote the text to replace, or use write_file to replace the whole file.`;
    return refuse('file_exists', escaped`${path.shown} exists and is not empty, so ${unsaid}. ${remedy}`);
  }
  const { bom, text } = parseText(params.new_string);
  return ok({
    what: escaped`${path.shown}: filled the empty file (${describeLines(text)}).`,
    after: { bom: bom || before.bom, text },
  });
}

function replace(params: EditParams, before: EditableText, { path }: DiskFile): Outcome<Edited> {
  const lf = toLf(before.text);
  const needle = toLf(parseText(params.old_string).text);
  const replacement = parseText(params.new_string).text;
  if (needle === toLf(replacement)) {
    const difference = escaped`old_string and new_string differ only in line endings or a byte order mark`;
    return refuse('edit_no_change', escaped`${difference}, which edit leaves as they are.`);
  }
  if (needle === '')
    return refuse(
      'edit_not_found',
      escaped`old_string is only a byte order mark; quote the text to replace.`,
    );
  const offsets = occurrences(lf, needle);
  const lines = lineNumbers(lf, offsets);
  if (offsets.length === 0) return refuse('edit_not_found', notFound(lf, needle, path));
  if (offsets.length !== params.expected_replacements)
    return refuse('edit_ambiguous', miscounted(lines, params.expected_replacements, path));
  return ok({
    what: escaped`${path.shown}: replaced ${times(lines.length)} (${listLines(lines)}).`,
    after: { bom: before.bom, text: replaceAt(before.text, offsets, needle.length, replacement) },
  });
}

function notFound(lf: string, needle: string, { shown }: WorkspacePath): Escaped {
  const near = nearMatch(lf.replace(/\n$/, '').split('\n', MAX_FILE_LINES), needle.split('\n'), 'partial');
  const hint =
    near === undefined ? 'Nothing in the file resembles it; read the file again.' : describeNearMatch(near);
  return escaped`old_string was not found in ${shown}; nothing was changed. ${hint}`;
}

function miscounted(lines: readonly number[], expected: number, { shown }: WorkspacePath): Escaped {
  const remedy =
    lines.length > expected
      ? 'Take in neighbouring lines to make old_string unique, or set expected_replacements'
      : 'Set expected_replacements';
  const found = escaped`old_string occurs ${times(lines.length)} in ${shown} (${listLines(lines)})`;
  return escaped`${found}, expected ${times(expected)}; nothing was changed. ${remedy} to ${lines.length}.`;
}

const MAX_LISTED_LINES = 20;

function listLines(lines: readonly number[]): Escaped {
  const rest = lines.length - MAX_LISTED_LINES;
  const listed = inline(lines.slice(0, MAX_LISTED_LINES).join(', '));
  const more = rest > 0 ? escaped` and ${rest} more` : '';
  return escaped`${lines.length === 1 ? 'line' : 'lines'} ${listed}${more}`;
}

function times(count: number): Escaped {
  return counted(count, 'time');
}
