import { dirname, join } from 'node:path';
import type { SymbolMove } from '../../../backend/symbols/symbol-moves.ts';
import { type Module, moduleOf, Modules } from '../modules.ts';

/** How files of a tree name their modules. */
export class ModuleNames {
  readonly #modules: Modules;

  constructor({ root, target, isFile, isFolder }: SymbolMove) {
    this.#modules = new Modules({
      root,
      files: new Map(),
      pathAfter: (path) => path,
      pathBefore: (path) => path,
      isFile: (path) => path === target.path || isFile(path),
      isFolder,
      endingWith: () => [],
    });
  }

  /** The module that a statement names; undefined for what is not of the workspace. */
  find(spelled: string, importer: string): (Pick<Module, 'path'> & Partial<Module>) | undefined {
    const rest = spelled.replace(/^\.+/, '');
    const dots = spelled.length - rest.length;
    if (dots === 0) return this.#modules.find(rest, importer);
    let folder = dirname(importer);
    for (let up = 1; up < dots; up += 1) folder = dirname(folder);
    const path = rest === '' ? folder : join(folder, ...rest.split('.'));
    return this.#modules.isModule(path) ? { path } : undefined;
  }

  isModule(path: string): boolean {
    return this.#modules.isModule(path);
  }

  /** Whether a name of a module is this file. */
  isOf(spelled: string, importer: string, file: string): boolean {
    return this.find(spelled, importer)?.path === moduleOf(file);
  }

  /**
   * How a file names another one; undefined where a part of the path is no name.
   *
   * @param like how it names a neighbour: with dots or without
   */
  spell(file: string, importer: string, like: string): string | undefined {
    const path = moduleOf(file);
    const relative = like.startsWith('.') ? this.#modules.relative(path, importer) : undefined;
    const root = like.startsWith('.') ? undefined : this.find(like, importer)?.root;
    return relative ?? this.#modules.absolute(path, root);
  }

  /** A name of the source's imports, as it is from the target. */
  rebased(spelled: string, from: string, to: string): string | undefined {
    if (!spelled.startsWith('.')) return spelled;
    const found = this.find(spelled, from);
    if (found === undefined) return undefined;
    return this.#modules.relative(found.path, to) ?? this.#modules.absolute(found.path);
  }
}
