import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { home } from './files.ts';

/**
 * A folder of this package in the user's cache, for what a compiler keeps from one run to the next;
 * absolute, and it need not exist. Its parent folder is private: other users can neither read it
 * nor put their own builds there, whatever modes compilers give the files they write.
 */
export function cacheFolder(kind: string, key: string): string {
  return join(
    privateFolder(join(userCache(), 'llxprt-lsp')),
    kind,
    Bun.hash(key).toString(16).padStart(16, '0'),
  );
}

const known = new Map<string, string>();

function privateFolder(wanted: string): string {
  const folder = known.get(wanted) ?? (isMadePrivate(wanted) ? wanted : forThisProcess());
  known.set(wanted, folder);
  return folder;
}

function forThisProcess(): string {
  const folder = mkdtempSync(join(tmpdir(), 'llxprt-lsp-cache-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/**
 * False where the folder belongs to another user, or is a link. True where it cannot be made:
 * writing there will report the error.
 */
function isMadePrivate(folder: string): boolean {
  if (process.platform === 'win32') return true;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stats = lstatSync(folder);
    if (!stats.isDirectory() || stats.uid !== process.getuid?.()) return false;
    if ((stats.mode & 0o077) !== 0) chmodSync(folder, 0o700);
    return true;
  } catch {
    return true;
  }
}

function userCache(): string {
  const { XDG_CACHE_HOME = '', LOCALAPPDATA = '' } = process.env;
  // A relative path must be ignored; it would name a folder in the workspace.
  if (isAbsolute(XDG_CACHE_HOME)) return XDG_CACHE_HOME;
  if (process.platform === 'win32' && LOCALAPPDATA !== '') return LOCALAPPDATA;
  return process.platform === 'darwin' ? join(home(), 'Library', 'Caches') : join(home(), '.cache');
}
