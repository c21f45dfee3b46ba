import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { WORK_TREE_MARKS } from '../../../support/git-folder.ts';
import { type AdmittedPath, isBelow } from '../../../support/paths.ts';
import { contentKind, folderKind } from '../../disk/disk-names.ts';
import { lookAt } from '../../disk/disk-state.ts';
import type { Workspace } from '../../base/workspace.ts';
import type { MovedFile } from '../importers.ts';

/** What moves: one file, or a folder with all its files. */
export interface Move extends MovedFile {
  readonly isFolder: boolean;
  /** In the order of their paths. */
  readonly files: readonly MovedFile[];
  /** Folders in it that stay, because they hold what a tool computed. */
  readonly left: readonly string[];
}

/**
 * A text: why it cannot be moved. `to` that ends with a separator, or is a folder, means into it.
 *
 * @param most files that may be moved
 */
export function findMove(workspace: Workspace, from: string, to: string, most: number): Move | string {
  const source = admitted(workspace, from);
  if (typeof source === 'string') return source;
  const { path } = source;
  const kind = kindOf(path);
  if (kind === 'missing') return `${workspace.folder(path)} does not exist`;
  if (kind === 'link' || named(workspace, from) !== path)
    return `${workspace.folder(named(workspace, from))} is a symbolic link: move what it leads to`;
  if (kind === 'other') return `${workspace.folder(path)} is neither a file nor a folder`;
  const target = targetOf(workspace, path, to);
  if (typeof target === 'string') return target;
  const place = target.path;
  if (place === path) return 'that is its path already';
  if (workspace.trees.around(place) !== workspace.trees.around(path))
    return `${workspace.folder(place)} is in another work tree of the repository`;
  if (kindOf(place) !== 'missing') return `${workspace.folder(place)} exists already`;
  if (isBelow(place, path)) return `${workspace.folder(place)} is inside of what would be moved`;
  const barrier = firstFileAbove(place, workspace.root);
  if (barrier !== undefined) return `${workspace.folder(barrier)} is a file, so nothing can be put into it`;
  if (kind === 'file')
    return { from: path, to: place, isFolder: false, files: [{ from: path, to: place }], left: [] };
  const listing = filesBelow(path, most);
  if (typeof listing === 'string') return `${workspace.folder(path)} ${listing}`;
  if (listing.files.length === 0) return `${workspace.folder(path)} holds no file`;
  const moved = (file: string): AdmittedPath => join(place, relative(path, file)) as AdmittedPath;
  return {
    from: path,
    to: place,
    isFolder: true,
    files: listing.files.map((file) => ({ from: file, to: moved(file) })),
    left: listing.left.map((folder) => workspace.folder(folder)),
  };
}

type Kind = 'file' | 'folder' | 'link' | 'other' | 'missing';

export function kindOf(path: string): Kind {
  let stat: Stats | undefined;
  try {
    stat = lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // A part of the path is a file.
    return 'missing';
  }
  if (stat === undefined) return 'missing';
  if (stat.isSymbolicLink()) return 'link';
  return stat.isDirectory() ? 'folder' : stat.isFile() ? 'file' : 'other';
}

export function admitted(workspace: Workspace, path: string): { readonly path: AdmittedPath } | string {
  const admission = workspace.admit(path);
  if (admission.kind === 'refused') return `${admission.relative} is ${admission.reason}`;
  const ignored = admission.relative.split('/').find((name) => folderKind(name) === undefined);
  return ignored === undefined
    ? { path: admission.path }
    : `${admission.relative} is in ${ignored}, which is ignored`;
}

/** The path as it was named, its folder resolved: a link has another one than its target. */
function named(workspace: Workspace, path: string): string {
  const folder = workspace.admit(dirname(path.replace(/(?<!\/)\/+$/, '')));
  return join(folder.kind === 'admitted' ? folder.path : workspace.root, basename(path));
}

function targetOf(
  workspace: Workspace,
  from: AdmittedPath,
  to: string,
): { readonly path: AdmittedPath } | string {
  const place = resolve(workspace.root, to);
  const isInto = to.endsWith('/') || to.endsWith(sep) || lookAt(place).kind === 'folder';
  return admitted(workspace, isInto && place !== from ? join(place, basename(from)) : place);
}

export function firstFileAbove(path: string, root: string): string | undefined {
  for (let folder = dirname(path); isBelow(folder, root); folder = dirname(folder)) {
    const kind = kindOf(folder);
    if (kind === 'file' || kind === 'other') return folder;
  }
  return undefined;
}

/** A text: what the folder holds that cannot be moved. */
function filesBelow(
  folder: AdmittedPath,
  most: number,
): { readonly files: AdmittedPath[]; readonly left: string[] } | string {
  const files: AdmittedPath[] = [];
  const left: string[] = [];
  const folders: string[] = [folder];
  for (const at of folders) {
    const entries = readdirSync(at, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const path = join(at, entry.name);
      const inside = relative(folder, path);
      if (entry.isSymbolicLink()) return `holds ${inside}, a symbolic link: such a folder is not moved`;
      if (!entry.isDirectory() && !entry.isFile())
        return `holds ${inside}, which is neither a file nor a folder`;
      if (entry.isFile() && WORK_TREE_MARKS.includes(entry.name))
        return `holds ${inside}, a repository: such a folder is not moved`;
      if (entry.isFile()) files.push(path as AdmittedPath);
      else {
        const stays = whatStays(path, entry.name);
        if (typeof stays === 'string') return `holds ${inside}, ${stays}: such a folder is not moved`;
        (stays ? left : folders).push(path);
      }
      if (files.length > most)
        return `holds more than ${most} files, which is the limit (the setting \`maxRefactoredFiles\`)`;
    }
  }
  return { files: files.sort(), left };
}

/** Whether a folder is left behind; a text: why nothing around it is moved. */
function whatStays(path: string, name: string): boolean | string {
  if (name === '__pycache__') return true;
  const kind = folderKind(name);
  if (kind !== 'folder') return kind === 'modules' ? 'installed packages' : 'a repository';
  const content = contentKind(new Set(readdirSync(path)));
  return content === 'environment' ? 'an environment' : content === 'ignored';
}
