import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { isInGlob, plainGlob } from '../../support/path-glob.ts';
import { isObject } from '../../support/json.ts';
import { parseJsonc } from '../../support/jsonc.ts';
import { isBelow } from '../../support/paths.ts';
import { readText } from '../../backend/program/files.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import { tableAt, tableOf } from '../../backend/program/toml.ts';
import type { Values } from '../../backend/values.ts';

/** Left out of every project, in addition to its own `exclude`. */
const NEVER = ['**/node_modules', '**/__pycache__', '**/.*', '**/__editable__.*'];

/** The files and folders that mark a Python environment, which is left out. */
const ENVIRONMENT = [join('bin', 'activate'), join('Scripts', 'activate'), 'pyvenv.cfg', 'conda-meta'];

/** How many configurations may extend each other. */
const DEEPEST = 16;

/**
 * Whether a file belongs to pyright's project at `root`. The server judges every open file, the
 * command line only the files of the project. test/real/python/pyright-projects.test.ts checks this
 * function against the command line.
 *
 * @param analysis the settings `python.analysis`, which count where there is no configuration
 */
export function isInProject(root: string, path: string, analysis: Values): boolean {
  const configured = layersOf(root);
  const layers = configured.length === 0 ? [{ folder: root, values: analysis }] : configured;
  const include = lastNamed(layers, 'include');
  const exclude = [...lastNamed(layers, 'exclude'), ...NEVER.map((pattern) => patternOf(root, pattern))];
  if (exclude.some(({ matches }) => matches(path))) return false;
  return (include.length === 0 ? [patternOf(root, '.')] : include).some(
    (pattern) => pattern.matches(path) && isReached(path, pattern),
  );
}

/** The files that configure the project at `root`, whether they exist or not; absolute. */
export function configurationFiles(root: string): string[] {
  return [
    ...new Set([
      ...OWN.map((name) => join(root, name)),
      ...layersOf(root).flatMap(({ path, base }) => [path, ...(base === undefined ? [] : [base])]),
    ]),
  ];
}

/** The first one that exists counts. */
const OWN = ['pyrightconfig.json', 'pyproject.toml'];

/** One configuration file. */
interface Layer {
  readonly path: string;
  /** The folder its paths are relative to. */
  readonly folder: string;
  readonly values: Values;
  /** The configuration that it extends. */
  readonly base: string | undefined;
}

/** The project's own configuration, preceded by those that it extends and overrides. */
export function layersOf(root: string): Layer[] {
  const layers: Layer[] = [];
  let path = OWN.map((name) => join(root, name)).find((candidate) => valuesOf(candidate) !== undefined);
  while (path !== undefined && layers.length < DEEPEST) {
    const values = valuesOf(path);
    if (values === undefined) break;
    const folder = dirname(path);
    const base: string | undefined =
      typeof values['extends'] === 'string' ? resolve(folder, values['extends']) : undefined;
    layers.unshift({ path, folder, values, base });
    path = base;
  }
  return layers;
}

function valuesOf(path: string): Values | undefined {
  const text = readText(path, SETTINGS_BYTES);
  if (text === undefined) return undefined;
  // Of a text that cannot be parsed the server reports the error, and continues without it.
  if (!path.endsWith('.toml')) return parseJsonc(text);
  const { pyright } = tableAt(tableOf(path, text), 'tool');
  return isObject(pyright) ? pyright : undefined;
}

/** Matches a path, and everything below it. */
interface Pattern {
  readonly matches: (path: string) => boolean;
  /** Where the search for it begins, absolute. */
  readonly from: string;
  /** It may match any number of folders below. */
  readonly isDeep: boolean;
}

function lastNamed(
  layers: readonly Pick<Layer, 'folder' | 'values'>[],
  key: 'include' | 'exclude',
): Pattern[] {
  const layer = layers.findLast(({ values }) => Array.isArray(values[key]));
  const patterns: unknown = layer?.values[key];
  if (layer === undefined || !Array.isArray(patterns)) return [];
  return patterns.flatMap((pattern: unknown) =>
    typeof pattern === 'string' && !isAbsolute(pattern) ? [patternOf(layer.folder, pattern)] : [],
  );
}

function patternOf(folder: string, pattern: string): Pattern {
  const names = resolve(folder, pattern)
    .split(sep)
    .filter((name) => name !== '');
  const wanted = plainGlob(names.map(inCase));
  const first = names.findIndex((name) => /[*?]/.test(name));
  return {
    matches: (path) =>
      isInGlob(
        path
          .split(sep)
          .filter((name) => name !== '')
          .map(inCase),
        wanted,
      ),
    from: sep + (first === -1 ? names : names.slice(0, first)).join(sep),
    isDeep: names.includes('**'),
  };
}

/** Elsewhere file systems ignore case. */
function inCase(name: string): string {
  return process.platform === 'linux' ? name : name.toLowerCase();
}

/**
 * pyright walks down to a file from where its pattern begins. It enters no environment.
 * Quirk(pyright): it enters no folder that matches only the beginning of a pattern: for `a/?/b` it
 * finds nothing.
 */
function isReached(path: string, { matches, from, isDeep }: Pattern): boolean {
  for (let folder = dirname(path); folder === from || isBelow(folder, from); folder = dirname(folder)) {
    if (ENVIRONMENT.some((name) => existsSync(join(folder, name)))) return false;
    if (folder === from) return true;
    if (!isDeep && !matches(folder)) return false;
  }
  // The pattern names the file itself.
  return true;
}
