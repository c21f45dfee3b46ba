import { randomBytes } from 'node:crypto';
import { chmod, chown, copyFile, link, mkdir, open, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Change, Remove, Rename, Write } from './change.js';
import type { DiskFile } from './disk-file.js';
import type { Rollback } from './rollback.js';
import type { WorkspacePath } from './workspace-path.js';

/** The unused names under which a change's bytes, and its original, stand beside the file meanwhile. */
export interface Names {
  readonly temp: string;
  readonly kept: string;
}

export function namesFor({ path }: Change): Names {
  return { temp: aside(path), kept: aside(path) };
}

/**
 * Prepares a change: writes its bytes under another name beside it. Its folder is there.
 *
 * Throws what the system calls throw; the steps done until then are in `rollback`.
 */
export async function stage(change: Change, { temp }: Names, rollback: Rollback): Promise<void> {
  if (change.kind === 'write') await writeAside(change, temp, rollback);
}

/** Makes a prepared change visible. {@link keepOriginal} comes before, if it may have to be undone. */
export function exchange(change: Change, { temp, kept }: Names, rollback: Rollback): Promise<void> {
  switch (change.kind) {
    case 'write':
      return appear(change, { temp, kept }, rollback);
    case 'rename':
      return move(change, rollback);
    case 'remove':
      return remove(change, kept, rollback);
  }
}

async function appear({ path, before }: Write, { temp, kept }: Names, rollback: Rollback): Promise<void> {
  await rename(temp, path.real);
  if (before === undefined) rollback.add(path.shown, () => rm(path.real));
  else if (rollback.hasKept(kept)) rollback.add(path.shown, () => rollback.restore(kept, path.real));
}

export async function makeFolder(path: WorkspacePath, rollback: Rollback): Promise<void> {
  const folder = dirname(path.real);
  const first = await mkdir(folder, { recursive: true });
  if (first !== undefined) rollback.add(path.shown, () => removeFolders(folder, first));
}

async function writeAside(change: Write, temp: string, rollback: Rollback): Promise<void> {
  rollback.add(change.path.shown, () => rm(temp, { force: true }));
  const handle = await open(temp, 'wx', creationMode(change));
  try {
    await handle.writeFile(change.bytes);
  } finally {
    await handle.close();
  }
  await takeOver(temp, change);
}

/** Never more permissions than the file had: otherwise others could read its bytes for a moment. */
function creationMode({ like, executable }: Write): number {
  if (like !== undefined) return Number(like.stat.mode) & 0o777;
  return executable === true ? 0o777 : 0o666;
}

async function takeOver(temp: string, { like, executable }: Write): Promise<void> {
  if (like === undefined) return;
  const mode = Number(like.stat.mode);
  // Only root may give a file away. Any other user becomes the owner, and then set-id bits must be
  // cleared.
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

async function move({ path, from }: Rename, rollback: Rollback): Promise<void> {
  await rename(from.path.real, path.real);
  rollback.add(from.path.shown, () => rename(path.real, from.path.real));
}

async function remove({ path }: Remove, kept: string, rollback: Rollback): Promise<void> {
  await rename(path.real, kept);
  rollback.add(path.shown, () => rollback.restore(kept, path.real));
  rollback.keep(kept);
}

/**
 * Keeps the bytes of a file that is replaced under another name. The file itself stays in place, so
 * that it is never missing.
 */
export async function keepOriginal(change: Change, { kept }: Names, rollback: Rollback): Promise<void> {
  if (change.kind !== 'write' || change.before === undefined) return;
  const { path, stat } = change.before;
  rollback.add(path.shown, () => rollback.drop(kept));
  // A hard link to another user's file may be impossible to remove, and not every file system has
  // links.
  const copy = () => copyFile(path.real, kept);
  await (mayRemove(stat) ? link(path.real, kept).catch(copy) : copy());
  rollback.keep(kept);
}

function mayRemove({ uid }: DiskFile['stat']): boolean {
  const me = process.geteuid?.() ?? 0;
  return me === 0 || BigInt(me) === uid;
}

/** An unused name in the file's own folder. */
function aside({ real }: WorkspacePath): string {
  return `${beginAside(real)}${randomBytes(6).toString('hex')}.tmp`;
}

/** It is short, because the file's own name may have the maximum length. */
function beginAside(path: string): string {
  return join(dirname(path), `.${basename(path).slice(0, 32)}.`);
}

/** Whether a name could be one of {@link Names} of the file at `path`. */
export function isAside(path: string, name: string): boolean {
  const begin = beginAside(path);
  return name.startsWith(begin) && /^[0-9a-f]{12}\.tmp$/.test(name.slice(begin.length));
}

async function removeFolders(deepest: string, first: string): Promise<void> {
  for (let folder = deepest; ; folder = dirname(folder)) {
    await rmdir(folder);
    if (folder === first) return;
  }
}
