import type { LspClient } from '../../../client/lsp-client.ts';
import { tsserverRequests, type TsserverRequests } from '../server/tsserver-requests.ts';
import type { AdmittedPath } from '../../../support/paths.ts';

/**
 * tsserver's names of inferred projects begin like this. So code that judges files treats it as
 * one.
 */
export const ORPHANS = '/dev/null/strays';

/** Option values by name: the protocol accepts these. */
const OPTIONS = {
  allowJs: true,
  allowSyntheticDefaultImports: true,
  jsx: 'preserve',
  module: 'preserve',
  moduleResolution: 'bundler',
  resolveJsonModule: true,
  target: 'esnext',
} as const;

/** Only the files themselves: enough to see what they declare. */
const ALONE = { ...OPTIONS, noLib: true, noResolve: true, types: [] } as const;

/** `alone`: without what the files import. */
export type Scope = 'alone' | 'with imports';

interface Kept {
  readonly scope: Scope;
  readonly files: readonly AdmittedPath[];
}

/**
 * One project of orphan files, for requests that may find answers in them. Making it takes longer
 * than a request, so it stays until the next other message to the server. No other message may find
 * these files in a project that is not theirs.
 */
export class OrphanFiles {
  readonly #requests: TsserverRequests;
  #kept: Kept | undefined;

  constructor(private readonly client: LspClient) {
    this.#requests = tsserverRequests(client);
  }

  /** Whether requests about this file would get another answer than without the project. */
  disturbs(path: AdmittedPath): boolean {
    return this.#kept !== undefined && (this.#kept.scope === 'alone' || this.#kept.files.includes(path));
  }

  /** The files that can be found together with all that they import. */
  get files(): readonly AdmittedPath[] {
    return this.#kept?.scope === 'with imports' ? this.#kept.files : [];
  }

  /**
   * Keeps these files in one project while `ask` is answered. Sends at once what `ask` sends at
   * once.
   */
  with<T>(files: readonly AdmittedPath[], scope: Scope, ask: () => T): T {
    const isThere = this.#kept?.scope === scope && areEqual(this.#kept.files, files);
    if (!isThere) this.#drop();
    if (!isThere && files.length > 0) this.#make({ files, scope });
    return this.beside(ask);
  }

  /** Messages that `ask` sends at once leave the project as it is. */
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
      projectFileName: ORPHANS,
      rootFiles: kept.files.map((fileName) => ({ fileName })),
      options: kept.scope === 'alone' ? ALONE : OPTIONS,
      // Otherwise tsserver would request types from the network.
      typeAcquisition: { enable: false },
    });
    this.#kept = kept;
  }

  readonly #drop = (): void => {
    this.client.beforeNext = undefined;
    if (this.#kept === undefined) return;
    this.#kept = undefined;
    void this.#requests.pass('closeExternalProject', { projectFileName: ORPHANS });
  };
}

export function areEqual(some: readonly AdmittedPath[], others: readonly AdmittedPath[]): boolean {
  return some.length === others.length && some.every((path, index) => path === others[index]);
}
