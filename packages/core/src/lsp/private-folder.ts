import { accessSync, constants, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { homeFolder, ownFolders } from '../own-folders.js';
import { beginsInOurs, distinct, isOurs, isOwn } from '../owner.js';

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
  const own = forSockets(userFolders);
  return [...forSockets(sharedFolders), ...own].find((folder) => {
    if (!isWanted(folder)) return false;
    try {
      // Only the user's own folder may lack a parent folder: any other path is not ours to make.
      mkdirSync(folder, { mode: 0o700, recursive: own.includes(folder) });
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
  return distinct([sharedFolders, userFolders, earlierFolders].flatMap(forSockets).filter(isPrivate));
}

/** On Windows there are pipes instead, which are in no folder. */
function forSockets(folders: (name: string) => string[]): string[] {
  return process.platform === 'win32' ? [] : folders(SOCKETS);
}

/**
 * Folders of this package below the user's own, best first. Nobody else can put something into their
 * place, as they can in the folder for temporary files. A process with fewer variables looks into
 * the usual one alone: so that comes first.
 *
 * @returns absolute, and they need not exist; none where they would be in another user's folder, as
 * `su` and `sudo` may leave the home folder and the variables
 */
export function userFolders(name: string): string[] {
  const home = homeFolder();
  if (home === undefined) return [];
  const { state } = ownFolders(home, process.env);
  const usual = state.at(-1);
  return state
    .toReversed()
    .filter((folder) => beginsInOurs(folder) && (folder !== usual || isOurs(home)))
    .map((folder) => join(folder, name));
}

/** Where an earlier version had such a folder: it is looked into, and never made. None or one. */
export function earlierFolders(name: string): string[] {
  const home = homeFolder();
  return home !== undefined && isOurs(home) ? [join(ownFolders(home, process.env).earlier, name)] : [];
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

/** Of all users, best first. The user's own come behind them: their paths may be too long for a socket. */
function sharedFolders(): string[] {
  const runtime = process.env['XDG_RUNTIME_DIR'];
  const own = `llxprt-lsp-${process.getuid?.() ?? ''}`;
  const isUsable = runtime !== undefined && isAbsolute(runtime) && isOurs(runtime);
  const temporary = [...new Set([tmpdir(), '/tmp'])].map((folder) => join(folder, own));
  return [...(isUsable ? [join(runtime, 'llxprt-lsp')] : []), ...temporary];
}

/**
 * Uses `lstat`: in a folder that others can write to, another user may have put a link or a folder
 * of their own in its place.
 */
function isPrivate(folder: string): boolean {
  return isOurs(folder, lstatSync, 0o077);
}

/** A socket, and of this user. A link is neither. */
export function isOurSocket(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isSocket() === true && isOwn(stats);
}
