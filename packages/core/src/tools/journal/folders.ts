import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { leaveEarlierFolder } from '../../own-folders.js';
import { earlierFolders, privateFolder, socketFolders, userFolders } from '../../lsp/private-folder.js';
import { distinct } from '../../owner.js';

const NAME = 'unfinished';

/**
 * Where a change in this workspace is noted: in a folder of the user's own, or where those lie in the
 * workspace, in the private folder of the sockets. What a model or a repository writes must not say
 * which file replaces which.
 *
 * @param root real
 * @returns absolute, the best first; they need not exist. Lazy: to look for the second one makes it
 */
export function* foldersForNotes(root: string): Generator<string> {
  for (const own of userFolders(NAME)) if (isOutside(root, own)) yield own;
  const shared = privateFolder((folder) => isOutside(root, join(folder, NAME)));
  if (shared !== undefined) yield join(shared, NAME);
}

/**
 * What is there of all folders in which notes may lie: a process with other environment variables
 * may have written them elsewhere, and so may an earlier version.
 */
export function foldersWithNotes(): string[] {
  const own = [...userFolders(NAME), ...earlierFolders(NAME)];
  const all = [...own, ...socketFolders().map((folder) => join(folder, NAME))];
  return distinct(all.filter((folder) => existsSync(folder)));
}

/** @param folders those whose notes were taken out */
export function leaveEarlierFolders(folders: readonly string[]): void {
  for (const folder of earlierFolders(NAME))
    if (folders.includes(folder)) leaveEarlierFolder(dirname(folder));
}

/**
 * Whether a path lies outside of the workspace by whatever name. Folders are compared by what they
 * are: a link, a mount, or a name in other letters may lead into the workspace.
 *
 * @param path absolute; need not exist
 */
export function isOutside(root: string, path: string): boolean {
  try {
    const workspace = statSync(root, { bigint: true });
    for (let at = realBeginning(path); ; at = dirname(at)) {
      const { dev, ino } = statSync(at, { bigint: true });
      if (dev === workspace.dev && ino === workspace.ino) return false;
      if (dirname(at) === at) return true;
    }
  } catch {
    return false;
  }
}

/** What of it exists; the rest is made by us. Throws where a link leads to nothing. */
function realBeginning(path: string): string {
  const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  return isThere ? realpathSync.native(path) : realBeginning(dirname(path));
}
