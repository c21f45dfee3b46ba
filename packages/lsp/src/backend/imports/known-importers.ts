import type { AdmittedPath } from '../../support/paths.ts';
import { hashOf } from './words.ts';

/** For all results together, some 10 MiB: where a package is imported as a whole, each of its files is. */
const MOST_IMPORTERS = 1_000_000;

/** Which files import which, until one of the keys comes or goes by which they do. */
export class KnownImporters {
  readonly #importers = new Map<AdmittedPath, readonly AdmittedPath[]>();
  /** By the hash of a key, the files above that it may be a name of. */
  readonly #named = new Map<number, AdmittedPath[]>();
  /** Files that are in the list above: which files import them does not alter their names. */
  readonly #noted = new Set<AdmittedPath>();
  #held = 0;

  /** @param find is given what notes the keys that it looks at */
  of(
    path: AdmittedPath,
    find: (note: (key: string) => void) => Iterable<AdmittedPath>,
  ): readonly AdmittedPath[] {
    const known = this.#importers.get(path);
    if (known !== undefined) return known;
    const hashes = new Set<number>();
    const importers = [...new Set(find((key) => hashes.add(hashOf(key))))];
    if (this.#held + importers.length > MOST_IMPORTERS) return importers;
    this.#held += importers.length;
    this.#importers.set(path, importers);
    if (this.#noted.has(path)) return importers;
    this.#noted.add(path);
    for (const hash of hashes) this.#named.getOrInsertComputed(hash, () => []).push(path);
    return importers;
  }

  /** A file imports something by this key, or does so no longer. */
  forget(key: string): void {
    if (this.#named.size === 0) return;
    for (const path of this.#named.get(hashOf(key)) ?? []) this.#drop(path);
  }

  /** The file may have other names. */
  forgetFile(path: AdmittedPath): void {
    this.#drop(path);
    this.#noted.delete(path);
  }

  #drop(path: AdmittedPath): void {
    this.#held -= this.#importers.get(path)?.length ?? 0;
    this.#importers.delete(path);
  }

  /** All files may have other names. */
  clear(): void {
    this.#importers.clear();
    this.#named.clear();
    this.#noted.clear();
    this.#held = 0;
  }
}
