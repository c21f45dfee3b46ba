import { isAbsolute, join } from 'node:path';
import { home } from './files.ts';

/** A folder of ours in the user's cache, for what a compiler keeps from one run to the next; absolute, and it need not exist. */
export function cacheFolder(kind: string, key: string): string {
  return join(userCache(), 'llxprt-lsp', kind, Bun.hash(key).toString(16).padStart(16, '0'));
}

function userCache(): string {
  const { XDG_CACHE_HOME = '', LOCALAPPDATA = '' } = process.env;
  // A relative one is to be ignored, and would mean a folder in the workspace.
  if (isAbsolute(XDG_CACHE_HOME)) return XDG_CACHE_HOME;
  if (process.platform === 'win32' && LOCALAPPDATA !== '') return LOCALAPPDATA;
  return process.platform === 'darwin' ? join(home(), 'Library', 'Caches') : join(home(), '.cache');
}
