import { describeChange, type Change } from './change.js';
import { changedSince, stateOf, type DiskFile } from './disk-file.js';
import { attempt } from './io-error.js';
import { ok, refuse, type Outcome } from './outcome.js';
import { Rollback } from './rollback.js';
import { stage, type Exchange } from './stage.js';
import type { WorkspacePath } from './workspace-path.js';

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
 * Two failures are not covered: the process is killed between two exchanges, or the power fails,
 * because nothing waits for the disk (no fsync).
 *
 * A file that has several hard links is detached from the others.
 */
export async function commit(changes: readonly Change[], signal?: AbortSignal, prove?: () => Promise<Outcome<undefined>>): Promise<Outcome<undefined>> {
  const rollback = new Rollback();
  const performed = await perform(changes, rollback, signal, prove !== undefined || changes.length > 1);
  const written = performed.ok && prove !== undefined ? await statesOf(changes) : [];
  const outcome = performed.ok && prove !== undefined ? await prove() : performed;
  if (outcome.ok) {
    await rollback.discard();
    return outcome;
  }
  const moved = await attempt('look at what was written', () => firstChanged(written));
  if (!moved.ok || moved.value !== undefined) {
    await rollback.discard();
    const { type, message } = outcome.refusal;
    return refuse(type, `${message} It could not be taken back: ${moved.ok ? (moved.value ?? '') : moved.refusal.message}. All of it is written.`);
  }
  const lost = await rollback.run();
  if (lost.length === 0) return outcome;
  const { type, message } = outcome.refusal;
  return refuse(type, `${message} These could not be put back: ${lost.join('; ')}.`);
}

async function perform(
  changes: readonly Change[],
  rollback: Rollback,
  signal: AbortSignal | undefined,
  takeBack: boolean,
): Promise<Outcome<undefined>> {
  const exchanges: [Change, Exchange][] = [];
  for (const change of changes) {
    const staged = await attempt(describeChange(change), () => stage(change, rollback, takeBack));
    if (!staged.ok) return staged;
    exchanges.push([change, staged.value]);
  }
  if (signal?.aborted === true) return refuse('aborted', 'The call was aborted before anything was written.');
  for (const change of changes) {
    const unchanged = await verify(change);
    if (!unchanged.ok) return unchanged;
  }
  for (const [change, exchange] of exchanges) {
    const exchanged = await attempt(describeChange(change), exchange);
    if (!exchanged.ok) return exchanged;
  }
  return ok(undefined);
}

async function verify(change: Change): Promise<Outcome<undefined>> {
  const { path } = change;
  const reason = await attempt(`look at ${path.shown}`, async () => {
    if (change.kind !== 'rename') return changedSince(path, change.before);
    return (await changedSince(change.from.path, change.from)) ?? (await changedSince(path, undefined));
  });
  if (!reason.ok) return reason;
  if (reason.value === undefined) return ok(undefined);
  const what = `${reason.value} while the change was prepared`;
  return refuse('file_changed', `${what}; nothing was changed. Read the file again.`);
}

interface Written {
  readonly path: WorkspacePath;
  /** Undefined for a name that is gone. */
  readonly state: DiskFile | undefined;
}

async function statesOf(changes: readonly Change[]): Promise<Written[]> {
  const paths = changes.flatMap((change) => (change.kind === 'rename' ? [change.path, change.from.path] : [change.path]));
  return await Promise.all(paths.map(async (path) => ({ path, state: await stateOf(path) })));
}

async function firstChanged(written: readonly Written[]): Promise<string | undefined> {
  for (const { path, state } of written) {
    const reason = await changedSince(path, state);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
