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
  /** How many files of the workspace it serves. */
  readonly files: number;
}

/** Of a language with fewer files than this part of the most, no server is started to search symbols. */
const FEW = 0.1;

/** Those that run, and those of the languages that the workspace has most of. */
export function likely(
  servers: readonly WorkspaceServer[],
  isRunning: (server: WorkspaceServer) => boolean,
): WorkspaceServer[] {
  const most = Math.max(...servers.map(({ files }) => files));
  return servers.filter((server) => server.files >= most * FEW || isRunning(server));
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

  constructor(private readonly services: Pick<Servers, 'registry' | 'disk' | 'located'>) {}

  /** By id, then root; as of the last scan. Starts nothing. */
  all(): WorkspaceServer[] {
    const { registry } = this.services;
    return registry
      .all()
      .flatMap((definition) =>
        isAsked(definition) && !registry.isDisabled(definition.id)
          ? this.#known(definition, this.services.disk.files(definition.extensions))
          : [],
      );
  }

  /** The processes of one server, by their roots; also those of other work trees that are worked at. */
  of(definition: ServerDefinition): readonly WorkspaceServer[] {
    return this.#known(definition, this.services.disk.allFiles(definition.extensions));
  }

  #known(
    definition: ServerDefinition,
    files: ReadonlyMap<AdmittedPath, DiskStamp>,
  ): readonly WorkspaceServer[] {
    const known = this.#found.getOrInsertComputed(files, () => new Map());
    return known.getOrInsertComputed(definition, () => this.#look(definition, files));
  }

  #look(definition: ServerDefinition, files: ReadonlyMap<AdmittedPath, DiskStamp>): WorkspaceServer[] {
    const folders = new Map<string, { sample: AdmittedPath; files: number }>();
    for (const path of files.keys()) {
      const found = folders.getOrInsert(dirname(path), { sample: path, files: 0 });
      found.files++;
      if (path < found.sample) found.sample = path;
    }
    const servers = new Map<string, WorkspaceServer>();
    for (const [folder, { sample, files: count }] of [...folders].sort(([a], [b]) => compareText(a, b))) {
      const launch = this.services.located.of(definition, folder)?.launch;
      if (launch === undefined) continue;
      const key = sessionKey(definition, launch);
      const known = servers.get(key) ?? { definition, launch, sample, files: 0 };
      servers.set(key, { ...known, files: known.files + count });
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
