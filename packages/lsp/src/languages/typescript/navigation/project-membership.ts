import { type AdmittedPath, type DiskStamp, diskStamp, sameStamp } from '../../../support/paths.ts';

interface Known {
  readonly stamp: DiskStamp | undefined;
  readonly held: Map<AdmittedPath, boolean>;
}

/** Which files some project holds. Remembered until the nearest config file changes. */
export class ProjectMembership {
  readonly #known = new Map<string, Known>();

  /**
   * @param ask asks the server while all projects that might hold the file are loaded; undefined
   * where it cannot tell for sure that none does, or the caller has cancelled
   */
  constructor(
    private readonly ask: (
      path: AdmittedPath,
      config: string | undefined,
      signal: AbortSignal,
    ) => Promise<boolean | undefined>,
  ) {}

  /**
   * The orphan files among these files: tests that the config file leaves out, scripts. A file
   * whose membership is unclear counts as an orphan, and is asked about again the next time.
   *
   * @param config the config file that is nearest to all of them; undefined where there is none
   */
  async orphans(
    config: string | undefined,
    files: readonly AdmittedPath[],
    signal: AbortSignal,
  ): Promise<AdmittedPath[]> {
    const { held } = this.#of(config);
    const unknown = files.filter((path) => !held.has(path));
    const answers = await Promise.all(unknown.map((path) => this.ask(path, config, signal)));
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
