import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { editablePaths, localPackages } from '../../backend/program/environments/editable.ts';
import { thisWorld } from '../../backend/program/environments/world.ts';
import type { ServerStart } from '../../backend/from-table.ts';
import type { FoundEnvironment } from '../../backend/program/environments/environment.ts';
import { activeEnvironments, findEnvironment, ofEditor } from '../../backend/program/environments/find.ts';
import { isBelow } from '../../support/paths.ts';
import { projectAroundPackage } from '../../backend/program/project-marks.ts';
import { firstLine, liesOutside, realPath } from '../../backend/program/files.ts';
import type { Search } from '../../backend/program/search.ts';

/** What a project's imports are resolved with. */
export interface ImportResolution {
  /** Absolute; undefined where the server searches PATH itself. */
  readonly python: string | undefined;
  /** Folders that hold more packages, absolute. */
  readonly extraPaths: readonly string[];
}

/**
 * The environment of the project at `root`, or the active one. In an untrusted workspace the
 * interpreter must lie outside of the workspace, and must not let a file of the workspace choose
 * the Python.
 */
export function environmentFor(root: string, search: Search): FoundEnvironment | undefined {
  const { trusted, workspaceRoot } = search;
  const world = thisWorld(search.imports);
  if (trusted) return findEnvironment(root, workspaceRoot, world);
  const found = activeEnvironments(world)[0] ?? ofEditor(workspaceRoot, world);
  return found !== undefined && liesOutside(found.python, workspaceRoot) && !isShim(found.python)
    ? found
    : undefined;
}

/** The same, if it does not lie in the workspace. */
export function environmentOutside(root: string, search: Search): FoundEnvironment | undefined {
  const found = search.trusted ? environmentFor(root, search) : undefined;
  return found !== undefined && isBelow(found.prefix, search.workspaceRoot) ? undefined : found;
}

export function importsFor(root: string, search: Search): ImportResolution {
  const environment = environmentFor(root, search);
  if (!search.trusted) return { python: environment?.python ?? outside(search), extraPaths: [] };
  const around = projectAroundPackage(root);
  return {
    python: environment?.python,
    extraPaths: [
      ...(environment === undefined ? [] : editablePaths(environment)),
      ...localPackages(root),
      ...(around === undefined ? [] : [around]),
    ],
  };
}

/** The variable that names an environment which holds the file. */
const VARIABLES = [
  ['pyvenv.cfg', 'VIRTUAL_ENV'],
  ['conda-meta', 'CONDA_PREFIX'],
] as const;

/**
 * For a server that looks into the active environment by itself. Its own configuration comes before
 * that.
 */
export function startInEnvironment(root: string, search: Search): ServerStart {
  const environment = environmentFor(root, search);
  const variable =
    environment === undefined
      ? undefined
      : VARIABLES.find(([mark]) => existsSync(join(environment.prefix, mark)))?.[1];
  if (environment === undefined || variable === undefined) return { args: [], env: {} };
  return { args: [], env: { [variable]: environment.prefix }, toolchain: environment.prefix };
}

function outside(search: Search): string {
  const found = search.which('python3') ?? search.which('python');
  return found !== undefined && !isShim(found) ? found : NO_PYTHON;
}

/**
 * Version managers put scripts (pyenv, asdf) or links to themselves (mise) on PATH. These run the
 * Python that a file in a folder above names. With asdf that can be a path; with pyenv before
 * 2.3.3, too (CVE-2022-35861).
 */
function isShim(python: string): boolean {
  const real = realPath(python);
  return !/^(python|pypy)[\d.]*(\.exe)?$/i.test(basename(real)) || firstLine(real).startsWith('#!');
}

/**
 * Without an interpreter, pyright searches PATH itself, and Windows the folder that pyright runs
 * in.
 */
const NO_PYTHON = join(import.meta.dir, 'no-python');
