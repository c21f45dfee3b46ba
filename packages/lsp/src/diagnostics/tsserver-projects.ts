import { perClient } from '../client/per-client.ts';
import { type DiskStamp, diskStamp, sameStamp } from '../paths.ts';
import { type TsserverRequests, tsserverRequests } from './tsserver-requests.ts';

/** 40 to 60 MiB each, where packages are small. One more than there may be of them would have all loaded anew in each round. */
export const MOST_PROJECTS = 16;

/** What one load of a project is known by: no other one, of the same project either, has the same. */
export interface Load {
  readonly stamp: DiskStamp | undefined;
}

/**
 * Projects that tsserver holds although none of their files is open, least recently asked first.
 *
 * Quirk(tsserver): by itself it loads the projects of open files only, and answers about any other file with whatever project happens to hold it. A
 * project "of an external tool" that lists a settings file loads that one's project, and keeps it and those it references until it is closed.
 */
export class LoadedProjects {
  readonly #loaded = new Map<string, Load>();

  constructor(private readonly requests: TsserverRequests) {}

  /**
   * Sends at once; questions that are sent after it find the project. One whose settings file is another than it was is loaded anew.
   *
   * @param config a tsconfig.json or jsconfig.json, no other name will do
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
    void this.requests.pass('openExternalProject', { projectFileName: nameFor(config), rootFiles: [{ fileName: config }], options: {} });
    this.#keep(MOST_PROJECTS);
    return load;
  }

  has(config: string): boolean {
    return this.#loaded.has(config);
  }

  /** It is not what it was taken for; the next question loads it anew. */
  unload(config: string): void {
    if (this.#loaded.delete(config)) void this.requests.pass('closeExternalProject', { projectFileName: nameFor(config) });
  }

  #keep(count: number): void {
    for (const config of [...this.#loaded.keys()].slice(0, Math.max(0, this.#loaded.size - count))) this.unload(config);
  }
}

/** Whoever asks one tsserver shares the projects that it holds. */
export const loadedProjects = perClient((client) => new LoadedProjects(tsserverRequests(client)));

/** The name of the settings file itself would be that of its own project. */
function nameFor(config: string): string {
  return `${config}#unopened`;
}
