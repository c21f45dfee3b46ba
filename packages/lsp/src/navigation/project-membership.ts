import { type AdmittedPath, type DiskStamp, diskStamp, sameStamp } from '../paths.ts';

interface Known {
  readonly stamp: DiskStamp | undefined;
  readonly held: Map<AdmittedPath, boolean>;
}

/** Which files some project holds, remembered as long as the settings file that is nearest to them is as it was. */
export class ProjectMembership {
  readonly #known = new Map<string, Known>();

  /** @param ask the server, where all projects that might hold the file are loaded; undefined where it cannot tell for sure that none does */
  constructor(private readonly ask: (path: AdmittedPath, config: string | undefined) => Promise<boolean | undefined>) {}

  /**
   * Those of these files that no project holds: tests that the settings leave out, scripts. One that may be held counts as one that is not, and is asked
   * about again the next time.
   *
   * @param config the settings file that is nearest to all of them; undefined where there is none
   */
  async orphans(config: string | undefined, files: readonly AdmittedPath[]): Promise<AdmittedPath[]> {
    const { held } = this.#of(config);
    const unknown = files.filter((path) => !held.has(path));
    const answers = await Promise.all(unknown.map((path) => this.ask(path, config)));
    for (const [index, path] of unknown.entries()) {
      const isHeld = answers[index];
      if (isHeld !== undefined) held.set(path, isHeld);
    }
    return files.filter((path) => held.get(path) !== true);
  }

  #of(config = ''): Known {
    const stamp = diskStamp(config);
    const known = this.#known.get(config);
    if (known !== undefined && sameStamp(known.stamp, stamp)) return known;
    const fresh = { stamp, held: new Map<AdmittedPath, boolean>() };
    this.#known.set(config, fresh);
    return fresh;
  }
}
