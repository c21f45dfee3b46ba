import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { Naming } from './imports.ts';

const ROOT_MARKERS = ['pyproject.toml', 'setup.py', 'setup.cfg', 'pyrightconfig.json'];

/**
 * Modules by their dotted names, from any folder that may be a root: one that is no package, one that is a project, `src`. The importer's own folder
 * is a root too, for it alone, so relative specifiers and names beside it are keyed by path.
 */
export class PythonNaming implements Naming {
  readonly #root: string;
  readonly #roots = new Map<string, boolean>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Which folders are roots matters to names only, and those are not kept. */
  refresh(): Promise<boolean> {
    this.#roots.clear();
    return Promise.resolve(false);
  }

  keys(from: string, specifier: string): string[] {
    const module = specifier.replace(/^\.+/, '');
    const dots = specifier.length - module.length;
    let folder = dirname(from);
    for (let up = 1; up < dots; up += 1) folder = dirname(folder);
    const path = module === '' ? folder : join(folder, ...module.split('.'));
    return dots > 0 ? [path] : [path, module];
  }

  *names(path: string): Generator<string> {
    const stem = path.replace(/\.[^./\\]+$/, '');
    const module = basename(stem) === '__init__' ? dirname(stem) : stem;
    yield module;
    yield join(dirname(module), '*');
    const parts = relative(this.#root, module).split(sep);
    let above = dirname(module);
    for (let first = parts.length - 1; first >= 0; first -= 1, above = dirname(above)) {
      const isRoot = this.#roots.get(above) ?? this.#mayBeRoot(above);
      this.#roots.set(above, isRoot);
      if (!isRoot) continue;
      const [top = '', ...rest] = parts.slice(first);
      const dotted = [top.replace(/-stubs$/, ''), ...rest];
      yield dotted.join('.');
      if (rest.length > 0) yield [...dotted.slice(0, -1), '*'].join('.');
    }
  }

  #mayBeRoot(folder: string): boolean {
    const has = (name: string): boolean => existsSync(join(folder, name));
    return folder === this.#root || basename(folder) === 'src' || !(has('__init__.py') || has('__init__.pyi')) || ROOT_MARKERS.some(has);
  }
}
