import { dirname, join } from 'node:path';
import { isBelow } from '../../support/paths.ts';

interface Folder<F> {
  readonly path: string;
  readonly files: ReadonlyMap<string, unknown>;
  readonly folders: ReadonlyMap<string, F>;
}

/**
 * Folders of a large workspace that are not walked, and those that always are, because they lead to files
 * that are worked at.
 */
export class LeftFolders {
  readonly #needed: Set<string>;
  readonly #left = new Set<string>();

  /** @param root of the workspace */
  constructor(private readonly root: string) {
    this.#needed = new Set([root]);
  }

  get all(): ReadonlySet<string> {
    return this.#left;
  }

  has(folder: string, name: string): boolean {
    return this.#left.size > 0 && this.#left.has(join(folder, name));
  }

  leave(folder: string): void {
    this.#left.add(folder);
  }

  /** From now on the folders above these files are needed. Returns those that were left out. */
  need(paths: readonly string[]): string[] {
    const found: string[] = [];
    for (const path of paths) {
      let folder = dirname(path);
      for (; isBelow(folder, this.root) && !this.#needed.has(folder); folder = dirname(folder)) {
        this.#needed.add(folder);
        if (this.#left.delete(folder)) found.push(folder);
      }
    }
    return found;
  }

  /** For a walk that takes the last one first: the needed ones last. */
  inOrder<F extends Folder<F>>(folders: Iterable<F>): F[] {
    const { others = [], needed = [] } = Object.groupBy(folders, ({ path }) =>
      this.#needed.has(path) ? 'needed' : 'others',
    );
    return [...others, ...needed];
  }

  /**
   * The folders that may be left out: those beside the needed ones.
   *
   * @param isLast from the top on; otherwise those that git ignores, or if there are none all others, and the
   * largest first
   */
  candidates<F extends Folder<F>>(
    folderAt: (path: string) => F | undefined,
    isIgnored: (folder: string) => boolean,
    isLast: boolean,
  ): F[] {
    const found = [...this.#needed]
      .sort((a, b) => a.length - b.length)
      .flatMap((path) => [...(folderAt(path)?.folders.values() ?? [])])
      .filter(({ path }) => !this.#needed.has(path));
    if (isLast) return found;
    const ignored = found.filter(({ path }) => isIgnored(path));
    return (ignored.length > 0 ? ignored : found)
      .map((folder) => ({ folder, size: sizeOf(folder) }))
      .sort((a, b) => b.size - a.size)
      .map(({ folder }) => folder);
  }
}

/** How many files and folders there are. */
function sizeOf<F extends Folder<F>>(folder: F): number {
  return [...folder.folders.values()].reduce((sum, child) => sum + 1 + sizeOf(child), folder.files.size);
}
