import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { LspClient } from '../client/lsp-client.ts';
import { perClient } from '../client/per-client.ts';
import { ancestors } from '../registry/files.ts';

const MODULES = 'node_modules';

/** What package managers leave in node_modules after each run: npm, pnpm, Yarn 1, Yarn 2 and later. Bun leaves nothing, but replaces folders. */
const MARKS = ['.package-lock.json', '.modules.yaml', '.yarn-integrity', '.yarn-state.yml'];

/**
 * What a server that leaves the watching to us depends on, and nobody announces: installed packages, and files outside the workspace. It is looked at
 * only when somebody asks.
 */
export class UnwatchedDependencies {
  readonly #seen = new Map<string, string>();
  readonly #scopes = new Map<string, { readonly of: string; readonly names: readonly string[] }>();

  constructor(private readonly client: LspClient) {}

  /**
   * True if something has moved since it was looked at last. What is looked at for the first time has not.
   *
   * @param path of a file that is asked about: packages are installed at or above its folder
   */
  look(path: string): boolean {
    let moved = false;
    for (const place of this.#places(path)) {
      const now = basename(place) === MODULES ? this.#stampOfModules(place) : stampOf(place);
      const before = this.#seen.get(place);
      this.#seen.set(place, now);
      moved ||= before !== undefined && before !== now;
    }
    return moved;
  }

  #places(path: string): Set<string> {
    const { root } = this.client.launch;
    const outside = this.client.registrations.places().filter(({ folder }) => !`${folder}/`.startsWith(`${root}/`));
    return new Set([
      ...ancestors(dirname(path), root).map((folder) => join(folder, MODULES)),
      ...outside.map(({ folder, pattern }) => (pattern.includes('*') ? folder : join(folder, pattern))),
    ]);
  }

  /** Which packages there are, and whether a package manager has run. */
  #stampOfModules(folder: string): string {
    const own = stampOf(folder);
    if (own === '') return '';
    return [own, ...[...MARKS, ...this.#scopesIn(folder, own)].map((name) => stampOf(join(folder, name)))].join(' ');
  }

  #scopesIn(folder: string, stamp: string): readonly string[] {
    const known = this.#scopes.get(folder);
    if (known?.of === stamp) return known.names;
    const names = namesIn(folder).filter((name) => name.startsWith('@'));
    this.#scopes.set(folder, { of: stamp, names });
    return names;
  }
}

/** What one has seen, nobody needs to look at again. */
export const unwatchedDependencies = perClient((client) => new UnwatchedDependencies(client));

/** '' where nothing is. */
function stampOf(path: string): string {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? '' : `${stat.mtimeNs}:${stat.ctimeNs}:${stat.size}:${stat.ino}`;
  } catch {
    return '';
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
