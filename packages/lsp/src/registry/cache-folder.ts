import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { home } from './files.ts';

/**
 * A folder of ours in the user's cache, for what a compiler keeps from one run to the next; absolute, and it need not exist. Nobody else can look into the
 * one above it, nor put a build of theirs where ours is looked for, whatever modes compilers give what they write.
 */
export function cacheFolder(kind: string, key: string): string {
  return join(privateFolder(join(userCache(), 'llxprt-lsp')), kind, Bun.hash(key).toString(16).padStart(16, '0'));
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

/** False where it is somebody else's, or a link. Where it cannot be made, whoever writes there will say so. */
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
  // A relative one is to be ignored, and would mean a folder in the workspace.
  if (isAbsolute(XDG_CACHE_HOME)) return XDG_CACHE_HOME;
  if (process.platform === 'win32' && LOCALAPPDATA !== '') return LOCALAPPDATA;
  return process.platform === 'darwin' ? join(home(), 'Library', 'Caches') : join(home(), '.cache');
}
