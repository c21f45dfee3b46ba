import { existsSync } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import {
  Gitignore,
  isNestedWorkTree,
  isWithin,
  WORK_TREE_MARKS,
  type CheckedProject,
} from '@vybestack/llxprt-lsp-core';
import { serves } from '../serves.js';
import { isForeign, liesInForeign } from './foreign-folders.js';

export interface Targets {
  /** Absolute, real, sorted, each once. */
  readonly files: readonly CheckTarget[];
  readonly troubles: readonly Trouble[];
}

export interface CheckTarget {
  readonly path: string;
  /** The user named it, so it needs a result. */
  readonly named: boolean;
}

/** Something that was asked for and cannot be checked. */
export interface Trouble {
  /** As the user named it, or relative to the workspace root; absent if it concerns everything. */
  readonly path?: string;
  readonly reason: string;
  /** The project whose checker has this trouble; absent where it concerns all of them. */
  readonly project?: CheckedProject;
}

export interface TargetOptions {
  /** The current folder, absolute. */
  readonly cwd: string;
  /** Absolute, real. Relative paths are relative to it. */
  readonly workspaceRoot: string;
  /** As in the servers' status: which files of a folder are worth asking about. */
  readonly extensions: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * The files that the paths stand for. A named file is always in; of a folder, the files that
 * .gitignore leaves and no other program has put there.
 */
export async function findTargets(paths: readonly string[], options: TargetOptions): Promise<Targets> {
  const files = new Map<string, CheckTarget>();
  const troubles: Trouble[] = [];
  const places = await findPlaces(paths, options);
  troubles.push(...places.troubles);
  for (const { real, isFolder } of places.found) {
    if (!isFolder) {
      files.set(real, { path: real, named: true });
      continue;
    }
    for await (const found of filesBelow(real, options, troubles)) {
      if (!files.has(found)) files.set(found, { path: found, named: false });
    }
  }
  return { files: [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1)), troubles };
}

/** A file or folder that the user asked for. */
export interface NamedPath {
  /** As the user named it. */
  readonly path: string;
  /** Absolute, real, inside the workspace. */
  readonly real: string;
  readonly isFolder: boolean;
}

/** What the paths lead to, in their order. */
export async function findPlaces(
  paths: readonly string[],
  { cwd, workspaceRoot }: Pick<TargetOptions, 'cwd' | 'workspaceRoot'>,
): Promise<{ found: NamedPath[]; troubles: Trouble[] }> {
  const found: NamedPath[] = [];
  const troubles: Trouble[] = [];
  for (const path of paths) {
    try {
      const real = await realpath(resolve(workspaceRoot, path));
      if (isWithin(real, workspaceRoot))
        found.push({ path, real, isFolder: (await stat(real)).isDirectory() });
      else
        troubles.push({
          path,
          reason: `outside the workspace ${workspaceRoot}; --workspace chooses another one`,
        });
    } catch (error) {
      troubles.push({ path, reason: describeError(error) + (await hint(path, cwd, workspaceRoot)) });
    }
  }
  return { found, troubles };
}

/** For a path that exists in the current folder, but not in the workspace. */
async function hint(path: string, cwd: string, workspaceRoot: string): Promise<string> {
  const meant = resolve(cwd, path);
  if (meant === resolve(workspaceRoot, path)) return '';
  const isThere = await stat(meant).then(
    () => true,
    () => false,
  );
  return isThere
    ? ` in the workspace ${workspaceRoot}, which paths are relative to; the current folder has one: ${meant}`
    : '';
}

/** What .gitignore leaves of a folder, absolute, without folders that other programs have filled. */
export function filesBelow(
  folder: string,
  options: Omit<TargetOptions, 'cwd'>,
  troubles: Trouble[] = [],
): AsyncGenerator<string> {
  const isLeft = liesInForeign(folder, options.workspaceRoot) ? isUnwanted : isForeign;
  const isSkipped = (each: string): boolean => isLeft(each) || isOtherWorkspace(each, options.workspaceRoot);
  return walk(folder, Gitignore.above(folder), { ...options, isSkipped }, troubles);
}

/** A copy of the files around it. An argument may name it: only folders below the named one are skipped. */
const isOtherWorkspace = (folder: string, root: string): boolean =>
  WORK_TREE_MARKS.some((mark) => existsSync(join(folder, mark))) && isNestedWorkTree(folder, root);

/** Where a person has named an environment, or a folder in it. */
const isUnwanted = (folder: string): boolean => ['node_modules', '.git'].includes(basename(folder));

/** Symbolic links are not followed: their target is found by its own name, or lies elsewhere. */
async function* walk(
  folder: string,
  rules: Gitignore,
  options: Omit<TargetOptions, 'cwd'> & { readonly isSkipped: (folder: string) => boolean },
  troubles: Trouble[],
): AsyncGenerator<string> {
  let entries;
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    troubles.push({ path: relative(options.workspaceRoot, folder) || '.', reason: describeError(error) });
    return;
  }
  for (const entry of entries) {
    if (options.signal.aborted) return;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!rules.ignoresFolder(path, options.workspaceRoot) && !options.isSkipped(path))
        yield* walk(path, rules.below(path), options, troubles);
    } else if (entry.isFile() && serves(options.extensions, entry.name) && !rules.ignores(path, false)) {
      yield path;
    }
  }
}

function describeError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'no such file or folder';
  if (code === 'EACCES' || code === 'EPERM') return 'not readable: permission denied';
  if (code === 'ELOOP') return 'a symbolic link that leads to itself';
  return error instanceof Error ? error.message : String(error);
}
