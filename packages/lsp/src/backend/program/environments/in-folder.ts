import { basename, isAbsolute, join, resolve } from 'node:path';
import { parseJsonc } from '../../../support/jsonc.ts';
import { type Environment, environmentAt, environmentOf, isMade } from './environment.ts';
import { workonHome } from './hashed.ts';
import { folderNamed, userFolder, type World } from './world.ts';

const VENVS = ['.venv', 'venv', 'env', '.env'];

/** A virtual environment in the project, by the names that its makers use. */
export function venv(folder: string, world: World): Environment | undefined {
  return venvFolders(folder, world)
    .map((prefix) => environmentAt(prefix, world))
    .find((found) => found !== undefined);
}

/** Also those whose interpreter is gone. */
export function venvFolders(folder: string, world: World): string[] {
  return VENVS.map((name) => join(folder, name)).filter((prefix) => isMade(prefix, world));
}

/** `.venv` may be a file: it holds the path of an environment, or its name in WORKON_HOME. */
export function venvFile(folder: string, world: World): Environment | undefined {
  const text = world.reader.text(join(folder, '.venv'))?.trim() ?? '';
  if (text === '' || text.includes('\n')) return undefined;
  return environmentAt(/[\\/]/.test(text) ? resolve(folder, text) : join(workonHome(world), text), world);
}

/** uv's own setting of another place than `.venv`; relative to the root of its workspace. */
export function uvEnvironment(folder: string, world: World): Environment | undefined {
  const path = world.variables['UV_PROJECT_ENVIRONMENT'] ?? '';
  if (path === '' || !world.reader.exists(join(folder, 'uv.lock'))) return undefined;
  return environmentAt(resolve(folder, path), world);
}

/** PDM writes down which interpreter it uses for the project. */
export function pdm(folder: string, world: World): Environment | undefined {
  const python = world.reader.text(join(folder, '.pdm-python'))?.trim();
  return python === undefined ? undefined : environmentOf(python, world);
}

/** The interpreter that the project's settings of VS Code name, or the folder of its environment. */
export function vscode(folder: string, world: World): Environment | undefined {
  return vscodeNamed(join(folder, '.vscode', 'settings.json'), folder, world);
}

/** The one that the user's own settings name. A relative path is one in the project. */
export function vscodeUser(folder: string, world: World): Environment | undefined {
  return vscodeNamed(join(userFolder(world, 'config'), 'Code', 'User', 'settings.json'), folder, world);
}

function vscodeNamed(file: string, folder: string, world: World): Environment | undefined {
  const text = world.editors ? world.reader.text(file) : undefined;
  if (!text?.includes('"python.')) return undefined;
  const settings = parseJsonc(text) ?? {};
  const named = settings['python.defaultInterpreterPath'] ?? settings['python.pythonPath'];
  if (typeof named !== 'string') return undefined;
  const path = spelledOut(named, folder, world);
  // A bare name is one on PATH, and the default.
  if (!/[\\/]/.test(path)) return undefined;
  const absolute = isAbsolute(path) ? path : resolve(folder, path);
  const found = environmentOf(absolute, world) ?? environmentAt(absolute, world);
  // Servers run an interpreter in order to ask for its folders, so no other program may be named.
  return found !== undefined && PYTHON.test(basename(found.python)) ? found : undefined;
}

const PYTHON = /^(?:python|pypy)w?[\d.]*t?(?:\.exe)?$/i;

function spelledOut(path: string, folder: string, { home, variables }: World): string {
  return path
    .replace(/\$\{workspace(?:Folder|Root)(?::[^{}]*)?\}/g, folder)
    .replace(/\$\{userHome\}/g, home)
    .replace(/\$\{env:([^{}]*)\}/g, (_, name: string) => variables[name] ?? '')
    .replace(/^~(?=[\\/])/, home);
}

const CONDA_FILES = ['environment.yml', 'environment.yaml'];
const CONDA_HOMES = [
  'miniconda3',
  'anaconda3',
  'miniforge3',
  'mambaforge',
  'micromamba',
  '.conda',
  'opt/miniconda3',
  'opt/anaconda3',
];

/** Environments of conda and pixi: in the project, or by the name in its environment.yml. */
export function conda(folder: string, world: World): Environment | undefined {
  const { reader } = world;
  const inside = [join(folder, '.conda'), join(folder, '.pixi', 'envs', 'default')].filter((prefix) =>
    isMade(prefix, world),
  );
  const file = CONDA_FILES.map((name) => reader.text(join(folder, name))).find((text) => text !== undefined);
  const name = file === undefined ? undefined : /^name:[ \t]*["']?([^"'\s#]+)/m.exec(file)?.[1];
  const named = name === undefined ? [] : condaNamed(name, world).filter((prefix) => isMade(prefix, world));
  return [...inside, ...named]
    .map((prefix) => environmentAt(prefix, world))
    .find((found) => found !== undefined);
}

function condaNamed(name: string, world: World): string[] {
  const { reader, home } = world;
  const known = (reader.text(join(home, '.conda', 'environments.txt')) ?? '')
    .split(/\r?\n/)
    .filter((path) => isAbsolute(path) && path.replace(/^.*[\\/]/, '') === name);
  const program = folderNamed(world, 'CONDA_EXE');
  const homes = [
    folderNamed(world, 'MAMBA_ROOT_PREFIX'),
    ...(program === undefined ? [] : [resolve(program, '..', '..')]),
    ...CONDA_HOMES.map((path) => join(home, path)),
  ];
  return [...known, ...homes.flatMap((path) => (path === undefined ? [] : [join(path, 'envs', name)]))];
}

/** The version, or the environment of pyenv-virtualenv, that a `.python-version` names. */
export function pyenv(folder: string, world: World): Environment | undefined {
  const text = world.reader.text(join(folder, '.python-version'));
  return text === undefined ? undefined : pyenvNamed(text, world);
}

/** The version that pyenv uses where no file names one. */
export function pyenvGlobal(world: World): Environment | undefined {
  return pyenvNamed(
    world.variables['PYENV_VERSION'] ?? world.reader.text(join(pyenvHome(world), 'version')) ?? '',
    world,
  );
}

function pyenvHome(world: World): string {
  return folderNamed(world, 'PYENV_ROOT') ?? join(world.home, '.pyenv');
}

/** `3.12` means the newest 3.12; of several versions the first one counts. */
function pyenvNamed(text: string, world: World): Environment | undefined {
  const [name = ''] = text
    .replace(/#.*$/gm, '')
    .split(/\s+/)
    .filter((word) => word !== '');
  // A path would lead anywhere.
  if (!/^[\w.+-]+$/.test(name) || /^\.+$/.test(name)) return undefined;
  const versions = join(pyenvHome(world), 'versions');
  const exact = environmentAt(join(versions, name), world);
  if (exact !== undefined) return exact;
  const newest = world.reader
    .names(versions)
    .filter((one) => one.startsWith(`${name}.`))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return newest.map((one) => environmentAt(join(versions, one), world)).find((found) => found !== undefined);
}
