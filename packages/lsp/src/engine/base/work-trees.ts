import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isNestedWorkTree, repositoriesOf, WORK_TREE_MARKS } from '../../support/git-folder.ts';
import { isBelow } from '../../support/paths.ts';

/**
 * Work trees below the workspace root that hold the same repository once more. Each is a workspace of its
 * own, in which nothing is looked for until a file there is worked at.
 */
export class WorkTrees {
  readonly #worked = new Set<string>();
  #changes = 0;

  /** @param root of the workspace: real */
  constructor(private readonly root: string) {}

  /** From now on all that are around these files are looked at. Returns the ones that were not. */
  work(paths: Iterable<string>): string[] {
    const around = this.looker();
    const found: string[] = [];
    for (const path of paths)
      for (let tree = around(path); tree !== undefined; tree = around(tree))
        if (!this.#worked.has(tree)) found.push(tree);
    for (const tree of found) this.#worked.add(tree);
    this.#changes += found.length;
    return [...new Set(found)];
  }

  /** The folder is none of them, or no longer. */
  forget(folder: string): void {
    if (this.#worked.delete(folder)) this.#changes++;
  }

  /** Changes whenever others are worked at than before. */
  get revision(): number {
    return this.#changes;
  }

  /** A file in one of them is worked at. */
  isWorkedAt(folder: string): boolean {
    return this.#worked.has(folder);
  }

  get areWorkedAt(): boolean {
    return this.#worked.size > 0;
  }

  /** The one that holds this file and is worked at, as far as that is known without a look at the disk. */
  workedAround(path: string): string | undefined {
    const all = [...this.#worked].filter((tree) => isBelow(path, tree));
    return all.reduce<string | undefined>((a = '', b) => (a.length > b.length ? a : b), undefined);
  }

  /**
   * The folder is one of them.
   *
   * @param names what is in it
   */
  isNested(folder: string, names: ReadonlySet<string>): boolean {
    return (
      folder !== this.root &&
      WORK_TREE_MARKS.some((mark) => names.has(mark)) &&
      isNestedWorkTree(folder, this.root)
    );
  }

  /** The innermost one that holds this file; undefined for a file of the workspace itself. */
  around(path: string): string | undefined {
    return this.looker()(path);
  }

  /** The same for a folder, which may be one itself. */
  aroundFolder(folder: string): string | undefined {
    return this.around(join(folder, '*'));
  }

  /** Of the files of one answer those that are not in this one; `undefined` is the workspace itself. */
  beside(tree: string | undefined): (path: string) => boolean {
    const around = this.looker();
    return (path) => around(path) !== tree;
  }

  /**
   * Of the files of one answer those that are in another work tree of the repository than this file: in one
   * around it or below, or in one beside it, as of a bare repository. Whatever a server makes of them, they
   * are copies.
   */
  besideFile(path: string): (other: string) => boolean {
    const isBeside = this.beside(this.around(path));
    const beginningsOf = this.#beginnings();
    const own = beginningsOf(path);
    const repositories = own.flatMap(repositoriesOf);
    if (repositories.length === 0) return isBeside;
    const copies = new Map<string, boolean>();
    const isCopy = (folder: string): boolean =>
      !own.includes(folder) &&
      copies.getOrInsertComputed(folder, () =>
        repositoriesOf(folder).some((one) => repositories.includes(one)),
      );
    return (other) => isBeside(other) || beginningsOf(other).some(isCopy);
  }

  /** The folders below the root around a file in which work trees begin, of any repository. */
  #beginnings(): (path: string) => readonly string[] {
    const known = new Map<string, readonly string[]>();
    const around = (folder: string): readonly string[] => {
      if (!isBelow(folder, this.root)) return [];
      return known.getOrInsertComputed(folder, () => [
        ...(WORK_TREE_MARKS.some((mark) => existsSync(join(folder, mark))) ? [folder] : []),
        ...around(dirname(folder)),
      ]);
    };
    return (path) => around(dirname(path));
  }

  /** The file is in one that nobody works at. */
  isElsewhere(path: string): boolean {
    const tree = this.around(path);
    return tree !== undefined && !this.#worked.has(tree);
  }

  /** The same as `around` for the files of one answer: it looks at each folder once. */
  looker(): (path: string) => string | undefined {
    const known = new Map<string, string | undefined>();
    const around = (folder: string): string | undefined => {
      if (!isBelow(folder, this.root)) return undefined;
      return known.getOrInsertComputed(folder, () => {
        const begins = WORK_TREE_MARKS.some((mark) => existsSync(join(folder, mark)));
        return begins && isNestedWorkTree(folder, this.root) ? folder : around(dirname(folder));
      });
    };
    return (path) => around(dirname(path));
  }
}
