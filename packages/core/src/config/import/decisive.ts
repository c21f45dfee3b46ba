import { resolve, sep } from 'node:path';
import type { ServerConfig } from '../../lsp/types.js';
import { isPathWithin } from '../../support/real-path.js';
import type { Table } from './named-server.js';
import { isObject, itemsOf } from '../../support/json.js';
import { isFolder } from '../../support/read-file.js';

/** Where a setting comes from. */
export interface SettingsSource {
  readonly scope: 'user' | 'workspace';
  /** Absolute. */
  readonly workspaceRoot: string;
}

/**
 * What is taken over of the settings of a built-in server: the keys that change what it finds, and
 * name no program. All other keys are this package's to choose: when a server checks, and what it
 * sends, decides how its answers are awaited.
 */
interface Decisive {
  /** The section that the keys stand in. */
  readonly section: string;
  readonly keys: readonly (string | Key)[];
  /** Where the server reads them: in `settings`, or in `initializationOptions` without the section. */
  readonly place: 'settings' | 'initializationOptions';
}

/** A key of which another value is taken, or a part of it. */
interface Key {
  readonly key: string;
  /** The key that takes the value. */
  readonly to: string;
  /** Undefined where nothing of the value is taken. */
  readonly value: (value: unknown, origin: SettingsSource) => unknown;
}

/** Of pyright and its fork basedpyright, below `analysis`. */
const PYRIGHT_KEYS = [
  'typeCheckingMode',
  'diagnosticSeverityOverrides',
  'extraPaths',
  'stubPath',
  'include',
  'exclude',
  'ignore',
  'useLibraryCodeForTypes',
];

const DECISIVE: Readonly<Record<string, Decisive>> = {
  typescript: {
    section: 'typescript',
    keys: ['tsdk', 'js/ts.tsdk.path'].map((key) => ({ key, to: 'tsdk', value: tsdk })),
    place: 'settings',
  },
  eslint: {
    section: '',
    keys: [{ key: 'eslint.workingDirectories', to: 'workingDirectories', value: (value) => value }],
    place: 'settings',
  },
  pyright: { section: 'python.analysis', keys: PYRIGHT_KEYS, place: 'settings' },
  basedpyright: { section: 'basedpyright.analysis', keys: PYRIGHT_KEYS, place: 'settings' },
  gopls: {
    section: 'gopls',
    keys: [
      // gopls takes the names of its settings without the groups that its pages put in front.
      ...[
        'ui.diagnostic.analyses',
        'analyses',
        'ui.diagnostic.staticcheck',
        'staticcheck',
        'build.directoryFilters',
        'directoryFilters',
        'build.standaloneTags',
        'standaloneTags',
      ].map(ungrouped),
      {
        key: 'go.buildTags',
        to: 'buildFlags',
        value: (tags) => (typeof tags === 'string' && tags !== '' ? [`-tags=${tags}`] : undefined),
      },
      ...['go.buildFlags', 'build.buildFlags', 'buildFlags'].map((key) => ({
        key,
        to: 'buildFlags',
        value: tagsAlone,
      })),
    ],
    place: 'initializationOptions',
  },
  'rust-analyzer': {
    section: 'rust-analyzer',
    keys: ['diagnostics.disabled', 'diagnostics.experimental.enable'],
    place: 'initializationOptions',
  },
  clangd: {
    section: 'clangd',
    keys: ['fallbackFlags', { key: 'arguments', to: 'compilationDatabasePath', value: databaseFolder }],
    place: 'initializationOptions',
  },
  yaml: {
    section: 'yaml',
    keys: [
      { key: 'schemas', to: 'schemas', value: schemas },
      'customTags',
      'validate',
      { key: 'schemaStore.enable', to: 'schemaStore.enable', value: schemaStore },
    ],
    place: 'settings',
  },
};

function ungrouped(key: string): Key {
  return { key, to: key.slice(key.lastIndexOf('.') + 1), value: (value) => value };
}

/** Schemas for YAML. A workspace may name files, and no address that the server would fetch. */
function schemas(value: unknown, { scope }: SettingsSource): unknown {
  if (scope === 'user' || !isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => !/^[a-z][a-z\d+.-]+:/i.test(name) || /^file:/i.test(name)),
  );
}

