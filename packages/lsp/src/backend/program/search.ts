import { delimiter, isAbsolute, join } from 'node:path';
import { isExecutable, liesOutside, realPath } from './files.ts';
import { resolvePackage } from './packages.ts';
import { namesIn } from '../../support/folders.ts';
import { runtimes } from '../../client/process/runtimes.ts';
import { findProgram } from '../../support/own-program.ts';

/** Where programs may come from. The caller chooses the order: workspace, PATH, bundled. */
export interface Search {
  /** Absolute, real. */
  readonly workspaceRoot: string;
  /**
   * Whether programs and code of the workspace may be run. If not, only programs bundled with this
   * package run, and they load nothing of the workspace.
   */
  readonly trusted: boolean;
  /** Whether settings of editors count. */
  readonly imports: boolean;
  /** The Node that runs servers written for it, if there is one. */
  readonly node: string | undefined;
  /** A program on PATH, absolute. */
  which(program: string): string | undefined;
  /** The folder of a package that this package depends on, absolute, real. */
  bundled(packageName: string): string | undefined;
}
export interface SearchOptions {
  /** Absolute; symbolic links are resolved here. */
  workspaceRoot: string;
  /**
   * The Node of the host. Without it, or where it is not a program, `node` on PATH, never the
   * workspace's.
   */
  node?: string | undefined;
  /** See {@link Search.trusted}. Default: true. */
  trusted?: boolean | undefined;
  /** See {@link Search.imports}. Default: true. */
  imports?: boolean | undefined;
}

/**
 * Looks programs up again on every call: PATH, node_modules and the disk change during a session,
 * and a lookup costs microseconds.
 */
export function createSearch({
  workspaceRoot: named,
  node,
  trusted = true,
  imports = true,
}: SearchOptions): Search {
  const workspaceRoot = realPath(named);
  const place = { workspaceRoot, trusted };
  const which = (program: string): string | undefined =>
    firstOnPath(pathFolders(), fileNameOf(program), place);
  const runner =
    node !== undefined && isExecutable(node) ? node : findProgram('node', { ...place, env: process.env });
  return {
    workspaceRoot,
    trusted,
    imports,
    // Where the first one turns out not to run, the version of the next one counts.
    get node() {
      return runner === undefined ? undefined : runtimes.runnable(runner);
    },
    which,
    bundled,
  };
}

/**
 * The same search, for hundreds of programs at one moment: the folders of PATH are listed once,
 * which costs less than to look for each name in each of them.
 */
export function atOnce(search: Search): Search {
  const holders = new Map<string, string[]>();
  for (const folder of pathFolders()) {
    for (const name of namesIn(folder)) holders.set(name, [...(holders.get(name) ?? []), folder]);
  }
  return {
    ...search,
    which: (program) => {
      const fileName = fileNameOf(program);
      // Names that hold a folder, or that differ only in case, are for the disk to find.
      const folders =
        process.platform === 'linux' && !fileName.includes('/')
          ? (holders.get(fileName) ?? [])
          : pathFolders();
      return firstOnPath(folders, fileName, search);
    },
  };
}

function firstOnPath(
  folders: readonly string[],
  fileName: string,
  { workspaceRoot, trusted }: Pick<Search, 'workspaceRoot' | 'trusted'>,
): string | undefined {
  return folders
    .map((folder) => join(folder, fileName))
    .find((candidate) => isExecutable(candidate) && (trusted || liesOutside(candidate, workspaceRoot)));
}

function fileNameOf(program: string): string {
  return process.platform === 'win32' ? `${program}.exe` : program;
}

/**
 * An empty or relative entry means the current folder. The user did not choose it as a source of
 * programs.
 */
export function pathFolders(): string[] {
  return (process.env['PATH'] ?? '').split(delimiter).filter(isAbsolute);
}

/**
 * Starts at this file, because `src/`, the bundle in `dist/` and an install that is hoisted into
 * its parent's node_modules lie at different depths.
 */
function bundled(packageName: string): string | undefined {
  const home = resolvePackage(import.meta.dir, packageName);
  return home === undefined ? undefined : realPath(home);
}
