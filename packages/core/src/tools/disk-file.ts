import type { BigIntStats } from 'node:fs';
import { lstat, open, type FileHandle } from 'node:fs/promises';
import { type Escaped, escaped } from '../support/escaped.js';
import { readHandle, SOURCE_BYTES } from '../support/read-file.js';
import { errnoOf, ioRefusal } from './io-error.js';
import { ok, refuse, type Outcome } from './outcome.js';
import type { WorkspacePath } from './workspace-path.js';

/**
 * A regular file, or a symbolic link that is itself the target, in the state in which it was looked
 * up.
 */
export interface DiskFile {
  readonly path: WorkspacePath;
  readonly stat: BigIntStats;
}

/** Larger files are not read: they are not edited by quoting their lines. */
const MAX_BYTES = SOURCE_BYTES;

const ANYONE_WRITES = 0o222n;

/**
 * The file at `path.real`, or undefined if there is none. Refuses anything but a file, and files
 * marked read-only.
 */
export async function lookUp(path: WorkspacePath): Promise<Outcome<DiskFile | undefined>> {
  try {
    const stat = await lstat(path.real, { bigint: true });
    if (stat.isDirectory()) return refuse('is_directory', escaped`${path.shown} is a folder, not a file.`);
    if (stat.isSymbolicLink()) return ok({ path, stat });
    if (!stat.isFile())
      return refuse(
        'not_a_regular_file',
        escaped`${path.shown} is a device, a socket or a pipe, not a file.`,
      );
    // To replace a file by renaming over it, only the folder's permission is needed. So the file's
    // own permission is checked here, for root too.
    if ((stat.mode & ANYONE_WRITES) === 0n)
      return refuse('read_only', escaped`${path.shown} is read-only; nothing was changed.`);
    return ok({ path, stat });
  } catch (error) {
    return errnoOf(error) === 'ENOENT' ? ok(undefined) : ioRefusal(error, escaped`look at ${path.shown}`);
  }
}

/** The file at `path.real` as it is now; undefined if there is none. Throws what the system throws. */
export async function stateOf(path: WorkspacePath): Promise<DiskFile | undefined> {
  const stat = await statOf(path);
  return stat && { path, stat };
}

async function statOf({ real }: WorkspacePath): Promise<BigIntStats | undefined> {
  return await lstat(real, { bigint: true }).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  });
}

/**
 * Why the file may no longer be replaced or removed: it differs from what was looked up. Undefined
 * if it does not.
 */
export async function changedSince(
  path: WorkspacePath,
  before: DiskFile | undefined,
): Promise<Escaped | undefined> {
  const now = await statOf(path);
  if (now === undefined) return before === undefined ? undefined : escaped`${path.shown} vanished`;
  if (before === undefined) return escaped`${path.shown} was created by something else`;
  const { stat } = before;
  const same =
    now.ino === stat.ino && now.dev === stat.dev && now.size === stat.size && now.mtimeNs === stat.mtimeNs;
  return same ? undefined : escaped`${path.shown} was changed by something else`;
}

/**
 * The bytes of a file that is about to be replaced. So a file that may not be written is refused as
 * well.
 */
export async function readForUpdate({ path, stat }: DiskFile): Promise<Outcome<Buffer>> {
  const opened = await openForUpdate(path);
  if (!opened.ok) return opened;
  const handle = opened.value;
  try {
    if (stat.size > MAX_BYTES) {
      return refuse(
        'file_too_large',
        escaped`${path.shown} has ${stat.size} bytes; files over ${MAX_BYTES} bytes are not edited.`,
      );
    }
    return ok(await readHandle(handle, MAX_BYTES));
  } catch (error) {
    return ioRefusal(error, escaped`read ${path.shown}`);
  } finally {
    await handle.close();
  }
}

async function openForUpdate(path: WorkspacePath): Promise<Outcome<FileHandle>> {
  try {
    return ok(await open(path.real, 'r+'));
  } catch (error) {
    if (errnoOf(error) !== 'EACCES') return ioRefusal(error, escaped`open ${path.shown}`);
  }
  const readable = await open(path.real, 'r').then(
    (handle) => handle.close().then(() => true),
    () => false,
  );
  return readable
    ? refuse('permission_denied', escaped`No permission to write ${path.shown}; nothing was changed.`)
    : refuse('not_readable', escaped`No permission to read ${path.shown}; nothing was changed.`);
}
