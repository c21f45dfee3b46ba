import { type Escaped, escaped, joined, withTags } from '../../support/escaped.js';
import type { CheckFileParams } from '../../lsp/types.js';
import { counted } from '../../support/counted.js';
import type { Change } from '../change.js';
import type { Mutation } from '../mutation.js';
import { ok, type Outcome } from '../outcome.js';
import { bytesOf, type Draft, type PlannedFile } from './plan.js';

/** Turns a plan into a mutation: the changes on disk, the summary, and the files to check. */
export async function toMutation(entries: readonly PlannedFile[]): Promise<Outcome<Mutation>> {
  const changes: Change[] = [];
  const summary: Escaped[] = [];
  const files: CheckFileParams[] = [];
  const deleted: string[] = [];
  const gone = new Set(entries.filter(({ now }) => now === undefined).map(({ path }) => path.real));

  for (const entry of entries) {
    const { path, before, now, held } = entry;
    if (now === undefined) {
      if (before === undefined) continue;
      deleted.push(path.real);
      const movedTo = entries.find((other) => other.now?.origin === before);
      if (movedTo === undefined) summary.push(line('D', entry, path.shown));
      if (movedTo === undefined || !isPureMove(movedTo, gone)) changes.push({ kind: 'remove', path, before });
      continue;
    }
    if (isUntouched(entry, now)) continue;
    const { origin, text, executable } = now;
    if (text !== undefined)
      files.push({
        filePath: path.real,
        text: text.text,
        ...(before === undefined && { created: true }),
        ...(held !== undefined && { before: held }),
      });
    summary.push(describe(entry, now));
    if (origin !== undefined && isPureMove(entry, gone)) {
      changes.push({ kind: 'rename', path, from: origin });
      continue;
    }
    const bytes = await bytesOf(now);
    if (!bytes.ok) return bytes;
    changes.push({ kind: 'write', path, before, bytes: bytes.value, like: origin ?? before, executable });
  }

  const lines = joined(summary, '\n');
  const what = escaped`the patch to ${counted(summary.length, 'file')}:\n${lines}`;
  return ok({
    kind: 'patch',
    changes,
    files,
    deleted,
    success: escaped`Applied ${what}`,
    intent: escaped`apply ${what}`,
    display: withTags(lines),
  });
}

function isUntouched({ before }: PlannedFile, { origin, text, executable }: Draft): boolean {
  return origin !== undefined && origin === before && text === undefined && executable === undefined;
}

/**
 * Whether a file gets a new name and keeps its bytes, the old name being gone and the new one free.
 * Then one rename suffices, which keeps its times and its identity.
 */
function isPureMove({ before, now }: PlannedFile, gone: ReadonlySet<string>): boolean {
  if (now?.origin === undefined || now.text !== undefined || now.executable !== undefined) return false;
  return before === undefined && gone.has(now.origin.path.real);
}

function describe(entry: PlannedFile, { origin }: Draft): Escaped {
  const { path, before } = entry;
  if (origin !== undefined && origin !== before)
    return line('R', entry, escaped`${origin.path.shown} -> ${path.shown}`);
  return line(before === undefined ? 'A' : 'M', entry, path.shown);
}

function line(letter: 'A' | 'M' | 'D' | 'R', { added, removed }: PlannedFile, what: Escaped): Escaped {
  return escaped`${letter} ${what} (+${added} -${removed})`;
}
