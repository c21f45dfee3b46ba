import { Condition } from '../../support/condition.ts';
import { isObject } from '../../support/json.ts';
import { toPath } from '../../support/paths.ts';

/** A server registers for this method to be notified of changes on disk. */
export const WATCHED_FILES = 'workspace/didChangeWatchedFiles';

/**
 * The capabilities that a server registered after `initialize`, by registration id. A second
 * registration under the same id replaces the first.
 */
export class Registrations {
  readonly #byId = new Map<string, { method: string; options: unknown; watches: readonly Watch[] }>();
  readonly #registered = new Condition();

  /**
   * @param root the server's root folder, absolute
   * @param watched globs of files that it wants to be notified of, though it never registers for them
   */
  constructor(
    private readonly root: string,
    watched: readonly string[] = [],
  ) {
    if (watched.length === 0) return;
    const watchers = watched.map((globPattern) => ({ globPattern }));
    this.register({ registrations: [{ id: '', method: WATCHED_FILES, registerOptions: { watchers } }] });
  }

  /** @param params of `client/registerCapability` */
  register(params: unknown): void {
    for (const { id, method, options } of entries(params, 'registrations')) {
      this.#byId.set(id, {
        method,
        options,
        watches: method === WATCHED_FILES ? watchesOf(options, this.root) : [],
      });
    }
    this.#registered.changed();
  }

  /** @param params of `client/unregisterCapability`; the protocol misspells the name of its list */
  unregister(params: unknown): void {
    for (const { id } of [...entries(params, 'unregisterations'), ...entries(params, 'unregistrations')])
      this.#byId.delete(id);
  }

  clear(): void {
    this.#byId.clear();
  }

  has(method: string): boolean {
    return this.options(method) !== undefined;
  }

  /** The registered options, `{}` if there are none, undefined if the method is not registered. */
  options(method: string): Record<string, unknown> | undefined {
    for (const entry of this.#byId.values()) {
      if (entry.method === method) return isObject(entry.options) ? entry.options : {};
    }
    return undefined;
  }

  /** Resolves to true once the method is registered, to false when `signal` aborts. */
  whenRegistered(method: string, signal: AbortSignal): Promise<boolean> {
    return this.#registered.until(() => this.has(method), signal);
  }

  /**
   * The watched places that the server named, if any: an absolute folder, and a glob relative to
   * it.
   */
  places(): RelativePattern[] {
    return [...this.#byId.values()].flatMap(({ watches }) => watches.flatMap(({ place }) => place ?? []));
  }

  /** Whether the server wants notifications of this kind of change to this file. */
  watches(path: string, change: FileChangeType): boolean {
    for (const entry of this.#byId.values()) {
      if (entry.watches.some((watch) => (watch.kinds & WATCH_KIND[change]) !== 0 && watch.matches(path)))
        return true;
    }
    return false;
  }
}

export type FileChangeType = 'created' | 'changed' | 'deleted';

/** LSP's FileChangeType. */
export const FILE_CHANGE_TYPE = { created: 1, changed: 2, deleted: 3 } as const;

/** LSP's WatchKind, a set of bits. */
const WATCH_KIND = { created: 1, changed: 2, deleted: 4 } as const;
const ALL_KINDS = 7;

export interface RelativePattern {
  readonly folder: string;
  readonly pattern: string;
}

interface Watch {
  readonly kinds: number;
  readonly place: RelativePattern | undefined;
  matches(path: string): boolean;
}

function entries(params: unknown, key: string): { id: string; method: string; options: unknown }[] {
  const list: unknown = isObject(params) ? params[key] : undefined;
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown) =>
    isObject(item) && typeof item['id'] === 'string' && typeof item['method'] === 'string'
      ? [{ id: item['id'], method: item['method'], options: item['registerOptions'] }]
      : [],
  );
}

function watchesOf(options: unknown, root: string): Watch[] {
  const list: unknown = isObject(options) ? options['watchers'] : undefined;
  if (!Array.isArray(list)) return [];
  return list.flatMap((watcher: unknown) => {
    if (!isObject(watcher)) return [];
    const kinds = typeof watcher['kind'] === 'number' ? watcher['kind'] : ALL_KINDS;
    const pattern = watcher['globPattern'];
    const place = placeOf(pattern, root);
    const matches = place === undefined ? matcherOf(pattern) : matcherBelow(place);
    return matches === undefined ? [] : [{ kinds, place, matches }];
  });
}

/** A pattern relative to a folder (LSP 3.17, RelativePattern). */
function placeOf(pattern: unknown, root: string): RelativePattern | undefined {
  // Quirk(TypeScript 7): the pattern contains the root unescaped, including brackets.
  if (typeof pattern === 'string')
    return pattern.startsWith(`${root}/`)
      ? { folder: root, pattern: pattern.slice(root.length + 1) }
      : undefined;
  if (!isObject(pattern) || typeof pattern['pattern'] !== 'string') return undefined;
  const { baseUri } = pattern;
  const uri: unknown = isObject(baseUri) ? baseUri['uri'] : baseUri;
  const base = typeof uri === 'string' ? toPath(uri) : undefined;
  return base === undefined ? undefined : { folder: base.replace(/\/$/, ''), pattern: pattern['pattern'] };
}

/** A glob over absolute paths. */
function matcherOf(pattern: unknown): ((path: string) => boolean) | undefined {
  if (typeof pattern !== 'string') return undefined;
  const glob = new Bun.Glob(pattern);
  return (path) => glob.match(path);
}

function matcherBelow({ folder, pattern }: RelativePattern): (path: string) => boolean {
  const glob = new Bun.Glob(pattern);
  return (path) => path.startsWith(`${folder}/`) && glob.match(path.slice(folder.length + 1));
}
