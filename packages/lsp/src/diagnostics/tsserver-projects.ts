import type { TsserverRequests } from './tsserver-requests.ts';

/** 40 to 60 MiB each, where packages are small. One more than there may be of them would have all loaded anew in each round. */
const MOST = 16;

/**
 * Projects that tsserver holds although none of their files is open, least recently asked first.
 *
 * Quirk(tsserver): by itself it loads the projects of open files only, and answers about any other file with whatever project happens to hold it. A
 * project "of an external tool" that lists a settings file loads that one's project, and keeps it and those it references until it is closed.
 */
export class LoadedProjects {
  readonly #loaded = new Set<string>();

  constructor(private readonly requests: TsserverRequests) {}

  /** Sends at once; questions that are sent after it find the project. @param config a tsconfig.json or jsconfig.json, no other name will do */
  load(config: string): void {
    const isLoaded = this.#loaded.delete(config);
    this.#loaded.add(config);
    if (isLoaded) return;
    void this.requests.pass('openExternalProject', { projectFileName: nameFor(config), rootFiles: [{ fileName: config }], options: {} });
    this.#keep(MOST);
  }

  /** It is not what it was taken for; the next question loads it anew. */
  unload(config: string): void {
    if (this.#loaded.delete(config)) void this.requests.pass('closeExternalProject', { projectFileName: nameFor(config) });
  }

  #keep(count: number): void {
    for (const config of [...this.#loaded].slice(0, Math.max(0, this.#loaded.size - count))) this.unload(config);
  }
}

/** The name of the settings file itself would be that of its own project. */
function nameFor(config: string): string {
  return `${config}#unopened`;
}
