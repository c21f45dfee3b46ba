import { dirname } from 'node:path';
import type { AdmittedPath } from '../../support/paths.ts';
import { sessionKey } from '../session/pool/client-pool.ts';
import type { Launch, ServerDefinition } from '../../backend/definition.ts';
import { type ResolvedServers, resolveServers } from '../base/resolve-servers.ts';
import type { Servers } from '../session/pool/servers.ts';
import type { SessionState } from '../session/session.ts';

/** How many folders are remembered. */
const MOST = 256;

/** What is known of running servers. */
interface Running {
  find(
    definition: ServerDefinition,
    launch: Launch,
  ): { readonly state: Pick<SessionState, 'kind'> } | undefined;
  above(definition: ServerDefinition, folders: readonly string[]): Launch | undefined;
}

/**
 * Which servers answer about a file. To find that out takes dozens of looks at the disk, and the
 * result hardly ever differs from the last one. So, while these servers run, the caller gets the
 * last result, and calls {@link stillHolds} while they compute.
 */
export class ServerRoutingCache {
  /** By folder, the ids of the file's definitions and its build, least recently asked first. */
  readonly #known = new Map<string, ResolvedServers>();

  constructor(private readonly services: Pick<Servers, 'registry' | 'search'> & { readonly pool: Running }) {}

  of(path: AdmittedPath): ResolvedServers {
    const key = this.#keyOf(path);
    const known = this.#known.get(key);
    const located =
      known !== undefined && this.#isRunning(known) ? known : resolveServers(this.services, path);
    this.#remember(key, located);
    return located;
  }

  /**
   * Looks at the disk. False where other servers answer about the file by now; `of` then returns
   * those.
   */
  stillHolds(path: AdmittedPath, located: ResolvedServers): boolean {
    const now = resolveServers(this.services, path);
    const isSame = signatureOf(now) === signatureOf(located);
    if (!isSame) this.#remember(this.#keyOf(path), now);
    return isSame;
  }

  #isRunning({ found, unavailable }: ResolvedServers): boolean {
    return (
      found.length > 0 &&
      unavailable.length === 0 &&
      found.every(
        ({ definition, launch }) => this.services.pool.find(definition, launch)?.state.kind === 'active',
      )
    );
  }

  #keyOf(path: AdmittedPath): string {
    const kinds = this.services.registry.forFile(path).flatMap(({ id, builds }) => [id, builds?.of(path)]);
    return [dirname(path), ...kinds].join('\0');
  }

  #remember(key: string, located: ResolvedServers): void {
    this.#known.delete(key);
    this.#known.set(key, located);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST) break;
      this.#known.delete(oldest);
    }
  }
}

function signatureOf({ found, unavailable }: ResolvedServers): string {
  return JSON.stringify([found.map(({ definition, launch }) => sessionKey(definition, launch)), unavailable]);
}
