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

/** The step that makes a prepared change visible. */
export type Exchange = () => Promise<void>;

/**
 * Prepares a change: creates its folder and writes its bytes under another name beside it.
 *
 * Throws what the system calls throw; the steps done until then are in `rollback`.
 *
 * @param takeBack whether the exchange may have to be undone, because other exchanges follow
 */
export async function stage(change: Change, { temp, kept }: Names, rollback: Rollback, takeBack: boolean): Promise<Exchange> {
  if (change.kind === 'remove') return () => remove(change, kept, rollback);
  await makeFolder(change.path, rollback);
  if (change.kind === 'rename') return () => move(change, rollback);
  await writeAside(change, temp, rollback);
  const { before } = change;
  return before === undefined
    ? () => create(change, temp, rollback)
    : () => replace(before, temp, takeBack ? { kept, rollback } : undefined);
}

async function makeFolder(path: WorkspacePath, rollback: Rollback): Promise<void> {
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

async function create({ path }: Write, temp: string, rollback: Rollback): Promise<void> {
  await rename(temp, path.real);
  rollback.add(path.shown, () => rm(path.real));
}

async function replace(before: DiskFile, temp: string, undo: { readonly kept: string; readonly rollback: Rollback } | undefined): Promise<void> {
  if (undo !== undefined) await keep(before, undo.kept, undo.rollback);
  await rename(temp, before.path.real);
  undo?.rollback.add(before.path.shown, () => rename(undo.kept, before.path.real));
}

async function move({ path, from }: Rename, rollback: Rollback): Promise<void> {
  await rename(from.path.real, path.real);
  rollback.add(from.path.shown, () => rename(path.real, from.path.real));
}

async function remove({ path }: Remove, kept: string, rollback: Rollback): Promise<void> {
  await rename(path.real, kept);
  rollback.add(path.shown, () => rename(kept, path.real));
  rollback.keep(kept);
}

/**
 * Keeps a file's bytes under another name. The file itself stays in place, so that it is never
 * missing.
 */
async function keep({ path, stat }: DiskFile, kept: string, rollback: Rollback): Promise<void> {
  rollback.add(path.shown, () => rm(kept, { force: true }));
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

/**
 * An unused name in the file's own folder. It is short, because the file's own name may have the
 * maximum length.
 */
function aside({ real }: WorkspacePath): string {
  return join(dirname(real), `.${basename(real).slice(0, 32)}.${randomBytes(6).toString('hex')}.tmp`);
}

async function removeFolders(deepest: string, first: string): Promise<void> {
  for (let folder = deepest; ; folder = dirname(folder)) {
    await rmdir(folder);
    if (folder === first) return;
  }
}
