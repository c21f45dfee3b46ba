import { type AdmittedPath, type DiskStamp, diskStamp, sameStamp } from '../paths.ts';

/** The states of files that a compiler's next run is known to see. */
export class KnownStamps {
  readonly #stamps = new Map<AdmittedPath, DiskStamp | undefined>();

  /** Takes the files as they are now. Returns those that were never told, or in another state; undefined for one that is not there. */
  update(paths: Iterable<AdmittedPath>): (DiskStamp | undefined)[] {
    const news: (DiskStamp | undefined)[] = [];
    for (const path of paths) {
      const stamp = diskStamp(path);
      if (this.#stamps.has(path) && sameStamp(this.#stamps.get(path), stamp)) continue;
      this.#stamps.set(path, stamp);
      news.push(stamp);
    }
    return news;
  }
}
