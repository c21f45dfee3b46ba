import { basename, dirname, join } from 'node:path';
import { normalized, pyprojectOf } from '../../backend/program/environments/hashed.ts';
import { tableAt, tableOf, type Table } from '../../backend/program/toml.ts';
import { thisWorld } from '../../backend/program/environments/world.ts';
import { holds, readText } from '../../backend/program/files.ts';
import { isPlainWord } from '../../backend/world.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import { namesIn } from '../../support/folders.ts';

/** Distributions by their names as PEP 503 spells them, and whether each comes from this disk. */
type Declared = ReadonlyMap<string, 'published' | 'local'>;

export interface Manifest {
  /** Absolute. */
  readonly path: string;
  readonly declared: Declared;
  /** Run in the manifest's folder. */
  readonly install: string;
}

/** The files in a folder that declare packages, the strongest first. */
export function manifestsIn(folder: string, workspaceRoot: string): Manifest[] {
  return [
    ...pyproject(folder, workspaceRoot),
    ...pipfile(folder),
    ...requirements(folder),
    ...setupCfg(folder),
    ...setupPy(folder),
    ...pixi(folder),
    ...condaFiles(folder),
  ];
}

function pyproject(folder: string, workspaceRoot: string): Manifest[] {
  const project = pyprojectOf(folder, thisWorld());
  if (Object.keys(project).length === 0) return [];
  const own = tableAt(project, 'project');
  const tool = tableAt(project, 'tool');
  const poetry = tableAt(tool, 'poetry');
  const listed = [
    own['dependencies'],
    ...[
      tableAt(own, 'optional-dependencies'),
      tableAt(project, 'dependency-groups'),
      tableAt(tool, 'pdm', 'dev-dependencies'),
    ].flatMap((table) => Object.values(table)),
    tableAt(tool, 'uv')['dev-dependencies'],
    ...Object.values(tableAt(tool, 'hatch', 'envs')).map(
      (environment) => tableAt(environment)['dependencies'],
    ),
  ];
  const tables = [
    tableAt(poetry, 'dependencies'),
    tableAt(poetry, 'dev-dependencies'),
    ...Object.values(tableAt(poetry, 'group')).map((group) => tableAt(group, 'dependencies')),
  ];
  const sources = tableAt(tool, 'uv', 'sources');
  const local = new Set(
    Object.entries(sources)
      .filter(([, source]) => isLocal(source))
      .map(([name]) => normalized(name)),
  );
  const declared = new Map(
    [...listed.flatMap(namedIn), ...tables.flatMap(keysIn)].map(([name, from]) => [
      name,
      local.has(name) ? ('local' as const) : from,
    ]),
  );
  return [
    { path: join(folder, 'pyproject.toml'), declared, install: installer(folder, workspaceRoot, tool) },
  ];
}

type Named = readonly [name: string, from: 'published' | 'local'];

/** PEP 508. One with a marker is left out: it may not be meant for this machine. */
function namedIn(list: unknown): Named[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((requirement: unknown) => (typeof requirement === 'string' ? nameOf(requirement) : []));
}

function nameOf(requirement: string): Named[] {
  const name = /^\s*([A-Za-z0-9][\w.-]*)/.exec(requirement)?.[1];
  if (name === undefined || requirement.includes(';')) return [];
  return [[normalized(name), /@\s*(?:file:|\.)/.test(requirement) ? 'local' : 'published']];
}

/** Poetry and Pipenv: `name = "^1"`, or a table. Python itself is among them. */
function keysIn(table: Table): Named[] {
  return Object.entries(table).flatMap(([name, value]) => {
    const isConditional =
      typeof value === 'object' &&
      value !== null &&
      ('markers' in value ||
        'platform' in value ||
        'python' in value ||
        ('optional' in value && value.optional === true));
    return normalized(name) === 'python' || isConditional
      ? []
      : [[normalized(name), isLocal(value) ? 'local' : 'published'] as const];
  });
}

function isLocal(source: unknown): boolean {
  return typeof source === 'object' && source !== null && ('path' in source || 'workspace' in source);
}

function installer(folder: string, workspaceRoot: string, tool: Table): string {
  if (holds(folder, ['uv.lock'])) return 'uv sync';
  if (holds(folder, ['poetry.lock']) || 'poetry' in tool) return 'poetry install';
  if (holds(folder, ['pdm.lock']) || 'pdm' in tool) return 'pdm install';
  // A member of a workspace of uv has no lock file of its own.
  for (let above = folder; above !== workspaceRoot && above.length > workspaceRoot.length;) {
    above = join(above, '..');
    if (holds(above, ['uv.lock'])) return 'uv sync --all-packages';
  }
  if ('uv' in tool) return 'uv sync';
  return holds(folder, ['hatch.toml']) || 'envs' in tableAt(tool, 'hatch')
    ? 'hatch env create'
    : 'pip install -e .';
}

function pipfile(folder: string): Manifest[] {
  const path = join(folder, 'Pipfile');
  const table = tableOf(path, readText(path, SETTINGS_BYTES));
  const declared = new Map(['packages', 'dev-packages'].flatMap((key) => keysIn(tableAt(table, key))));
  return declared.size === 0 ? [] : [{ path, declared, install: 'pipenv install --dev' }];
}

