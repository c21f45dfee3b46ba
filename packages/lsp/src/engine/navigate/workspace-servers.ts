import { dirname } from 'node:path';
import type { AdmittedPath, DiskStamp } from '../../support/paths.ts';
import type { Launch, ServerDefinition } from '../../backend/definition.ts';
import { sessionKey } from '../session/pool/client-pool.ts';
import { answersRequests, isCompiler } from '../session/abilities.ts';
import { compareText } from '../../support/compare.ts';
import type { Servers } from '../session/pool/servers.ts';

/** A server that some file of the workspace needs. */
export interface WorkspaceServer {
  readonly definition: ServerDefinition;
  readonly launch: Launch;
  /** The first of its files, by path: many servers load nothing before they are shown a file. */
  readonly sample: AdmittedPath;
}

/**
 * Servers that answer requests about the whole workspace. Keeps what it found until files change.
 */
export class WorkspaceServers {
  /** By the list of files, which servers of one language share, then by definition. */
  readonly #found = new WeakMap<
    ReadonlyMap<AdmittedPath, DiskStamp>,
    Map<ServerDefinition, readonly WorkspaceServer[]>
  >();

  constructor(private readonly services: Pick<Servers, 'registry' | 'search' | 'disk'>) {}

  /** By id, then root; as of the last scan. Starts nothing. */
  all(): WorkspaceServer[] {
    const { registry } = this.services;
    return registry
      .all()
      .flatMap((definition) =>
        isAsked(definition) && !registry.isDisabled(definition.id) ? this.of(definition) : [],
      );
  }

  /** The processes of one server, by their roots. */
  of(definition: ServerDefinition): readonly WorkspaceServer[] {
    const files = this.services.disk.files(definition.extensions);
    const known = this.#found.getOrInsertComputed(files, () => new Map());
    return known.getOrInsertComputed(definition, () => this.#look(definition, files));
  }

  #look(definition: ServerDefinition, files: ReadonlyMap<AdmittedPath, DiskStamp>): WorkspaceServer[] {
    const first = new Map<string, AdmittedPath>();
    for (const path of files.keys()) {
      const folder = dirname(path);
      const other = first.get(folder);
      if (other === undefined || path < other) first.set(folder, path);
    }
    const servers = new Map<string, WorkspaceServer>();
    for (const [folder, sample] of [...first].sort(([a], [b]) => compareText(a, b))) {
      const location = definition.locate(folder, this.services.search);
      if (location.kind !== 'found') continue;
      const { launch } = location;
      servers.getOrInsert(sessionKey(definition, launch), { definition, launch, sample });
    }
    return [...servers.values()].sort((a, b) => compareText(a.launch.root, b.launch.root));
  }
}

/**
 * Whether both are the same processes. The files by which they were found do not matter: where
 * files come and go all the time, they differ each time.
 */
export function areSameProcesses(
  some: readonly WorkspaceServer[],
  others: readonly WorkspaceServer[],
): boolean {
  const keys = (servers: readonly WorkspaceServer[]): string =>
    servers.map(({ definition, launch }) => sessionKey(definition, launch)).join('\0');
  return keys(some) === keys(others);
}

/** Linters only report findings, and compilers that are no servers answer no requests. */
export function isAsked(definition: ServerDefinition): boolean {
  return isCompiler(definition) && answersRequests(definition);
}
