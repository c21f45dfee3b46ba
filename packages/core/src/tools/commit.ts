import { dirname } from 'node:path';
import { type Escaped, escaped, joined } from '../support/escaped.js';
import { atOnce } from './at-once.js';
import { describeChange, type Change } from './change.js';
import { changedSince, stateOf, type DiskFile } from './disk-file.js';
import { attempt } from './io-error.js';
import { Journal } from './journal/journal.js';
import { ok, refuse, type Outcome } from './outcome.js';
import { Rollback } from './rollback.js';
import { exchange, keepOriginal, makeFolder, namesFor, stage, type Names } from './stage.js';
import type { WorkspacePath } from './workspace-path.js';

export interface CommitOptions {
  readonly workspaceRoot: string;
  readonly signal?: AbortSignal | undefined;
  readonly prove?: (() => Promise<Outcome<undefined>>) | undefined;
}

export interface Committed {
  /** It needed a note (ADR 0031), and none could be written. */
  readonly isUnnoted: boolean;
}

/**
 * Makes all changes or none.
 *
 * First, everything that needs room or permission to create files is done under other names. Then
 * every file is compared with what was looked up. Only then are names exchanged, each in one step,
 * so a reader sees a file's old bytes or its new ones. On a failure the exchanges made so far are
 * undone.
 *
 * With `prove`, the originals are kept until it has answered. Its refusal undoes everything, unless
 * something else has changed one of the files meanwhile: then nothing is undone.
 *
 * If the process is killed in the middle, the next change in the workspace finds a note of this one,
 * and takes it back (ADR 0031). If the power fails, that is not certain: the files' own bytes are not
 * waited for (no fsync).
 *
 * A file that has several hard links is detached from the others.
 */
export async function commit(
  changes: readonly Change[],
  { workspaceRoot, signal, prove }: CommitOptions,
): Promise<Outcome<Committed>> {
  const planned = changes.map((change) => [change, namesFor(change)] as const);
  // A single exchange is never half made.
  const keeps = prove !== undefined || changes.length > 1;
  const journal = keeps ? await Journal.begin(planned, workspaceRoot) : undefined;
  const rollback = new Rollback();
  const performed = await perform(planned, { rollback, journal, keeps }, signal);
  const written = performed.ok && prove !== undefined ? await statesOf(changes) : [];
  const outcome = performed.ok && prove !== undefined ? await prove() : performed;
  if (outcome.ok) {
    await journal?.complete();
    await rollback.discard();
    await journal?.end();
    return ok({ isUnnoted: keeps && journal === undefined });
  }
  const moved = await attempt(escaped`look at what was written`, () => firstChanged(written));
  if (!moved.ok || moved.value !== undefined) {
    await journal?.complete();
    await rollback.discard();
    await journal?.end();
    const { type, message } = outcome.refusal;
    const why = moved.ok ? (moved.value ?? '') : moved.refusal.message;
    return refuse(type, escaped`${message} It could not be taken back: ${why}. All of it is written.`);
  }
  const lost = await rollback.run();
  await journal?.end();
  if (lost.length === 0) return outcome;
  const { type, message } = outcome.refusal;
  return refuse(type, escaped`${message} These could not be put back: ${joined(lost, '; ')}.`);
}

interface Safeguards {
  readonly rollback: Rollback;
  readonly journal: Journal | undefined;
  /** The originals are kept until all of it holds. */
  readonly keeps: boolean;
}

async function perform(
  planned: readonly (readonly [Change, Names])[],
  { rollback, journal, keeps }: Safeguards,
  signal: AbortSignal | undefined,
): Promise<Outcome<undefined>> {
  const folders = new Set<string>();
  for (const [change] of planned) {
    const folder = dirname(change.path.real);
    if (change.kind === 'remove' || folders.has(folder)) continue;
    folders.add(folder);
    const made = await attempt(describeChange(change), () => makeFolder(change.path, rollback));
    if (!made.ok) return made;
  }
  const staged = await ofAll(planned, ([change, names]) =>
    attempt(describeChange(change), () => stage(change, names, rollback)),
  );
  if (!staged.ok) return staged;
  if (signal?.aborted === true)
    return refuse('aborted', escaped`The call was aborted before anything was written.`);
  await journal?.onDisk();
  const unchanged = await ofAll(planned, ([change]) => verify(change));
  if (!unchanged.ok) return unchanged;
  if (keeps) {
    const kept = await ofAll(planned, ([change, names]) =>
      attempt(describeChange(change), () => keepOriginal(change, names, rollback)),
    );
    if (!kept.ok) return kept;
  }
  for (const [change, names] of planned) {
    const exchanged = await attempt(describeChange(change), () => exchange(change, names, rollback));
    if (!exchanged.ok) return exchanged;
  }
  return ok(undefined);
}

/**
 * At once, and waits for all: a step that is under way cannot be undone. The first failure in their
 * order counts.
 */
async function ofAll<T>(
  items: readonly T[],
  step: (item: T) => Promise<Outcome<undefined | void>>,
): Promise<Outcome<undefined>> {
  const outcomes = await atOnce(items, step);
  return (
    outcomes.find((outcome): outcome is Extract<typeof outcome, { ok: false }> => !outcome.ok) ??
    ok(undefined)
  );
}

async function verify(change: Change): Promise<Outcome<undefined>> {
  const { path } = change;
  const reason = await attempt(escaped`look at ${path.shown}`, async () => {
    if (change.kind !== 'rename') return changedSince(path, change.before);
    return (await changedSince(change.from.path, change.from)) ?? (await changedSince(path, undefined));
  });
  if (!reason.ok) return reason;
  if (reason.value === undefined) return ok(undefined);
  const what = escaped`${reason.value} while the change was prepared`;
  return refuse('file_changed', escaped`${what}; nothing was changed. Read the file again.`);
}

interface Written {
  readonly path: WorkspacePath;
  /** Undefined for a name that is gone. */
  readonly state: DiskFile | undefined;
}

async function statesOf(changes: readonly Change[]): Promise<Written[]> {
  const paths = changes.flatMap((change) =>
    change.kind === 'rename' ? [change.path, change.from.path] : [change.path],
  );
  return await Promise.all(paths.map(async (path) => ({ path, state: await stateOf(path) })));
}

async function firstChanged(written: readonly Written[]): Promise<Escaped | undefined> {
  for (const { path, state } of written) {
    const reason = await changedSince(path, state);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
