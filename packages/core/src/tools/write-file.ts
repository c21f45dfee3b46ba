import { z } from 'zod';
import { escaped, withTags } from '../support/escaped.js';
import { lookUp, readBytes, type DiskFile } from './disk-file.js';
import { displayDiff } from './display-diff.js';
import { dryRun } from './preview/dry-run.js';
import { describeLines, dominantEnding, withEnding } from './line-endings.js';
import { mutate, type Mutation } from './mutation.js';
import { ok, type Outcome } from './outcome.js';
import { declare, dryRunParam, pathParam, textParam, toolCall } from './params.js';
import { decodeText, encodeText, parseText, type FileText } from './text.js';
import { admitPath } from './workspace-path.js';

const WriteFileParams = z.object({
  file_path: pathParam('The file, absolute or relative to the workspace root.'),
  content: textParam('The whole new content.'),
  dry_run: dryRunParam,
});

type WriteFileParams = z.infer<typeof WriteFileParams>;

export const writeFileDeclaration = declare(
  'write_file',
  'Writes one UTF-8 text file of the workspace, replacing the file if it exists and creating its ' +
    'folders if they do ' +
    'not. An existing file keeps its byte order mark, and its line endings if content has LF only: it ' +
    'gets the kind ' +
    'that most of its lines have. Content with CRLF is written as it is. The result may end with ' +
    'errors that language ' +
    'servers find in this file and in others: the file was written all the same.',
  WriteFileParams,
);

/** The tool `write_file`. */
export const writeFile = toolCall('write_file', WriteFileParams, (params, context, signal) => {
  const perform = params.dry_run ? dryRun : mutate;
  return perform(context, signal, () => prepare(params, context.workspaceRoot));
});

async function prepare(
  { file_path, content }: WriteFileParams,
  workspaceRoot: string,
): Promise<Outcome<Mutation>> {
  const path = await admitPath(workspaceRoot, file_path);
  if (!path.ok) return path;
  const file = await lookUp(path.value);
  if (!file.ok) return file;
  const before = file.value === undefined ? ok(undefined) : await readPrevious(file.value);
  if (!before.ok) return before;

  const created = file.value === undefined;
  const after = inStyleOf(before.value, content);
  const { real, shown } = path.value;
  return ok({
    kind: 'write',
    changes: [
      { kind: 'write', path: path.value, before: file.value, bytes: encodeText(after), like: file.value },
    ],
    files: [
      {
        filePath: real,
        text: after.text,
        ...(created && { created }),
        ...(before.value && { before: before.value.text }),
      },
    ],
    success: escaped`${created ? 'Created' : 'Overwrote'} ${shown} (${describeLines(after.text)}).`,
    intent: escaped`${created ? 'create' : 'overwrite'} ${shown} (${describeLines(after.text)}).`,
    display: displayDiff(withTags(shown), created ? undefined : (before.value?.text ?? ''), after.text),
  });
}

/**
 * The text that is about to be replaced. A file that is not text, or too long, may be replaced too;
 * it has no style to keep.
 */
async function readPrevious(file: DiskFile): Promise<Outcome<FileText | undefined>> {
  const bytes = await readBytes(file);
  if (!bytes.ok) return bytes.refusal.type === 'file_too_large' ? ok(undefined) : bytes;
  const text = decodeText(bytes.value, file.path.shown);
  return ok(text.ok ? text.value : undefined);
}

function inStyleOf(before: FileText | undefined, content: string): FileText {
  const { bom, text } = parseText(content);
  const ending = text.includes('\r\n') ? undefined : dominantEnding(before?.text ?? '');
  return { bom: bom || (before?.bom ?? false), text: withEnding(text, ending) };
}
