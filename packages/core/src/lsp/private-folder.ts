import { accessSync, constants, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Bytes. The shortest limit of any system for a socket's path is 104, with the zero at its end. */
const MAX_PATH_BYTES = 103;

/**
 * The folder for the sockets of this user's sessions and services; made if there is none. Other
 * users cannot look into it.
 *
 * @param nameBytes the longest name of a socket
 * @returns absolute; undefined where no folder is accessible to this user alone, and on Windows
 */
export function socketFolder(nameBytes: number): string | undefined {
  return candidates().find((folder) => {
    if (Buffer.byteLength(folder) + 1 + nameBytes > MAX_PATH_BYTES) return false;
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch {
      // It exists already, or cannot be made. Either way, `isPrivate` decides.
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

function candidates(): string[] {
  if (process.platform === 'win32') return [];
  const runtime = process.env['XDG_RUNTIME_DIR'];
  const own = `llxprt-lsp-${process.getuid?.() ?? ''}`;
  const isUsable = runtime !== undefined && isAbsolute(runtime) && isOurs(runtime);
  return [...new Set([...(isUsable ? [join(runtime, 'llxprt-lsp')] : []), join(tmpdir(), own), join('/tmp', own)])];
}

/**
 * False also for a folder that cannot be looked at: `su` keeps the variables of the user that
 * called it, and that user's folders are closed to the new one.
 */
function isOurs(folder: string, look = statSync, forbidden = 0): boolean {
  try {
    const stats = look(folder);
    return stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & forbidden) === 0;
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
