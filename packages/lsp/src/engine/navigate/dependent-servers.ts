import type { AdmittedPath } from '../../support/paths.ts';
import { isBelow } from '../../support/paths.ts';
import type { ServerDefinition, ServerLocation } from '../../backend/definition.ts';
import type { Manifests } from '../../backend/checker/definition.ts';
import { waitFor } from '../../support/wait-for.ts';
import { sessionKey } from '../session/pool/client-pool.ts';
import { isFallbackOf } from '../session/abilities.ts';
import { type Server, resolveServers } from '../base/resolve-servers.ts';
import { wordIn } from '../../backend/navigation/whole-word.ts';
import { textOnDisk } from '../disk/text-source.ts';
import type { Servers } from '../session/pool/servers.ts';
import type { WorkspaceServer, WorkspaceServers } from './workspace-servers.ts';

/**
 * Processes of one server for other projects that use files of this one. Examples: pyright for
 * another configuration, rust-analyzer for a Cargo workspace that depends on this one by its path.
 * Each finds the uses of a file in its own project, once it is asked about that file as well.
 */
export class DependentServers {
  constructor(
    private readonly services: Pick<
      Servers,
      'registry' | 'search' | 'pool' | 'dependents' | 'disk' | 'graphs'
    >,
    private readonly servers: WorkspaceServers,
  ) {}

  /**
   * Uses the state of the last disk sweep. Starts no server.
   *
   * @param name the identifier that is asked about; a file that does not contain it does not use it
   */
  async of(
    { definition, launch }: Server,
    path: AdmittedPath,
    name: string | undefined,
    signal: AbortSignal,
  ): Promise<WorkspaceServer[]> {
    const { disk } = this.services;
    if (!disk.isWhole) void disk.sweep();
    if ((await waitFor(disk.walked, signal)).kind === 'gave-up') return [];
    const own = sessionKey(definition, launch);
    const others = this.servers
      .of(definition)
      .filter((other) => sessionKey(definition, other.launch) !== own);
    const ofBuilds = this.#ofBuilds(definition, path, name).filter(
      (other) => sessionKey(definition, other.launch) !== own,
    );
    if (others.length === 0) return ofBuilds;
    const dependents = await this.#dependents(definition, path, name);
    const ofProjects = others.filter((other) =>
      dependents.some((user) => isBelow(user, other.launch.root) && other.launch.serves(user)),
    );
    return [...ofProjects, ...ofBuilds];
  }

  /** Other builds that have this file, and a file of their own that says the name. */
  #ofBuilds(definition: ServerDefinition, path: AdmittedPath, name: string | undefined): WorkspaceServer[] {
    const { builds } = definition;
    if (builds === undefined || name === undefined) return [];
    const looked = new Map<string, ServerLocation>();
    const found = new Map<string, WorkspaceServer>();
    for (const [sample, build] of this.services.dependents.filesOfBuilds(definition)) {
      if (build === undefined || found.has(build) || !builds.has(build, path)) continue;
      if (!wordIn(name).test(textOnDisk(sample) ?? '')) continue;
      const server = resolveServers(this.services, sample, looked).found.find(
        (one) => one.definition === definition,
      );
      if (server !== undefined) found.set(build, { definition, launch: server.launch, sample, files: 1 });
    }
    return [...found.values()];
  }

  /**
   * Files that may use this one. For projects with manifests: one file per project, which stands
   * for all of its files.
   */
  async #dependents(
    definition: ServerDefinition,
    path: AdmittedPath,
    name: string | undefined,
  ): Promise<readonly AdmittedPath[]> {
    const { dependents, graphs } = this.services;
    const manifests = this.#manifestsOf(definition);
    if (manifests !== undefined) return dependents.filesOf(definition, manifests, path);
    // A server without `sharesFiles` would take the file for one of its own and publish findings
    // for it.
    if (!definition.sharesFiles) return [];
    const graph = await graphs.of(definition);
    if (graph === undefined) return [];
    const files = [...graph.dependents([path]).keys()];
    return name === undefined ? files : files.filter(graph.containsIdentifier([name]));
  }

  #manifestsOf(definition: ServerDefinition): Manifests | undefined {
    const primary = (other: ServerDefinition): boolean => isFallbackOf(definition, other);
    return definition.manifests ?? this.services.registry.all().find(primary)?.manifests;
  }
}