/** The catalogue of schemas on the network: a workspace may only switch it off. */
function schemaStore(value: unknown, { scope }: SettingsSource): unknown {
  return scope === 'user' || value === false ? value : undefined;
}

/** The library of TypeScript: a workspace may name one that is installed in it, a user any. */
function tsdk(value: unknown, { scope, workspaceRoot }: SettingsSource): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const path = resolve(workspaceRoot, value);
  const isInstalled =
    isPathWithin(path, workspaceRoot) && path.slice(workspaceRoot.length).split(sep).includes('node_modules');
  return isInstalled || (scope === 'user' && !isPathWithin(path, workspaceRoot)) ? path : undefined;
}

/** Of Go's flags, those that say which files are built. `-toolexec` would run a program. */
function tagsAlone(flags: unknown): unknown {
  const list = itemsOf(flags);
  const tags = list.flatMap((flag, at) => {
    if (typeof flag !== 'string') return [];
    const next = list[at + 1];
    if (/^--?tags$/.test(flag) && typeof next === 'string') return [`-tags=${next}`];
    return /^--?tags=/.test(flag) ? [flag] : [];
  });
  return tags.length > 0 ? tags : undefined;
}

/**
 * `--compile-commands-dir` of clangd's arguments, which it ignores where there is no such folder.
 * `--query-driver` would run programs.
 */
function databaseFolder(words: unknown, { workspaceRoot }: SettingsSource): string | undefined {
  const name = '--compile-commands-dir';
  const list = itemsOf(words).flatMap((word) =>
    typeof word === 'string' && word.startsWith(`${name}=`) ? [name, word.slice(name.length + 1)] : [word],
  );
  const folder = list.includes(name) ? list[list.lastIndexOf(name) + 1] : undefined;
  if (typeof folder !== 'string' || folder === '') return undefined;
  const path = resolve(workspaceRoot, folder);
  return isFolder(path) ? path : undefined;
}

/** The part of a server's settings that is taken over; undefined where there is none. */
export function decisiveOf(
  id: string,
  given: { readonly initializationOptions?: unknown; readonly settings?: unknown },
  origin: SettingsSource,
): ServerConfig | undefined {
  const decisive = Object.hasOwn(DECISIVE, id) ? DECISIVE[id] : undefined;
  if (decisive === undefined) return undefined;
  const { section, keys, place } = decisive;
  const below = (key: string): string => (section === '' ? key : `${section}.${key}`);
  const found = keys.flatMap((one): [string, unknown][] => {
    const {
      key,
      to,
      value: taken,
    }: Key = typeof one === 'string' ? { key: one, to: one, value: (value) => value } : one;
    const named =
      valueAt(given.settings, below(key)) ??
      valueAt(given.settings, key) ??
      valueAt(given.initializationOptions, key) ??
      valueAt(given.initializationOptions, below(key));
    const value = named === undefined ? undefined : taken(named, origin);
    return value === undefined ? [] : [[to, value]];
  });
  if (found.length === 0) return undefined;
  return place === 'settings'
    ? { settings: Object.fromEntries(found.map(([key, value]) => [below(key), value])) }
    : { initializationOptions: treeOf(found) };
}

/** `{"a.b": {"c": 1}}`, `{"a": {"b.c": 1}}` and `{"a.b.c": 1}` all have the value `a.b.c`. */
function valueAt(value: unknown, path: string): unknown {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  const heads = Object.keys(value).filter((key) => path.startsWith(`${key}.`));
  for (const head of heads) {
    const inner = valueAt(value[head], path.slice(head.length + 1));
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function treeOf(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return entries.reduce<Record<string, unknown>>(
    (tree, [path, value]) => put(tree, path.split('.'), value),
    {},
  );
}

function put(tree: Table, [head = '', ...rest]: readonly string[], value: unknown): Record<string, unknown> {
  const inner = tree[head];
  return { ...tree, [head]: rest.length === 0 ? value : put(isObject(inner) ? inner : {}, rest, value) };
}
