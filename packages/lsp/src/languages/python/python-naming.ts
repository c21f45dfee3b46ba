import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { Name, ModuleResolver } from '../../backend/imports/imports.ts';

const ROOT_MARKERS = ['pyproject.toml', 'setup.py', 'setup.cfg', 'pyrightconfig.json'];

/**
 * Keys modules by their dotted names from any folder that may be a root: one that is no package,
 * one that is a project, `src`. Any other folder is a root only for the files in it. Relative
 * specifiers are keyed by path.
 */
export class PythonNaming implements ModuleResolver {
  readonly #root: string;
  readonly #roots = new Map<string, boolean>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Root folders affect only names, and those are not cached. */
  refresh(): Promise<boolean> {
    this.#roots.clear();
    return Promise.resolve(false);
  }

  keys(from: string, specifier: string): string[] {
    const module = specifier.replace(/^\.+/, '');
    if (module === specifier) return [specifier];
    const dots = specifier.length - module.length;
    let folder = dirname(from);
    for (let up = 1; up < dots; up += 1) folder = dirname(folder);
    return [module === '' ? folder : join(folder, ...module.split('.'))];
  }

  *names(path: string): Generator<Name> {
    const stem = path.replace(/\.[^./\\]+$/, '');
    const module = basename(stem) === '__init__' ? dirname(stem) : stem;
    yield module;
    yield join(dirname(module), '*');
    const parts = relative(this.#root, module).split(sep);
    let above = dirname(module);
    for (let first = parts.length - 1; first >= 0; first -= 1, above = dirname(above)) {
      const isRoot = this.#roots.get(above) ?? this.#mayBeRoot(above);
      this.#roots.set(above, isRoot);
      const [top = '', ...rest] = parts.slice(first);
      const dotted = [top.replace(/-stubs$/, ''), ...rest];
      const keys = rest.length > 0 ? [dotted.join('.'), [...dotted.slice(0, -1), '*'].join('.')] : [dotted.join('.')];
      for (const key of keys) yield isRoot ? key : { key, inside: above };
    }
  }

  #mayBeRoot(folder: string): boolean {
    const has = (name: string): boolean => existsSync(join(folder, name));
    return folder === this.#root || basename(folder) === 'src' || !(has('__init__.py') || has('__init__.pyi')) || ROOT_MARKERS.some(has);
  }
}
