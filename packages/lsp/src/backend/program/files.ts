import { accessSync, closeSync, constants, existsSync, openSync, readSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { isNestedWorkTree, WORK_TREE_MARKS } from '../../support/git-folder.ts';
import { isBelow } from '../../support/paths.ts';
import { readTextFile, statOf } from '../../support/read-file.ts';

/**
 * `folder` and every folder above it up to `workspaceRoot`, nearest first.
 *
 * A folder outside the workspace has no ancestor but the workspace itself, so that no search leaves
 * the workspace.
 */
export function ancestors(folder: string, workspaceRoot: string): string[] {
  const chain = [folder];
  for (let current = folder; current !== workspaceRoot;) {
    const parent = dirname(current);
    if (parent === current) return [workspaceRoot];
    chain.push(parent);
    current = parent;
  }
  return chain;
}

/**
 * Where a project of this folder is not looked for any further up: the nested work tree that it is in, or the
 * workspace. Around that tree is another copy of it. What is installed is looked for there, too.
 */
export function treeRoot(folder: string, workspaceRoot: string): string {
  const tree = ancestors(folder, workspaceRoot).find(
    (each) => each !== workspaceRoot && holds(each, WORK_TREE_MARKS) && isNestedWorkTree(each, workspaceRoot),
  );
  return tree ?? workspaceRoot;
}

/** The nearest folder from `folder` up to `workspaceRoot` that holds one of `names`. */
export function nearest(folder: string, workspaceRoot: string, names: readonly string[]): string | undefined {
  return ancestors(folder, workspaceRoot).find((candidate) => holds(candidate, names));
}

export function holds(folder: string, names: readonly string[]): boolean {
  return names.some((name) => existsSync(join(folder, name)));
}

/** A file that this process may run. On Windows every file is. */
export function isExecutable(path: string): boolean {
  const stats = statOf(path);
  return (
    stats !== undefined && stats.isFile() && (process.platform === 'win32' || (stats.mode & 0o111) !== 0)
  );
}

/** A pipe in the place of a file would be waited for without end. */
export function isFile(path: string): boolean {
  return statOf(path)?.isFile() === true;
}

/** A file that this process may read. It is not read. */
export function isReadable(path: string): boolean {
  if (!isFile(path)) return false;
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The text of a file without its byte order mark; undefined where it cannot be read, as where it is
 * longer.
 *
 * @param most bytes
 */
export function readText(path: string, most: number): string | undefined {
  const file = readTextFile(path, most);
  if (file.kind !== 'text') return undefined;
  return file.text.startsWith('\uFEFF') ? file.text.slice(1) : file.text;
}

/** The first line, up to 128 bytes, as Latin 1; empty where the file cannot be read. */
export function firstLine(path: string): string {
  return startOf(path, 128).toString('latin1').split('\n', 1)[0] ?? '';
}

/** So many bytes from the start of a file; empty where it cannot be read. */
export function startOf(path: string, bytes: number): Buffer {
  if (!isFile(path)) return Buffer.alloc(0);
  const buffer = Buffer.alloc(bytes);
  try {
    const file = openSync(path, 'r');
    try {
      return buffer.subarray(0, readSync(file, buffer, 0, bytes, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return Buffer.alloc(0);
  }
}

/** `path` with its symbolic links resolved; `path` itself where that fails. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/**
 * Whether writing in the workspace cannot change what `path` is: neither the path, nor its folder,
 * nor its link target lies there.
 *
 * @param workspaceRoot real
 */
export function liesOutside(path: string, workspaceRoot: string): boolean {
  return [path, join(realPath(dirname(path)), basename(path)), realPath(path)].every(
    (each) => each !== workspaceRoot && !isBelow(each, workspaceRoot),
  );
}

/**
 * `path` for display: relative to the workspace, with `/`; `.` is the workspace itself. A path
 * outside of the workspace stays as it is.
 */
export function shown(path: string, workspaceRoot: string): string {
  const short = relative(workspaceRoot, path);
  if (short === '') return '.';
  return short.startsWith('..') ? path : short.replaceAll(sep, '/');
}

/**
 * The user's home folder. node:os gives the same, but costs the start of the sidecar half a
 * millisecond.
 */
export function home(): string {
  return process.env['HOME'] ?? process.env['USERPROFILE'] ?? '/';
}
