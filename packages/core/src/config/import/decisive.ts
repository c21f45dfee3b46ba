import type { ServerConfig } from '../../lsp/types.js';
import { isTable, type Table } from './named-server.js';

/**
 * What is taken over of the settings of a built-in server: the keys that change what it finds, and
 * name no program. All other keys are this package's to choose: when a server checks, and what it
 * sends, decides how its answers are awaited.
 */
interface Decisive {
  /** The section that the keys stand in. */
  readonly section: string;
  readonly keys: readonly string[];
  /** Where the server reads them: in `settings`, or in `initializationOptions` without the section. */
  readonly place: 'settings' | 'initializationOptions';
}

const DECISIVE: Readonly<Record<string, Decisive>> = {
  pyright: {
    section: 'python.analysis',
    keys: ['typeCheckingMode', 'diagnosticSeverityOverrides', 'extraPaths', 'stubPath', 'include', 'exclude', 'ignore', 'useLibraryCodeForTypes'],
    place: 'settings',
  },
  gopls: {
    section: 'gopls',
    keys: ['analyses', 'staticcheck', 'directoryFilters', 'standaloneTags', 'ui.diagnostic.analyses', 'ui.diagnostic.staticcheck', 'build.directoryFilters', 'build.standaloneTags'],
    place: 'initializationOptions',
  },
  'rust-analyzer': { section: 'rust-analyzer', keys: ['diagnostics.disabled', 'diagnostics.experimental.enable'], place: 'initializationOptions' },
  yaml: { section: 'yaml', keys: ['schemas', 'customTags', 'validate', 'schemaStore.enable'], place: 'settings' },
};

/** The part of a server's settings that is taken over; undefined where there is none. */
export function decisiveOf(id: string, given: { readonly initializationOptions?: unknown; readonly settings?: unknown }): ServerConfig | undefined {
  const decisive = Object.hasOwn(DECISIVE, id) ? DECISIVE[id] : undefined;
  if (decisive === undefined) return undefined;
  const { section, keys, place } = decisive;
  const found = keys.flatMap((key): [string, unknown][] => {
    const value = valueAt(given.settings, `${section}.${key}`) ?? valueAt(given.settings, key) ?? valueAt(given.initializationOptions, key) ?? valueAt(given.initializationOptions, `${section}.${key}`);
    return value === undefined ? [] : [[key, value]];
  });
  if (found.length === 0) return undefined;
  return place === 'settings' ? { settings: Object.fromEntries(found.map(([key, value]) => [`${section}.${key}`, value])) } : { initializationOptions: treeOf(found) };
}

/** `{"a.b": {"c": 1}}`, `{"a": {"b.c": 1}}` and `{"a.b.c": 1}` all have the value `a.b.c`. */
function valueAt(value: unknown, path: string): unknown {
  if (!isTable(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  const heads = Object.keys(value).filter((key) => path.startsWith(`${key}.`));
  for (const head of heads) {
    const inner = valueAt(value[head], path.slice(head.length + 1));
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function treeOf(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return entries.reduce<Record<string, unknown>>((tree, [path, value]) => put(tree, path.split('.'), value), {});
}

function put(tree: Table, [head = '', ...rest]: readonly string[], value: unknown): Record<string, unknown> {
  const inner = tree[head];
  return { ...tree, [head]: rest.length === 0 ? value : put(isTable(inner) ? inner : {}, rest, value) };
}
