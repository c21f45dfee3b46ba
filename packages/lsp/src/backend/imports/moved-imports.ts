import type { TextChange } from '../fixes/text-changes.ts';

/** A tree in which files get other paths. All paths are absolute. */
export interface MovedTree {
  /** Of the workspace. */
  readonly root: string;
  /** Files that move: old path to new path. */
  readonly files: ReadonlyMap<string, string>;
  /** The path afterwards, of a file or a folder. */
  readonly pathAfter: (path: string) => string;
  /** The path now, of what has this one afterwards. */
  readonly pathBefore: (path: string) => string;
  /** As the tree is now. */
  readonly isFile: (path: string) => boolean;
  readonly isFolder: (path: string) => boolean;
  /** Files of the language whose paths end so: `/shop/cart.h`. */
  readonly endingWith: (end: string) => readonly string[];
}

export interface MovedImports {
  /**
   * The changes to a file that moves, or that imports what moves; a text: why it cannot move.
   *
   * @param path of the file as it is now
   */
  rewrite(text: string, path: string, tree: MovedTree): readonly TextChange[] | string;
  /** How texts may spell the file beside its path: `shop.cart`. */
  spellings?(path: string, tree: MovedTree): readonly string[];
}

/** Paths in texts that no server changes, though they surely are paths. */
export interface MovedPaths {
  /** The files that may have some: endings of their names, lower case. */
  readonly endings: readonly string[];
  /**
   * The changes to a file, which may move itself.
   *
   * @param path of the file as it is now
   */
  rewrite(text: string, path: string, tree: MovedTree): readonly TextChange[];
  /**
   * Where a file, as `rewrite` leaves it, named what moves, and does so no longer: a wildcard.
   *
   * @param path of the file as it is now
   */
  left?(text: string, path: string, tree: MovedTree): readonly number[];
  /** How else texts may spell a path, relative to the workspace root: without its ending. */
  spellings?(path: string): readonly string[];
}
