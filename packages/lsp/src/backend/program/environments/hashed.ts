import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { environmentAt, type Environment } from './environment.ts';
import { tableAt, tableOf, textAt, type Table } from '../toml.ts';
import { folderNamed, userFolder, type World } from './world.ts';

/** The first bytes of a SHA-256, as these programs spell them. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}

export function pyprojectOf(folder: string, { reader }: World): Table {
  const path = join(folder, 'pyproject.toml');
  return tableOf(path, reader.text(path));
}

/** As PEP 503 spells names of packages. */
export function normalized(name: string): string {
  return name.replace(/[-_.]+/g, '-').toLowerCase();
}

/**
 * Poetry's: below its cache folder, `NAME-HASH-pyX.Y`, where the hash is that of the project's
 * folder. envs.toml says which of several the user has chosen.
 */
export function poetry(folder: string, world: World): Environment | undefined {
  const project = pyprojectOf(folder, world);
  const own = tableAt(project, 'tool', 'poetry');
  const isPoetry =
    'poetry' in tableAt(project, 'tool') ||
    world.reader.exists(join(folder, 'poetry.lock')) ||
    (textAt(tableAt(project, 'build-system'), 'build-backend') ?? '').startsWith('poetry.');
  if (!isPoetry) return undefined;
  const name = textAt(tableAt(project, 'project'), 'name') ?? textAt(own, 'name') ?? 'non-package-mode';
  const base = `${name
    .toLowerCase()
    .replace(/[ $`!*@"\\\r\n\t]/g, '_')
    .slice(0, 42)}-${hashOf(folder)}`;
  const environments = poetryFolder(folder, world);
  const file = join(environments, 'envs.toml');
  const chosen = textAt(tableAt(tableOf(file, world.reader.text(file)), base), 'minor');
  const made = world.reader
    .names(environments)
    .filter((one) => one.startsWith(`${base}-py`))
    .sort(byVersion);
  const named = chosen === undefined ? [] : made.filter((one) => one === `${base}-py${chosen}`);
  return [...named, ...made]
    .map((one) => environmentAt(join(environments, one), world))
    .find((one) => one !== undefined);
}

function poetryFolder(folder: string, world: World): string {
  const named = folderNamed(world, 'POETRY_VIRTUALENVS_PATH');
  if (named !== undefined) return named;
  const files = [
    join(folder, 'poetry.toml'),
    join(
      folderNamed(world, 'POETRY_CONFIG_DIR') ?? join(userFolder(world, 'config'), 'pypoetry'),
      'config.toml',
    ),
  ];
  const tables = files.map((file) => tableOf(file, world.reader.text(file)));
  const configured = (of: (table: Table) => string | undefined): string | undefined =>
    tables.map(of).find((value) => value !== undefined);
  const cache =
    folderNamed(world, 'POETRY_CACHE_DIR') ??
    configured((table) => textAt(table, 'cache-dir')) ??
    join(userFolder(world, 'cache'), 'pypoetry', ...(world.platform === 'win32' ? ['Cache'] : []));
  return (configured((table) => textAt(tableAt(table, 'virtualenvs'), 'path')) ?? join(cache, 'virtualenvs'))
    .replace('{cache-dir}', cache)
    .replace('{project-dir}', folder);
}

/** The newest first: 3.9 is older than 3.13. */
function byVersion(a: string, b: string): number {
  return b.localeCompare(a, 'en', { numeric: true });
}

/** Pipenv's: below WORKON_HOME, `FOLDER-HASH`, where the hash is that of the Pipfile's path. */
export function pipenv(folder: string, world: World): Environment | undefined {
  const pipfile = join(folder, 'Pipfile');
  if (!world.reader.exists(pipfile)) return undefined;
  const { PIPENV_CUSTOM_VENV_NAME: custom = '', PIPENV_PYTHON: python = '' } = world.variables;
  const name = folder
    .replace(/^.*[\\/]/, '')
    .replace(/[ &$`!*@"()[\]\\\r\n\t]/g, '_')
    .slice(0, 42);
  const suffix = python === '' ? '' : `-${python.replace(/^.*[\\/]/, '')}`;
  return environmentAt(
    join(workonHome(world), custom === '' ? `${name}-${hashOf(pipfile)}${suffix}` : custom),
    world,
  );
}

/** Where Pipenv and virtualenvwrapper keep environments. */
export function workonHome(world: World): string {
  const shared =
    world.platform === 'win32'
      ? join(world.home, '.virtualenvs')
      : join(folderNamed(world, 'XDG_DATA_HOME') ?? join(world.home, '.local', 'share'), 'virtualenvs');
  return folderNamed(world, 'WORKON_HOME') ?? shared;
}

/**
 * Hatch's: below its data folder, `NAME/HASH/ENVIRONMENT`, where the hash is that of the project's
 * folder, and the environment `default` has the name of the project.
 */
export function hatch(folder: string, world: World): Environment | undefined {
  const project = pyprojectOf(folder, world);
  const name = textAt(tableAt(project, 'project'), 'name');
  const file = join(folder, 'hatch.toml');
  const own = tableOf(file, world.reader.text(file));
  if (name === undefined) return undefined;
  const wanted = world.variables['HATCH_ENV'] ?? 'default';
  const path =
    textAt(tableAt(own, 'envs', wanted), 'path') ??
    textAt(tableAt(project, 'tool', 'hatch', 'envs', wanted), 'path');
  if (path !== undefined) return environmentAt(join(folder, path), world);
  const environments = hatchFolder(world);
  return environmentAt(
    join(environments, normalized(name), hashOf(folder), wanted === 'default' ? normalized(name) : wanted),
    world,
  );
}

function hatchFolder(world: World): string {
  const file =
    folderNamed(world, 'HATCH_CONFIG') ?? join(userFolder(world, 'config'), 'hatch', 'config.toml');
  const { reader } = world;
  const dirs = tableAt(tableOf(file, reader.text(file)), 'dirs');
  const configured = textAt(tableAt(dirs, 'env'), 'virtual');
  const data =
    folderNamed(world, 'HATCH_DATA_DIR') ?? textAt(dirs, 'data') ?? join(userFolder(world, 'data'), 'hatch');
  return (configured ?? join(data, 'env', 'virtual')).replace(/^~(?=\/)/, world.home);
}
