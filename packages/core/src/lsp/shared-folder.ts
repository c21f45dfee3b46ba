import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Bytes. The shortest limit of any system for a socket's path is 104, with the zero at its end. */
const MAX_PATH_BYTES = 103;
/** A service binds its socket under a longer name first: with its process id, and `.stale`. */
const SUFFIX_BYTES = '.4294967295.stale'.length;

/**
 * Where the service with this key listens. Makes the folder.
 *
 * @returns undefined where no folder is accessible to this user alone, and on Windows
 */
export function socketFor(key: string): string | undefined {
  if (process.platform === 'win32') return undefined;
  const name = `s-${key.slice(0, 24)}`;
  const folder = candidates().find((each) => Buffer.byteLength(each) + 1 + name.length + SUFFIX_BYTES <= MAX_PATH_BYTES && isMadePrivate(each));
  return folder === undefined ? undefined : join(folder, name);
}

/** A socket, and of this user. A link is neither. */
export function isOurSocket(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isSocket() === true && stats.uid === process.getuid?.();
}

function candidates(): string[] {
  const runtime = process.env['XDG_RUNTIME_DIR'];
  return [...(runtime !== undefined && isAbsolute(runtime) ? [join(runtime, 'llxprt-lsp')] : []), join(tmpdir(), `llxprt-lsp-${process.getuid?.() ?? ''}`)];
}

function isMadePrivate(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    // It exists already, or cannot be made.
  }
  try {
    const stats = lstatSync(folder);
    return stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o077) === 0;
  } catch {
    return false;
  }
}
