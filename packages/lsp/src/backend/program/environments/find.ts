import { ancestors } from '../files.ts';
import { environmentAt, type Environment, type FoundEnvironment } from './environment.ts';
import { hatch, pipenv, poetry } from './hashed.ts';
import {
  conda,
  pdm,
  pyenv,
  pyenvGlobal,
  uvEnvironment,
  venv,
  venvFile,
  vscode,
  vscodeUser,
} from './in-folder.ts';
import { folderNamed, thisWorld, type World } from './world.ts';

/** The environment that belongs to the project in a folder, by reading files alone. */
export type Finder = (folder: string, world: World) => Environment | undefined;

/** The first one that finds an environment in a folder counts: choices before conventions. */
export const FINDERS: readonly (readonly [by: string, find: Finder])[] = [
  ['python.defaultInterpreterPath in .vscode/settings.json', vscode],
  ['.pdm-python', pdm],
  ['UV_PROJECT_ENVIRONMENT', uvEnvironment],
  ['a virtual environment in the folder', venv],
  ['the file .venv', venvFile],
  ["Poetry's cache folder", poetry],
  ["Pipenv's folder", pipenv],
  ["Hatch's folder", hatch],
  ['conda or pixi', conda],
];

/** A finder is not asked in folders that hold none of these: most folders hold none at all. */
const MARKS = [
  '.vscode',
  '.pdm-python',
  'uv.lock',
  '.venv',
  'venv',
  'env',
  '.env',
  'pyproject.toml',
  'Pipfile',
  '.conda',
  '.pixi',
  'environment.yml',
  'environment.yaml',
];

/** Set by the scripts that activate an environment. */
const ACTIVE = ['VIRTUAL_ENV', 'CONDA_PREFIX'];

/** The environment of the project in this very folder. */
export function environmentIn(folder: string, world: World = thisWorld()): FoundEnvironment | undefined {
  if (!world.reader.holds(folder, MARKS)) return undefined;
  for (const [by, find] of FINDERS) {
    const found = find(folder, world);
    if (found !== undefined) return { ...found, by, folder };
  }
  return undefined;
}

/** The environments that the user has activated. */
export function activeEnvironments(world: World = thisWorld()): FoundEnvironment[] {
  return ACTIVE.flatMap((by) => {
    const prefix = folderNamed(world, by);
    const found = prefix === undefined ? undefined : environmentAt(prefix, world);
    return found === undefined ? [] : [{ ...found, by }];
  });
}

/**
 * The environment for the files in `folder`: of the nearest project that has one, else the active
 * one, else the version of Python that a `.python-version` names, else what the user's editor uses
 * where nothing else is known.
 */
export function findEnvironment(
  folder: string,
  workspaceRoot: string,
  world: World = thisWorld(),
): FoundEnvironment | undefined {
  const chain = ancestors(folder, workspaceRoot);
  for (const candidate of chain) {
    const found = environmentIn(candidate, world);
    if (found !== undefined) return found;
  }
  const [active] = activeEnvironments(world);
  if (active !== undefined) return active;
  for (const candidate of chain) {
    const found = pyenv(candidate, world);
    if (found !== undefined) return { ...found, by: '.python-version', folder: candidate };
  }
  return ofEditor(workspaceRoot, world);
}

/** The one that the user's own settings of VS Code name. */
export function ofEditor(workspaceRoot: string, world: World = thisWorld()): FoundEnvironment | undefined {
  const found = vscodeUser(workspaceRoot, world);
  return found === undefined
    ? undefined
    : { ...found, by: "python.defaultInterpreterPath in the user's settings of VS Code" };
}

/** What a `python` of pyenv runs that is found on PATH. */
export function behindShim(python: string, world: World = thisWorld()): FoundEnvironment | undefined {
  if (!/[\\/]shims[\\/][^\\/]*$/.test(python)) return undefined;
  const found = pyenvGlobal(world);
  return found === undefined ? undefined : { ...found, by: "pyenv's version for all folders" };
}
