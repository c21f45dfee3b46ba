import { existsSync } from 'node:fs';
import { join } from 'node:path';
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

/** Names that other files have as well, and what a project's has. */
const BY_TEXT: Readonly<Record<string, (folder: string) => boolean>> = {
  'setup.py': (folder) => BUILD_SCRIPT.test(textIn(folder, 'setup.py') ?? ''),
};

/** Whether one of the files `names` in this folder marks a project. */
export function marksProject(folder: string, names: readonly string[]): boolean {
  return names.some((name) => existsSync(join(folder, name)) && (BY_TEXT[name]?.(folder) ?? true));
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
