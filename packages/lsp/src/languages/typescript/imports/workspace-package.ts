import { join } from 'node:path';
import { isObject } from '../../../support/json.ts';
import { matchPathPattern } from './path-pattern.ts';

/** A package.json inside the workspace: which files its name, and names below it, may mean. */
export class WorkspacePackage {
  /** Absolute. */
  readonly folder: string;
  readonly name: string | undefined;
  readonly #json: Readonly<Record<string, unknown>>;

  constructor(folder: string, json: Readonly<Record<string, unknown>>) {
    this.folder = folder;
    this.name = typeof json['name'] === 'string' && json['name'] !== '' ? json['name'] : undefined;
    this.#json = json;
  }

  /**
   * Files of an entry, without their endings. Includes the sources of build output, by the usual
   * names.
   *
   * @param subpath `.`, or `./` and what follows the package's name
   */
  entries(subpath: string): string[] {
    const { main, module, types, typings, browser, source } = this.#json;
    const plain = subpath === '.' ? [main, module, types, typings, browser, source, './index'] : [subpath];
    const targets = [...plain, ...targetsOf(entriesOf(this.#json['exports']), subpath)];
    return [
      ...new Set(targets.flatMap((target) => (typeof target === 'string' ? this.#sources(target) : []))),
    ];
  }

  /** Whether package.json allows such an entry, as far as it declares entries. */
  offers(subpath: string): boolean {
    const { exports } = this.#json;
    return exports === undefined || targetsOf(entriesOf(exports), subpath).length > 0;
  }

  /** What `#name` may mean: absolute paths, or names of other packages. */
  imports(specifier: string): string[] {
    const { imports } = this.#json;
    if (!isObject(imports)) return [];
    return targetsOf(Object.entries(imports), specifier).flatMap((target) =>
      target.startsWith('.') ? this.#sources(target) : [target],
    );
  }

  /** `./dist/esm/a.js` is built from `src/a.ts`, `src/esm/a.ts`, or `a.ts`. */
  #sources(target: string): string[] {
    const parts = target.split('/').filter((part) => part !== '.' && part !== '');
    return parts.slice(0, DEEPEST).flatMap((_, first) => {
      const tail = parts.slice(first);
      return [join(this.folder, ...tail), join(this.folder, 'src', ...tail)];
    });
  }
}

/** How many folders of built files, one in the other, have no place among the sources. */
const DEEPEST = 20;

/** Without subpaths, `exports` applies to the package itself. */
function entriesOf(exports: unknown): [string, unknown][] {
  if (exports === undefined) return [];
  const hasSubpaths = isObject(exports) && Object.keys(exports).some((key) => key.startsWith('.'));
  return hasSubpaths ? Object.entries(exports) : [['.', exports]];
}

/** A longer one is no path of a file, UTF-16 code units. */
const LONGEST_PATH = 4096;

function sizeOf(target: string, matched: string): number {
  return target.length > LONGEST_PATH
    ? target.length
    : target.length + (target.split('*').length - 1) * matched.length;
}

/** The targets under all conditions. */
function targetsOf(entries: readonly [string, unknown][], specifier: string): string[] {
  return entries.flatMap(([key, value]) => {
    const isFolder = key.endsWith('/') && key !== '/';
    const matched = matchPathPattern(isFolder ? `${key}*` : key, specifier);
    if (matched === undefined) return [];
    return leaves(value)
      .filter((target) => sizeOf(target, matched) <= LONGEST_PATH)
      .map((target) => (isFolder ? target + matched : target.replaceAll('*', matched)));
  });
}

/** Without recursion: conditions may be nested deeper than our stack. */
function leaves(value: unknown): string[] {
  const found: string[] = [];
  const ahead = [value];
  for (let next = ahead.pop(); ahead.length > 0 || next !== undefined; next = ahead.pop()) {
    if (typeof next === 'string') found.push(next);
    else if (Array.isArray(next) || isObject(next))
      for (const inner of Object.values(next).reverse()) ahead.push(inner);
  }
  return found;
}
