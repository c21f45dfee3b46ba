import type { LspClient } from '../client/lsp-client.ts';
import { tsserverRequests, type TsserverRequests } from '../diagnostics/tsserver-requests.ts';
import type { AdmittedPath } from '../paths.ts';

/** tsserver's own names for what no settings file holds begin like this, so whoever judges files takes it for one of those. */
export const STRAYS = '/dev/null/strays';

/** By name: the protocol has these. */
const OPTIONS = {
  allowJs: true,
  allowSyntheticDefaultImports: true,
  jsx: 'preserve',
  module: 'preserve',
  moduleResolution: 'bundler',
  resolveJsonModule: true,
  target: 'esnext',
} as const;

/** Nothing but the files themselves: enough to see what they declare. */
const ALONE = { ...OPTIONS, noLib: true, noResolve: true, types: [] } as const;

/** `alone`: without what they import. */
export type Reach = 'alone' | 'with imports';

interface Kept {
  readonly scope: Reach;
  readonly files: readonly AdmittedPath[];
}

/**
 * One project of files that no other one holds, made for questions that may be answered in them. To make it takes longer than to ask, so it stays until
 * the server is told or asked anything else: whatever that is, it must not find these files in a project that is none of theirs.
 */
export class Strays {
  readonly #requests: TsserverRequests;
  #kept: Kept | undefined;

  constructor(private readonly client: LspClient) {
    this.#requests = tsserverRequests(client);
  }

  /** Whether questions about this file would be answered otherwise than without it. */
  disturbs(path: AdmittedPath): boolean {
    return this.#kept !== undefined && (this.#kept.scope === 'alone' || this.#kept.files.includes(path));
  }

  /** Those that can be found with all that they import. */
  get files(): readonly AdmittedPath[] {
    return this.#kept?.scope === 'with imports' ? this.#kept.files : [];
  }

  /** Has these files in one project while `ask` is answered. Sends at once what `ask` sends at once. */
  with<T>(files: readonly AdmittedPath[], scope: Reach, ask: () => T): T {
    const isThere = this.#kept?.scope === scope && areEqual(this.#kept.files, files);
    if (!isThere) this.#drop();
    if (!isThere && files.length > 0) this.#make({ files, scope });
    return this.beside(ask);
  }

  /** What `ask` sends at once leaves the project as it is. */
  beside<T>(ask: () => T): T {
    this.client.beforeNext = undefined;
    try {
      return ask();
    } finally {
      if (this.#kept !== undefined) this.client.beforeNext = this.#drop;
    }
  }

  #make(kept: Kept): void {
    void this.#requests.pass('openExternalProject', {
      projectFileName: STRAYS,
      rootFiles: kept.files.map((fileName) => ({ fileName })),
      options: kept.scope === 'alone' ? ALONE : OPTIONS,
      // Or it would ask the network for types.
      typeAcquisition: { enable: false },
    });
    this.#kept = kept;
  }

  readonly #drop = (): void => {
    this.client.beforeNext = undefined;
    if (this.#kept === undefined) return;
    this.#kept = undefined;
    void this.#requests.pass('closeExternalProject', { projectFileName: STRAYS });
  };
}

export function areEqual(some: readonly AdmittedPath[], others: readonly AdmittedPath[]): boolean {
  return some.length === others.length && some.every((path, index) => path === others[index]);
}
