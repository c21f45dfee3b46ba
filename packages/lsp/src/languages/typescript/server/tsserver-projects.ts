import type { LspClient } from '../../../client/lsp-client.ts';
import { perKey } from '../../../support/per-key.ts';
import { type DiskStamp, diskStamp, sameStamp } from '../../../support/paths.ts';
import { type TsserverRequests, tsserverRequests } from './tsserver-requests.ts';

/**
 * 40 to 60 MiB each, where packages are small. With one project more than this in use, each round
 * would load all of them again.
 */
export const MOST_TSSERVER_PROJECTS = 16;

/**
 * Identifies one load of a project. No other load, of the same project either, is the same object.
 */
export interface Load {
  readonly stamp: DiskStamp | undefined;
}

/**
 * Projects that tsserver holds although none of their files is open, least recently used first.
 *
 * Quirk(tsserver): by itself it loads only the projects of open files. It answers about any other
 * file with whatever project happens to hold it. A project "of an external tool" that lists a
 * config file loads the project of that file. It keeps that project and those it references until
 * it is closed.
 */
export class LoadedProjects {
  readonly #loaded = new Map<string, Load>();

  constructor(private readonly requests: TsserverRequests) {}

  /**
   * Sends at once; requests sent after it find the project. A project whose config file has changed
   * is loaded again.
   *
   * @param config a tsconfig.json or jsconfig.json; no other name works
   */
  load(config: string): Load {
    const stamp = diskStamp(config);
    const known = this.#loaded.get(config);
    if (known !== undefined && sameStamp(known.stamp, stamp)) {
      this.#loaded.delete(config);
      this.#loaded.set(config, known);
      return known;
    }
    this.unload(config);
    const load = { stamp };
    this.#loaded.set(config, load);
    void this.requests.pass('openExternalProject', {
      projectFileName: nameFor(config),
      rootFiles: [{ fileName: config }],
      options: {},
    });
    this.#keep(MOST_TSSERVER_PROJECTS);
    return load;
  }

  has(config: string): boolean {
    return this.#loaded.has(config);
  }

  /** The loaded project is not the expected one. The next request loads it again. */
  unload(config: string): void {
    if (this.#loaded.delete(config))
      void this.requests.pass('closeExternalProject', { projectFileName: nameFor(config) });
  }

  #keep(count: number): void {
    for (const config of [...this.#loaded.keys()].slice(0, Math.max(0, this.#loaded.size - count)))
      this.unload(config);
  }
}

/** All requests to one tsserver share the projects that it holds. */
export const loadedProjects = perKey((client: LspClient) => new LoadedProjects(tsserverRequests(client)));

/** The name of the config file itself would name that file's own project. */
function nameFor(config: string): string {
  return `${config}#unopened`;
}
