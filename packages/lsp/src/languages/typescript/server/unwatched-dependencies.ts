import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { LspClient } from '../../../client/lsp-client.ts';
import { perKey } from '../../../support/per-key.ts';
import { ancestors } from '../../../backend/program/files.ts';
import { namesIn, NODE_MODULES } from '../../../support/folders.ts';
import { readConfiguration } from '../configuration.ts';
import { nearestConfig } from '../tsconfig.ts';

/**
 * Files that package managers rewrite in node_modules on each run: npm, pnpm, Yarn 1, Yarn 2 and
 * later. Bun writes none, but replaces folders.
 */
const MARKS = ['.package-lock.json', '.modules.yaml', '.yarn-integrity', '.yarn-state.yml'];

/**
 * Dependencies of a server that leaves the watching to us, for which no event is sent, or none is enough:
 * installed packages, files outside the workspace, folders of types. They are looked at only on a request.
 */
export class UnwatchedDependencies {
  readonly #seen = new Map<string, string>();
  readonly #scopes = new Map<string, { readonly of: string; readonly names: readonly string[] }>();

  /** As of this turn of the event loop: what arrives later is a matter of the next look. */
  readonly #now = new Map<string, string>();

  #typeRoots:
    { readonly config: string; readonly stamp: string; readonly folders: readonly string[] } | undefined;

  constructor(private readonly client: LspClient) {}

  /**
   * True if something has changed since the last look. False for what is looked at for the first
   * time.
   *
   * @param path of the file in the request: packages are installed at or above its folder
   */
  look(path: string): boolean {
    let moved = false;
    for (const place of this.#places(path)) {
      const now = this.#stampNow(place);
      const before = this.#seen.get(place);
      this.#seen.set(place, now);
      moved ||= before !== undefined && before !== now;
    }
    return moved;
  }

  /** Many files are asked about at once, and depend on the same places. */
  #stampNow(place: string): string {
    if (this.#now.size === 0)
      setImmediate(() => {
        this.#now.clear();
      });
    return this.#now.getOrInsertComputed(place, () =>
      basename(place) === NODE_MODULES ? this.#stampOfModules(place) : stampOf(place),
    );
  }

  #places(path: string): Set<string> {
    const { root } = this.client.launch;
    const outside = this.client.registrations
      .places()
      .filter(({ folder }) => !`${folder}/`.startsWith(`${root}/`));
    return new Set([
      ...ancestors(dirname(path), root).map((folder) => join(folder, NODE_MODULES)),
      ...this.#typeRootsAround(path, root),
      ...outside.map(({ folder, pattern }) => (pattern.includes('*') ? folder : join(folder, pattern))),
    ]);
  }

  /**
   * Quirk(tsserver): of a folder that became one of `typeRoots` before it was made, it finds a package of
   * types where it found the package last.
   */
  #typeRootsAround(path: string, root: string): readonly string[] {
    const config = nearestConfig(path, root);
    if (config === undefined) return [];
    const stamp = this.#stampNow(config);
    if (this.#typeRoots?.config !== config || this.#typeRoots.stamp !== stamp) {
      const { typeRoots } = readConfiguration(config).options;
      this.#typeRoots = { config, stamp, folders: Array.isArray(typeRoots) ? typeRoots : [] };
    }
    return this.#typeRoots.folders;
  }

  /** Changes when packages are added or removed, and when a package manager has run. */
  #stampOfModules(folder: string): string {
    const own = stampOf(folder);
    if (own === '') return '';
    return [
      own,
      ...[...MARKS, ...this.#scopesIn(folder, own)].map((name) => stampOf(join(folder, name))),
    ].join(' ');
  }

  #scopesIn(folder: string, stamp: string): readonly string[] {
    const known = this.#scopes.get(folder);
    if (known?.of === stamp) return known.names;
    const names = namesIn(folder).filter((name) => name.startsWith('@'));
    this.#scopes.set(folder, { of: stamp, names });
    return names;
  }
}

/** Shared by all requests to one server, so that each change is handled once. */
export const unwatchedDependencies = perKey((client: LspClient) => new UnwatchedDependencies(client));

/** '' where nothing exists. */
function stampOf(path: string): string {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? '' : `${stat.mtimeNs}:${stat.ctimeNs}:${stat.size}:${stat.ino}`;
  } catch {
    return '';
  }
}
