import { basename, dirname, extname, join, relative, sep } from 'node:path';
import type { MovedTree } from '../../backend/imports/moved-imports.ts';
import { isProjectRoot, mayBeRoot } from './roots.ts';

/** A module by its path: without an ending, and of a package that of its folder. */
export interface Module {
  readonly path: string;
  /** The folder from which its name counts. */
  readonly root: string;
}

const ENDINGS = ['.py', '.pyi'];
const NAME = /^[\p{ID_Start}_]\p{ID_Continue}*$/u;

/** The modules of a tree in which files move. */
export class Modules {
  /** A file may import a hundred thousand modules. */
  readonly #rootsOf = new Map<string, ReadonlySet<string>>();
  readonly #files = new Map<string, string | undefined>();
  readonly #isModule = new Map<string, boolean>();

  constructor(private readonly tree: MovedTree) {}

  /** An absolute name in a file; undefined for what is not of the workspace. */
  find(name: string, importer: string): Module | undefined {
    const parts = name.split('.');
    for (const root of this.#roots(importer)) {
      const path = join(root, ...parts);
      if (this.isModule(path)) return { path, root };
    }
    return undefined;
  }

  isModule(path: string): boolean {
    return this.#isModule.getOrInsertComputed(
      path,
      () => this.#fileOf(path) !== undefined || this.tree.isFolder(path),
    );
  }

  /** Where a module is afterwards. */
  after(path: string): string {
    const file = this.#fileOf(path);
    return file === undefined ? this.tree.pathAfter(path) : moduleOf(this.tree.pathAfter(file));
  }

  /**
   * The absolute name of a module afterwards; undefined where a part of its path is no name.
   *
   * @param root from which its name counts now
   */
  absolute(after: string, root?: string): string | undefined {
    const project = this.#projectRoot(after);
    const from = root !== undefined && isIn(after, root) && root.length >= project.length ? root : project;
    const parts = relative(from, after).split(sep);
    return parts.every((part) => NAME.test(part)) ? parts.join('.') : undefined;
  }

  /** Its name from a file with dots; undefined where the two are in no package together. */
  relative(after: string, importerAfter: string): string | undefined {
    const parts = relative(dirname(importerAfter), after)
      .split(sep)
      .filter((part) => part !== '');
    const up = parts.filter((part) => part === '..').length;
    const names = parts.slice(up);
    let common = dirname(importerAfter);
    for (let step = 0; step < up; step += 1) common = dirname(common);
    if (!this.#isPackage(common) || !names.every((part) => NAME.test(part))) return undefined;
    return '.'.repeat(up + 1) + names.join('.');
  }

  /** A folder afterwards. */
  #isPackage(folder: string): boolean {
    return ENDINGS.some((ending) => {
      const file = join(folder, `__init__${ending}`);
      const before = this.tree.pathBefore(file);
      return this.tree.isFile(before) && this.tree.pathAfter(before) === file;
    });
  }

  #fileOf(path: string): string | undefined {
    return this.#files.getOrInsertComputed(path, () =>
      [
        ...ENDINGS.map((ending) => path + ending),
        ...ENDINGS.map((ending) => join(path, `__init__${ending}`)),
      ].find((file) => this.tree.isFile(file)),
    );
  }

  #projectRoot(path: string): string {
    let folder = dirname(path);
    while (!isProjectRoot(folder, this.tree.root) && isIn(folder, this.tree.root)) folder = dirname(folder);
    return folder;
  }

  /** Of the importer, the nearest first, then those of what moves. */
  #roots(importer: string): ReadonlySet<string> {
    return this.#rootsOf.getOrInsertComputed(importer, () => this.#findRoots(importer));
  }

  #findRoots(importer: string): Set<string> {
    const moving = [...this.tree.files.keys()].slice(0, 1);
    const above = [importer, ...moving]
      .flatMap((path) => this.#above(path))
      .filter((folder) => mayBeRoot(folder, this.tree.root));
    return new Set(above.flatMap((folder) => [folder, join(folder, 'src')]));
  }

  #above(path: string): string[] {
    const folders: string[] = [];
    for (
      let folder = dirname(path);
      isIn(folder, this.tree.root) || folder === this.tree.root;
      folder = dirname(folder)
    )
      folders.push(folder);
    return folders;
  }
}

/** The module that a file is. */
export function moduleOf(file: string): string {
  const stem = file.slice(0, file.length - extname(file).length);
  return basename(stem) === '__init__' ? dirname(stem) : stem;
}

function isIn(path: string, folder: string): boolean {
  return path.startsWith(folder + sep);
}