const LISTS = /^(?:requirements.*|.*[-_.]requirements)\.(?:txt|in)$/;

function requirements(folder: string): Manifest[] {
  const inside = namesIn(join(folder, 'requirements')).filter((name) => /\.(?:txt|in)$/.test(name));
  return [
    ...namesIn(folder)
      .filter((name) => LISTS.test(name))
      .sort(),
    ...inside.sort().map((name) => `requirements/${name}`),
  ].map((name) => ({
    path: join(folder, name),
    declared: new Map(listedIn(join(folder, name), 0)),
    install: `pip install -r ${name}`,
  }));
}

/** With those of the lists that it includes: `-r base.txt`. */
function listedIn(path: string, depth: number): Named[] {
  if (depth > DEEPEST) return [];
  const lines = (readText(path, SETTINGS_BYTES) ?? '').replace(/\\\r?\n/g, ' ').split(/\r?\n/);
  return lines.flatMap((line) => {
    const other = /^\s*(?:-r|--requirement)[ \t=]*(\S+)/.exec(line)?.[1];
    if (other !== undefined) return listedIn(join(dirname(path), other), depth + 1);
    return /^\s*[-#]/.test(line) ? [] : nameOf(line.replace(/\s#.*$/s, ''));
  });
}

const DEEPEST = 5;

function setupCfg(folder: string): Manifest[] {
  const path = join(folder, 'setup.cfg');
  const block = /^install_requires[ \t]*=[ \t]*\r?\n((?:[ \t]+\S.*\r?\n?)+)/m.exec(
    readText(path, SETTINGS_BYTES) ?? '',
  )?.[1];
  return block === undefined
    ? []
    : [{ path, declared: new Map(block.split(/\r?\n/).flatMap(nameOf)), install: 'pip install -e .' }];
}

function pixi(folder: string): Manifest[] {
  const path = join(folder, 'pixi.toml');
  const table = tableOf(path, readText(path, SETTINGS_BYTES));
  const all = [table, ...Object.values(tableAt(table, 'feature'))];
  const declared = new Map(
    all.flatMap((part) => ['dependencies', 'pypi-dependencies'].flatMap((key) => keysIn(tableAt(part, key)))),
  );
  return declared.size === 0 ? [] : [{ path, declared, install: 'pixi install' }];
}

const REQUIRES = /\b(?:install|extras|tests)_requires?\s*=\s*(\w+|[[{])/g;

const MOST_LISTS = 20;

/** The texts that stand in it as they are; what a program of Python computes is not known. */
function setupPy(folder: string): Manifest[] {
  const path = join(folder, 'setup.py');
  const text = readText(path, SETTINGS_BYTES) ?? '';
  const declared = new Map(
    [...text.matchAll(REQUIRES)].slice(0, MOST_LISTS).flatMap(({ 0: all, 1: value = '', index }) => {
      if (/^[[{]/.test(value)) return textsFrom(text, index + all.length - 1).flatMap(nameOf);
      const list = new RegExp(`^${RegExp.escape(value)}\\s*(?::[^=\\n]*)?=\\s*(?=[[{])`, 'm').exec(text);
      return list === null ? [] : textsFrom(text, list.index + list[0].length).flatMap(nameOf);
    }),
  );
  return declared.size === 0 ? [] : [{ path, declared, install: 'pip install -e .' }];
}

/** The strings of a list, or of the lists in a dictionary without its keys, up to its end. */
function textsFrom(text: string, start: number): string[] {
  const found: string[] = [];
  let depth = 0;
  for (const [token, , string, after] of text
    .slice(start)
    .matchAll(/#[^\n]*|[[{(]|[\]})]|(["'])((?:(?!\1)[^\\\n])*)\1(\s*:)?/g)) {
    if (string !== undefined) found.push(...(after === undefined ? [string] : []));
    else if (/^[[{(]/.test(token)) depth += 1;
    else if (!token.startsWith('#')) depth -= 1;
    if (depth === 0) break;
  }
  return found;
}

/** https://peps.python.org/pep-0723/ */
const INLINE = /^# \/\/\/ script[ \t]*\r?\n((?:#(?: .*)?\r?\n){1,200}?)# \/\/\/[ \t]*$/m;

/** What a script declares in its own first lines; undefined where it has none. */
export function scriptManifest(path: string): Manifest | undefined {
  const block = INLINE.exec(readText(path, SETTINGS_BYTES) ?? '')?.[1];
  if (block === undefined) return undefined;
  const table = tableOf(path, block.replace(/^# ?/gm, ''));
  const name = basename(path);
  const install = isPlainWord(name) ? `uv run ${name}` : 'uv run';
  return { path, declared: new Map(namedIn(table['dependencies'])), install };
}

function condaFiles(folder: string): Manifest[] {
  return ['environment.yml', 'environment.yaml'].flatMap((name) => {
    const text = readText(join(folder, name), SETTINGS_BYTES);
    if (text === undefined) return [];
    const declared = new Map(
      [...text.matchAll(/^[ \t]*-[ \t]*(?:[\w-]+::)?([A-Za-z0-9][\w.-]*)/gm)].flatMap(([, found = '']) =>
        nameOf(found),
      ),
    );
    return [{ path: join(folder, name), declared, install: `conda env update --file ${name}` }];
  });
}
