import { existsSync } from 'node:fs';
import { join } from 'node:path';
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
 * A build script has its `setup` from a library.
 * https://setuptools.pypa.io/en/latest/references/keywords.html
 * The module `homeassistant.setup` has not.
 */
const BUILD_SCRIPT =
  /\b(?:setuptools|distutils|skbuild|cx_Freeze|py2exe)\b|^\s*from\s+\w[\w.]*\s+import\s[^\n]*\bsetup\b/m;

const textIn = (folder: string, name: string): string | undefined =>
  readText(join(folder, name), SETTINGS_BYTES);

/** Every file of a folder asks for the same ones, and a module may be long. */
const scripts = new Map<string, { readonly stamp: DiskStamp; readonly builds: boolean }>();
/** So many are remembered. */
const MOST = 200;

function isBuildScript(path: string): boolean {
  const stamp = diskStamp(path);
  if (stamp === undefined) return false;
  const known = scripts.get(path);
  if (known !== undefined && sameStamp(known.stamp, stamp)) return known.builds;
  const builds = BUILD_SCRIPT.test(readText(path, SETTINGS_BYTES) ?? '');
  if (scripts.size >= MOST) scripts.clear();
  scripts.set(path, { stamp, builds });
  return builds;
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

/** Whether a Python package is made from this folder; other folders may have settings of tools alone. */
export function makesPackage(folder: string): boolean {
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
  return holds(folder, ['pyproject.toml', 'setup.cfg']) && !holds(folder, ['__init__.py', '__init__.pyi']);
}
