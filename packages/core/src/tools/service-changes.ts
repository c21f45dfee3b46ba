import { diffLines } from 'diff';
import type { CheckFileParams, FileChange } from '../lsp/types.js';
import type { Change } from './change.js';
import { lookUp } from './disk-file.js';
import { displayDiff } from './display-diff.js';
import { ok, refuse, type Outcome } from './outcome.js';
import { encodeText, parseText, readText } from './text.js';
import { admitPath } from './workspace-path.js';

/** Changes that the service has computed, ready to be written. */
export interface PreparedChanges {
  readonly changes: readonly Change[];
  readonly files: CheckFileParams[];
  /** `M a.ts (+1 -0)`, one line each. */
  readonly summary: readonly string[];
  readonly display: string;
}

/**
 * Holds each change against the file on disk. All are refused if one of the files is not the text
 * that the change was made from. Permissions are kept.
 */
export async function prepareChanges(changes: readonly FileChange[], workspaceRoot: string): Promise<Outcome<PreparedChanges>> {
  const prepared: Change[] = [];
  const files: CheckFileParams[] = [];
  const summary: string[] = [];
  const diffs: string[] = [];
  for (const { file, former, text } of changes) {
    const path = await admitPath(workspaceRoot, file);
    if (!path.ok) return path;
    const { real, shown } = path.value;
    const found = await lookUp(path.value);
    if (!found.ok) return found;
    const isCreated = former === undefined;
    if (isCreated && found.value !== undefined) return refuse('file_exists', `${shown} exists by now, and the change would create it. Nothing was changed.`);
    if (!isCreated && found.value === undefined) return refuse('file_not_found', `${shown} does not exist any more. Nothing was changed.`);
    const held = found.value && (await readText(found.value));
    if (held?.ok === false) return held;
    if (held !== undefined && encodeText(held.value).toString() !== former) return refuse('file_changed', `${shown} has changed since the change was computed. Nothing was changed.`);
    const [before, after] = [held?.value.text, parseText(text)];
    prepared.push({ kind: 'write', path: path.value, before: found.value, bytes: encodeText(after), like: found.value });
    files.push({ filePath: real, text: after.text, ...(before === undefined ? { created: true } : { before }) });
    summary.push(`${isCreated ? 'A' : 'M'} ${shown} (${countChanges(before ?? '', after.text)})`);
    diffs.push(displayDiff(shown, before, after.text));
  }
  return ok({ changes: prepared, files, summary, display: diffs.join('\n') });
}

/** A longer comparison is given up: the lines of both texts count then. */
const MAX_EDITS = 10_000;

function countChanges(before: string, text: string): string {
  const parts = diffLines(before, text, { maxEditLength: MAX_EDITS });
  if (parts === undefined) return 'rewritten';
  const count = (which: 'added' | 'removed'): number => parts.reduce((sum, part) => sum + (part[which] ? part.count : 0), 0);
  return `+${count('added')} -${count('removed')}`;
}
