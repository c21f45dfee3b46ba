import { type AdmittedPath, type DiskStamp, diskStamp, sameStamp } from '../../../support/paths.ts';

/** The disk state of each file that a compiler's next run will see. */
export class KnownStamps {
  readonly #stamps = new Map<AdmittedPath, DiskStamp | undefined>();

  /**
   * Records the current state of the files. Returns the states of those that are new or have
   * changed; undefined stands for a file that is missing.
   */
  update(paths: Iterable<AdmittedPath>): (DiskStamp | undefined)[] {
    const changedStamps: (DiskStamp | undefined)[] = [];
    for (const path of paths) {
      const stamp = diskStamp(path);
      if (this.#stamps.has(path) && sameStamp(this.#stamps.get(path), stamp)) continue;
      this.#stamps.set(path, stamp);
      changedStamps.push(stamp);
    }
    return changedStamps;
  }
}
