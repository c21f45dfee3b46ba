import { randomBytes } from 'node:crypto';
import { chmod, chown, copyFile, link, mkdir, open, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { changedSince, type DiskFile } from './disk-file.js';
import { attempt } from './io-error.js';
import { ok, refuse, type Outcome } from './outcome.js';
import { Rollback } from './rollback.js';
import type { WorkspacePath } from './workspace-path.js';

/** One file's part in a mutation. */
export type Change = Write | Rename | Remove;

export interface Write {
  readonly kind: 'write';
  readonly path: WorkspacePath;
  /** What the bytes were computed from; undefined where nothing stood. */
  readonly before: DiskFile | undefined;
  readonly bytes: Buffer;
  /** The file whose permissions and owner the new one takes over: the one it replaces, or the one it was moved from. */
  readonly like: DiskFile | undefined;
  readonly executable?: boolean | undefined;
}

/** To a name that nothing has. */
export interface Rename {
  readonly kind: 'rename';
  readonly path: WorkspacePath;
  readonly from: DiskFile;
}

export interface Remove {
  readonly kind: 'remove';
  readonly path: WorkspacePath;
  readonly before: DiskFile;
}

/**
 * Makes all changes or none.
 *
 * Everything that needs room or permission to create files is done aside first, then every file is compared with what
 * was looked up, and only then are names exchanged, each in one step, so a reader sees a file's old bytes or its new
 * ones. A failure puts back what was exchanged. Two things are not guarded against: the process being killed between
 * two exchanges, and a power failure, since nothing waits for the disk (no fsync).
 *
 * A file that has several hard links is detached from the others.
 */
export async function commit(changes: readonly Change[], signal?: AbortSignal): Promise<Outcome<undefined>> {
  const rollback = new Rollback();
  const outcome = await perform(changes, rollback, signal);
  if (outcome.ok) {
    await rollback.discard();
    return outcome;
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
): Promise<Outcome<undefined>> {
  const staged = new Map<Change, string>();
  for (const change of changes) {
    const temp = await stage(change, rollback);
    if (!temp.ok) return temp;
    if (temp.value !== undefined) staged.set(change, temp.value);
  }
  if (signal?.aborted === true) return refuse('aborted', 'The call was aborted before anything was written.');
  for (const change of changes) {
    const unchanged = await verify(change);
    if (!unchanged.ok) return unchanged;
  }
  for (const change of changes) {
    const done = await attempt(doing(change), () => exchange(change, staged.get(change), rollback, changes.length > 1));
    if (!done.ok) return done;
  }
  return ok(undefined);
}

/** Prepares the folder of a change and, aside, its bytes. Returns the name that they have until they are exchanged. */
async function stage(change: Change, rollback: Rollback): Promise<Outcome<string | undefined>> {
  const { path } = change;
  const folder = dirname(path.real);
  if (change.kind === 'remove') return ok(undefined);
  return attempt(doing(change), async () => {
    const firstCreated = await mkdir(folder, { recursive: true });
    if (firstCreated !== undefined) rollback.add(path.shown, () => removeFolders(folder, firstCreated));
    if (change.kind === 'rename') return undefined;
    const temp = aside(path.real);
    rollback.add(path.shown, () => rm(temp, { force: true }));
    const handle = await open(temp, 'wx', creationMode(change));
    try {
      await handle.writeFile(change.bytes);
    } finally {
      await handle.close();
    }
    await takeOver(temp, change);
    return temp;
  });
}

function doing(change: Change): string {
  const { shown } = change.path;
  if (change.kind === 'rename') return `move ${change.from.path.shown} to ${shown}`;
  return `${change.kind} ${shown}`;
}

/** Never more than the file had, so its bytes are not readable by others for a moment. */
function creationMode({ like, executable }: Write): number {
  if (like !== undefined) return Number(like.stat.mode) & 0o777;
  return executable === true ? 0o777 : 0o666;
}

async function takeOver(temp: string, { like, executable }: Write): Promise<void> {
  if (like === undefined) return;
  const mode = Number(like.stat.mode);
  // Only root may give a file away; anyone else becomes the owner, and then set-id bits must not survive.
  const owned = await chown(temp, Number(like.stat.uid), Number(like.stat.gid)).then(
    () => true,
    () => false,
  );
  await chmod(temp, withExecutable(mode & (owned ? 0o7777 : 0o777), executable));
}

function withExecutable(mode: number, executable: boolean | undefined): number {
  if (executable === undefined) return mode;
  return executable ? mode | ((mode & 0o444) >> 2) : mode & ~0o111;
}

async function verify(change: Change): Promise<Outcome<undefined>> {
  const { path } = change;
  const reason = await attempt(`look at ${path.shown}`, async () => {
    if (change.kind !== 'rename') return changedSince(path, change.before);
    return (await changedSince(change.from.path, change.from)) ?? (await changedSince(path, undefined));
  });
  if (!reason.ok) return reason;
  if (reason.value === undefined) return ok(undefined);
  return refuse(
    'file_changed',
    `${reason.value} while the change was prepared; nothing was changed. Read the file again.`,
  );
}

async function exchange(
  change: Change,
  temp: string | undefined,
  rollback: Rollback,
  keepOriginal: boolean,
): Promise<void> {
  const { path } = change;
  if (change.kind === 'rename') {
    const from = change.from.path.real;
    await rename(from, path.real);
    rollback.add(change.from.path.shown, () => rename(path.real, from));
  } else if (change.kind === 'remove') {
    const kept = aside(path.real);
    await rename(path.real, kept);
    rollback.add(path.shown, () => rename(kept, path.real));
    rollback.keep(kept);
  } else if (temp !== undefined) {
    if (change.before === undefined) {
      await rename(temp, path.real);
      rollback.add(path.shown, () => rm(path.real));
      return;
    }
    const kept = keepOriginal ? await keep(change.before, rollback) : undefined;
    await rename(temp, path.real);
    if (kept !== undefined) rollback.add(path.shown, () => rename(kept, path.real));
  }
}

/** Keeps a file's bytes under another name while the file itself stays where it is, so that it never goes missing. */
async function keep({ path, stat }: DiskFile, rollback: Rollback): Promise<string> {
  const kept = aside(path.real);
  rollback.add(path.shown, () => rm(kept, { force: true }));
  // A link to another's file may be one that we cannot remove again, and not every file system has links.
  const copy = () => copyFile(path.real, kept);
  await (mayRemove(stat) ? link(path.real, kept).catch(copy) : copy());
  rollback.keep(kept);
  return kept;
}

function mayRemove({ uid }: DiskFile['stat']): boolean {
  const me = process.geteuid?.() ?? 0;
  return me === 0 || BigInt(me) === uid;
}

/** Short, since the file's own name may be as long as names can be. */
function aside(path: string): string {
  return join(dirname(path), `.${basename(path).slice(0, 32)}.${randomBytes(6).toString('hex')}.tmp`);
}

async function removeFolders(deepest: string, first: string): Promise<void> {
  for (let folder = deepest; ; folder = dirname(folder)) {
    await rmdir(folder);
    if (folder === first) return;
  }
}
