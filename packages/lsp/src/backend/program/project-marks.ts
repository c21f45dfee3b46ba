import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type DiskStamp, diskStamp, sameStamp } from '../../support/paths.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import { ancestors, holds, readText } from './files.ts';
import { tableAt, tableOf } from './toml.ts';

/** Names of a tool's tables that say how a package is made, and not how its files are looked at. */
const BUILDERS = [
  'poetry',
  'pdm',
  'hatch',
  'flit',
  'setuptools',
  'uv',
  'rye',
  'pixi',
  'maturin',
  'scikit-build',
];

/**
 * A build script has its `setup` from a library, or from what wraps one, and calls it.
 * https://setuptools.pypa.io/en/latest/references/keywords.html
 * The module `homeassistant.setup` does not.
 */
const LIBRARY = '(?:setuptools|distutils|skbuild|cx_Freeze|py2exe)\\b';
const STATEMENT = '(?:^|[:;])[ \\t]*(?:from|import)[ \\t][^\\n]*\\b';
const CALL = '\\b(?:__import__|import_module)\\(["\']';
const BUILD_LIBRARY = new RegExp(`(?:${STATEMENT}|${CALL})${LIBRARY}`, 'm');
const WRAPPED = /^[ \t]*from[ \t]+\w[\w.]*[ \t]+import[ \t][^\n]*\bsetup\b/m;
const CALLS = /^[ \t]*(?:\w+\.)?setup[ \t]*\(/m;

const isBuild = (text: string): boolean =>
  BUILD_LIBRARY.test(text) || (WRAPPED.test(text) && CALLS.test(text));

/**
 * A folder of a package. What has a manifest here builds a part of the package around (`numpy.distutils`),
 * is a module of that name, or is where the whole package is made from; in each case its modules are
 * imported by the name of the folder.
 */
export function isOfPackage(folder: string): boolean {
  return holds(folder, ['__init__.py', '__init__.pyi']);
}

const textIn = (folder: string, name: string): string | undefined =>
  readText(join(folder, name), SETTINGS_BYTES);

/** Every file of a folder asks for the same ones, and a module may be long. */
const scripts = new Map<string, { readonly stamp: DiskStamp; readonly isScript: boolean }>();
/** So many are remembered. */
const MOST = 200;

function isBuildScript(path: string): boolean {
  if (isOfPackage(dirname(path))) return false;
  const stamp = diskStamp(path);
  if (stamp === undefined) return false;
  const known = scripts.get(path);
  if (known !== undefined && sameStamp(known.stamp, stamp)) return known.isScript;
  const isScript = isBuild(readText(path, SETTINGS_BYTES) ?? '');
  if (scripts.size >= MOST) scripts.clear();
  scripts.set(path, { stamp, isScript });
  return isScript;
}

/** Names that other files have as well, and what tells a project's. */
const BY_TEXT: Readonly<Record<string, (path: string) => boolean>> = { 'setup.py': isBuildScript };

/** Whether one of the files `names` in this folder marks a project. */
export function marksProject(folder: string, names: readonly string[]): boolean {
  return names.some((name) => (BY_TEXT[name] ?? existsSync)(join(folder, name)));
}

/** The nearest folder from `folder` up to `workspaceRoot` that one of `names` marks as a project. */
export function nearestProject(
  folder: string,
  workspaceRoot: string,
  names: readonly string[],
): string | undefined {
  return ancestors(folder, workspaceRoot).find((candidate) => marksProject(candidate, names));
}

/**
 * Whether a Python package is made from this folder, and its modules are imported from here; other folders
 * may have settings of tools alone.
 */
export function makesPackage(folder: string): boolean {
  if (isOfPackage(folder)) return false;
  const path = join(folder, 'pyproject.toml');
  const project = existsSync(path) ? tableOf(path, textIn(folder, 'pyproject.toml')) : {};
  const tools = tableAt(project, 'tool');
  return (
    'project' in project ||
    'build-system' in project ||
    BUILDERS.some((name) => name in tools) ||
    /^\[(?:metadata|options)\b/m.test(textIn(folder, 'setup.cfg') ?? '') ||
    marksProject(folder, ['setup.py'])
  );
}

/** The folder has settings of tools, and is no part of a package: modules may be imported from here. */
export function mayBeProject(folder: string): boolean {
  return holds(folder, ['pyproject.toml', 'setup.cfg']) && !isOfPackage(folder);
}

/** What a folder of several packages has beside them. */
const AROUND = ['.git', 'manage.py', 'requirements.txt', 'Pipfile'];

/** The folder from which the name of the package that `folder` belongs to counts; itself where it is none. */
export function aroundPackage(folder: string): string {
  let around = folder;
  while (isOfPackage(around) && dirname(around) !== around) around = dirname(around);
  return around;
}

/** The same, where it is a project: another one may hold clones that have names of installed packages. */
export function projectAroundPackage(folder: string): string | undefined {
  const around = aroundPackage(folder);
  if (around === folder) return undefined;
  const isProject =
    basename(around) === 'src' || makesPackage(around) || mayBeProject(around) || holds(around, AROUND);
  return isProject ? around : undefined;
}
