import { diffLines } from 'diff';
import { type Escaped, escaped, joined, withTags } from '../support/escaped.js';
import type { CheckFileParams, FileChange, FileMove } from '../lsp/types.js';
import { atOnce } from './at-once.js';
import type { Change } from './change.js';
import { lookUp, type DiskFile } from './disk-file.js';
import { displayDiff } from './display-diff.js';
import { ok, refuse, type Outcome } from './outcome.js';
import { encodeText, parseText, readText, type EditableText } from './text.js';
import { admitPath } from './workspace-path.js';

/** Changes that the service has computed, ready to be written. */
export interface PreparedChanges {
  readonly changes: readonly Change[];
  readonly files: CheckFileParams[];
  /** Absolute: the old names of moved files. */
  readonly deleted: string[];
  /** `M a.ts (+1 -0)`, `R a.ts -> b.ts (+1 -1)`, one line each. */
  readonly summary: readonly Escaped[];
  /** For people. */
  readonly display: Escaped;
}

/** One file's part of {@link PreparedChanges}. */
interface Prepared {
  readonly changes: readonly Change[];
  readonly file?: CheckFileParams;
  readonly deleted?: string;
  readonly summary: Escaped;
  readonly diff: Escaped;
}

/**
 * Holds each change against the file on disk. All are refused if one of the files is not the text
 * that the change was made from. Permissions are kept, and where only the name changes, times too.
 */
export async function prepareChanges(
  changes: readonly (FileChange | FileMove)[],
  workspaceRoot: string,
): Promise<Outcome<PreparedChanges>> {
  const outcomes = await atOnce(changes, (change) =>
    'from' in change ? prepareMove(change, workspaceRoot) : prepareText(change, workspaceRoot),
  );
  const refused = outcomes.find((outcome) => !outcome.ok);
  if (refused !== undefined) return refused;
  const prepared = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
  return ok({
    changes: prepared.flatMap((one) => one.changes),
    files: prepared.flatMap(({ file }) => file ?? []),
    deleted: prepared.flatMap(({ deleted }) => deleted ?? []),
    summary: prepared.map(({ summary }) => summary),
    display: joined(
      prepared.map(({ diff }) => diff),
      '\n',
    ),
  });
}

async function prepareText(
  { file, former, text }: FileChange,
  workspaceRoot: string,
): Promise<Outcome<Prepared>> {
  const path = await admitPath(workspaceRoot, file);
  if (!path.ok) return path;
  const { real, shown } = path.value;
  const found = await lookUp(path.value);
  if (!found.ok) return found;
  const isCreated = former === undefined;
  if (isCreated && found.value !== undefined) return exists(shown);
  if (!isCreated && found.value === undefined) return gone(shown);
  const held = found.value && (await heldText(found.value, former ?? ''));
  if (held?.ok === false) return held;
  const [before, after] = [held?.value.text, parseText(text)];
  return ok({
    changes: [
      { kind: 'write', path: path.value, before: found.value, bytes: encodeText(after), like: found.value },
    ],
    file: { filePath: real, text: after.text, ...(before === undefined ? { created: true } : { before }) },
    summary: escaped`${isCreated ? 'A' : 'M'} ${shown} (${countChanges(before ?? '', after.text)})`,
    diff: displayDiff(withTags(shown), before, after.text),
  });
}

async function prepareMove(
  { file, from, former, text }: FileMove,
  workspaceRoot: string,
): Promise<Outcome<Prepared>> {
  const [path, old] = [await admitPath(workspaceRoot, file), await admitPath(workspaceRoot, from)];
  if (!path.ok) return path;
  if (!old.ok) return old;
  const { real, shown } = path.value;
  const [target, origin] = [await lookUp(path.value), await lookUp(old.value)];
  if (!target.ok) return target;
  if (!origin.ok) return origin;
  if (target.value !== undefined) return exists(shown);
  if (origin.value === undefined) return gone(old.value.shown);
  const [deleted, what] = [old.value.real, escaped`R ${old.value.shown} -> ${shown}`];
  if (text === undefined)
    return ok({
      changes: [{ kind: 'rename', path: path.value, from: origin.value }],
      deleted,
      summary: escaped`${what} (+0 -0)`,
      diff: withTags(what),
    });
  const held = await heldText(origin.value, former ?? '');
  if (!held.ok) return held;
  const after = parseText(text);
  return ok({
    changes: [
      { kind: 'write', path: path.value, before: undefined, bytes: encodeText(after), like: origin.value },
      { kind: 'remove', path: old.value, before: origin.value },
    ],
    file: { filePath: real, text: after.text, created: true },
    deleted,
    summary: escaped`${what} (${countChanges(held.value.text, after.text)})`,
    diff: displayDiff(withTags(shown), held.value.text, after.text, withTags(old.value.shown)),
  });
}

/** Refuses a file that is not this text any more. */
async function heldText(file: DiskFile, former: string): Promise<Outcome<EditableText>> {
  const held = await readText(file);
  if (held.ok && encodeText(held.value).toString() !== former)
    return refuse(
      'file_changed',
      escaped`${file.path.shown} has changed since the change was computed. Nothing was changed.`,
    );
  return held;
}

function exists(shown: Escaped): Outcome<never> {
  return refuse(
    'file_exists',
    escaped`${shown} exists by now, and the change would create it. Nothing was changed.`,
  );
}

function gone(shown: Escaped): Outcome<never> {
  return refuse('file_not_found', escaped`${shown} does not exist any more. Nothing was changed.`);
}

/** A longer comparison is given up: the lines of both texts count then. */
const MAX_EDITS = 10_000;

function countChanges(before: string, text: string): Escaped {
  const parts = diffLines(before, text, { maxEditLength: MAX_EDITS });
  if (parts === undefined) return escaped`rewritten`;
  const count = (which: 'added' | 'removed'): number =>
    parts.reduce((sum, part) => sum + (part[which] ? part.count : 0), 0);
  return escaped`+${count('added')} -${count('removed')}`;
}
