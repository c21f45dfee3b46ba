import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
  type Stats,
  type StatSyncFn,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Bytes. The shortest limit of any system for a socket's path is 104, with the zero at its end. */
const MAX_PATH_BYTES = 103;

/** In the user's own folder. */
const SOCKETS = 'run';

/**
 * The folder for the sockets of this user's sessions and services; made if there is none. Other
 * users cannot look into it.
 *
 * @param nameBytes the longest name of a socket
 * @returns absolute; undefined where no folder is accessible to this user alone, and on Windows
 */
export function socketFolder(nameBytes: number): string | undefined {
  return privateFolder((folder) => Buffer.byteLength(folder) + 1 + nameBytes <= MAX_PATH_BYTES);
}

/**
 * The first folder of this package that is wanted and that this user alone can use; made if there is
 * none.
 *
 * @returns as {@link socketFolder}
 */
export function privateFolder(isWanted: (folder: string) => boolean): string | undefined {
  return candidates().find((folder) => {
    if (!isWanted(folder)) return false;
    try {
      // Only the user's own folder may lack a parent folder: any other path is not ours to make.
      mkdirSync(folder, { mode: 0o700, recursive: folder === userFolder(SOCKETS) });
    } catch {
      // It cannot be made, or is no folder. Either way, `isPrivate` decides.
    }
    return isPrivate(folder) && isWritable(folder);
  });
}

/**
 * All folders that may hold such sockets. Two processes of a user may have different environment
 * variables, since hosts pass few of them on. So a socket is looked for in each.
 */
export function socketFolders(): string[] {
  return candidates().filter(isPrivate);
}

/**
 * A folder of this package below the user's own. Nobody else can put something into its place, as
 * they can in the folder for temporary files.
 *
 * @returns absolute, and it need not exist; undefined where the home folder is another user's, as
 * `su` and `sudo` may have it
 */
export function userFolder(name: string): string | undefined {
  const home = homeFolder();
  return home !== undefined && isAbsolute(home) && isOurs(home) ? join(home, '.llxprt', name) : undefined;
}

/** As the system knows it, whatever its owner. */
export function homeFolder(): string | undefined {
  try {
    return homedir();
  } catch {
    // A user without a name, and no variable: some containers.
    return undefined;
  }
}

/** Sorted; none where the folder cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Best first. The user's own folder comes last: its path may be too long for a socket. */
function candidates(): string[] {
  if (process.platform === 'win32') return [];
  const runtime = process.env['XDG_RUNTIME_DIR'];
  const own = `llxprt-lsp-${process.getuid?.() ?? ''}`;
  const isUsable = runtime !== undefined && isAbsolute(runtime) && isOurs(runtime);
  const inHome = userFolder(SOCKETS);
  return [
    ...new Set([
      ...(isUsable ? [join(runtime, 'llxprt-lsp')] : []),
      join(tmpdir(), own),
      join('/tmp', own),
      ...(inHome === undefined ? [] : [inHome]),
    ]),
  ];
}

/**
 * False also for a folder that cannot be looked at: `su` keeps the variables of the user that
 * called it, and that user's folders are closed to the new one.
 */
function isOurs(folder: string, look: StatSyncFn = statSync, forbidden = 0): boolean {
  try {
    // Every edit asks: an exception costs ten times the rest.
    const stats = look(folder, { throwIfNoEntry: false });
    return stats?.isDirectory() === true && isOwn(stats) && (stats.mode & forbidden) === 0;
  } catch {
    return false;
  }
}

/**
 * Uses `lstat`: in a folder that others can write to, another user may have put a link or a folder
 * of their own in its place.
 */
function isPrivate(folder: string): boolean {
  return isOurs(folder, lstatSync, 0o077);
}

/** Always true on Windows, where files have other owners. */
function isOwn({ uid }: Stats): boolean {
  const own = process.getuid?.();
  return own === undefined || uid === own;
}

/** A socket, and of this user. A link is neither. */
export function isOurSocket(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isSocket() === true && isOwn(stats);
}
