import { dirname } from 'node:path';
import type { AdmittedPath } from '../../support/paths.ts';
import type { Launch, ServerLocation, ServerDefinition } from '../../backend/definition.ts';
import type { Search } from '../../backend/program/search.ts';
import type { Registry } from '../../backend/find-server.ts';
import { ancestors } from '../../backend/program/files.ts';

/** A server that is responsible for a file, and what to run for it. */
export interface Server {
  readonly definition: ServerDefinition;
  readonly launch: Launch;
  /** The primary server, if this is a fallback and the primary is responsible for the file too. */
  readonly primary: Server | undefined;
}

export interface ResolvedServers {
  readonly found: readonly Server[];
  /**
   * Servers whose program is missing, or is not run in an untrusted workspace. A fallback server
   * that is not needed is left out.
   */
  readonly unavailable: readonly Missing[];
}

type Missing = Extract<ServerLocation, { readonly kind: 'unavailable' | 'untrusted' | 'unreadable' }> & {
  readonly id: string;
};

/** What decides which servers check a file. */
export interface ServerResolution {
  readonly registry: Registry;
  readonly search: Search;
  /** The launch of a running session whose root is one of these folders; the first counts. */
  readonly pool: { above(definition: ServerDefinition, folders: readonly string[]): Launch | undefined };
}

/**
 * Which servers check a file, by its name and its folder. Starts nothing.
 *
 * @param looked what was found for other files: the files of a patch share folders, and every
 * search for a program costs a look at the disk
 */
export function resolveServers(
  { registry, search, pool }: ServerResolution,
  path: AdmittedPath,
  looked = new Map<string, ServerLocation>(),
): ResolvedServers {
  const folder = dirname(path);
  // A running server needs its program no more: an update or a clean install removes that for a
  // while, or for good. A batch run needs it again after each change.
  const running = (definition: ServerDefinition): Launch | undefined =>
    definition.run === undefined
      ? pool.above(definition, ancestors(folder, search.workspaceRoot))
      : undefined;
  const found = new Map<string, Server>();
  const unavailable: Missing[] = [];
  const definitions = registry.forFile(path);
  const visited = new Set<ServerDefinition>();
  const visit = (definition: ServerDefinition): void => {
    if (visited.has(definition)) return;
    visited.add(definition);
    const { id, standsInFor = '', yieldsTo } = definition;
    for (const other of definitions)
      if (other.id === standsInFor || yieldsTo.includes(other.id)) visit(other);
    if (yieldsTo.some((other) => found.has(other))) return;
    const build = definition.builds?.of(path);
    const location = looked.getOrInsertComputed([id, folder, build].join('\0'), () =>
      definition.locate(folder, search, build),
    );
    const primary = found.get(standsInFor);
    const launch =
      location.kind === 'found' ? location.launch : isMissing(location) ? running(definition) : undefined;
    if (launch !== undefined) found.set(id, { definition, launch, primary });
    else if (location.kind !== 'found' && location.kind !== 'not-applicable' && primary === undefined)
      unavailable.push({ id, ...location });
  };
  for (const definition of definitions) visit(definition);
  return { found: [...found.values()], unavailable };
}

/**
 * Its program is missing. For an optional server, a hint tells that apart from a server that is not
 * of use here.
 */
function isMissing({ kind, hint }: Exclude<ServerLocation, { readonly kind: 'found' }>): boolean {
  return kind === 'unavailable' || (kind === 'not-applicable' && hint !== undefined);
}

/** For a person or a model: why no server answers, and what to do. */
export function whyUnserved(unavailable: ResolvedServers['unavailable']): string {
  if (unavailable.length === 0) return 'no language server is there for a file like this';
  const missing = unavailable
    .filter(({ kind }) => kind === 'unavailable')
    .map(({ id, hint }) => (hint === undefined ? id : `${id} (${hint})`));
  if (missing.length > 0)
    return `no language server is there for this file; to install: ${missing.join(', ')}`;
  return (
    'no language server is run for this file: ' +
    unavailable.map(({ id, reason }) => `${id} (${reason})`).join(', ')
  );
}
