import { type AdmittedPath, type DiskStamp, diskStamp, sameStamp } from '../paths.ts';

/** The states of files that a compiler's next run is known to see. */
export class Told {
  readonly #stamps = new Map<AdmittedPath, DiskStamp | undefined>();

  /** Takes the files as they are now. True where one of them was never told, or was told in another state. */
  hear(paths: Iterable<AdmittedPath>): boolean {
    let isNews = false;
    for (const path of paths) {
      const stamp = diskStamp(path);
      isNews ||= !this.#stamps.has(path) || !sameStamp(this.#stamps.get(path), stamp);
      this.#stamps.set(path, stamp);
    }
    return isNews;
  }
}
