import { dirname } from 'node:path';
import { type AdmittedPath, type DiskStamp, isBelow } from '../../support/paths.ts';
import type { Launch, ServerDefinition, ServerLocation } from '../../backend/definition.ts';
import type { ChangeEntry } from '../changes/change-log.ts';
import { sessionKey } from '../session/pool/client-pool.ts';
import { answersRequests, isCompiler, isOwn } from '../session/abilities.ts';
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

  /** By definition, the servers of folders, as of a position in the log. */
  readonly #located = new Map<ServerDefinition, { position: number; readonly byFolder: Located }>();

  constructor(private readonly services: Pick<Servers, 'registry' | 'search' | 'disk' | 'changes'>) {}

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
    const located = this.#stillLocated(definition);
    const servers = new Map<string, WorkspaceServer>();
    for (const [folder, { sample, files: count }] of [...folders].sort(([a], [b]) => compareText(a, b))) {
      const location = located.get(folder) ?? definition.locate(folder, this.services.search);
      if (location.kind !== 'found') continue;
      located.set(folder, location);
      const { launch } = location;
      const key = sessionKey(definition, launch);
      const known = servers.get(key) ?? { definition, launch, sample, files: 0 };
      servers.set(key, { ...known, files: known.files + count });
    }
    return [...servers.values()].sort((a, b) => compareText(a.launch.root, b.launch.root));
  }

  /**
   * To find the servers of a folder takes dozens of looks at the disk. What changes in a source alters none
   * of them, and one that comes or goes at most those of its folder, and below.
   */
  #stillLocated(definition: ServerDefinition): Located {
    const { changes } = this.services;
    const known = this.#located.get(definition);
    const since = known && changes.since(known.position);
    const isSource = ({ path }: ChangeEntry): boolean =>
      isOwn(definition, path) && definition.imports?.affectsAll(path) === false;
    if (known === undefined || since?.every(isSource) !== true) {
      const byFolder: Located = new Map();
      this.#located.set(definition, { position: changes.position, byFolder });
      return byFolder;
    }
    known.position = changes.position;
    const moved = new Set(since.flatMap(({ path, change }) => (change === 'changed' ? [] : dirname(path))));
    for (const folder of moved.size === 0 ? [] : known.byFolder.keys())
      if ([...moved].some((each) => folder === each || isBelow(folder, each))) known.byFolder.delete(folder);
    return known.byFolder;
  }
}

type Located = Map<string, Extract<ServerLocation, { kind: 'found' }>>;

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
