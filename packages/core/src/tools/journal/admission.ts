import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isAside } from '../stage.js';
import { admitPath, isInside } from '../workspace-path.js';
import type { Step } from './entry.js';

/**
 * Whether a step of a note can touch nothing but what our own change could have touched: files of
 * the workspace, and what we put beside them. A note is a file like others, so it is not believed.
 *
 * @param root real
 */
export async function isAdmitted(root: string, step: Step): Promise<boolean> {
  if (!(await isOfWorkspace(root, step.path, step.kind === 'write'))) return false;
  switch (step.kind) {
    case 'write': {
      const names = [step.temp, ...(step.kept === undefined ? [] : [step.kept])];
      if (!names.every((name) => isAside(step.path, name)) || !areAbove(root, step)) return false;
      return (await Promise.all(names.map(isFileOrNothing))).every(Boolean);
    }
    case 'rename':
      return areAbove(root, step) && (await isOfWorkspace(root, step.from));
    case 'remove':
      return isAside(step.path, step.kept);
  }
}

/**
 * Notes hold real paths, so a path with a link in it, or one that is not normalised, is none of ours.
 *
 * @param isFollowed its bytes are read or written. Else the last name may itself be a link: it is
 * moved or removed as one
 */
async function isOfWorkspace(root: string, path: string, isFollowed = false): Promise<boolean> {
  const admitted = await admitPath(root, path);
  return admitted.ok && admitted.value.entry === path && (!isFollowed || admitted.value.real === path);
}

/** The file's own folder and those above it, the deepest first. */
function areAbove(
  root: string,
  { path, folders }: { readonly path: string; readonly folders: readonly string[] },
): boolean {
  let at = path;
  return folders.every((folder) => folder === (at = dirname(at)) && isInside(root, folder));
}

async function isFileOrNothing(path: string): Promise<boolean> {
  return await lstat(path).then(
    (stats) => stats.isFile(),
    () => true,
  );
}
