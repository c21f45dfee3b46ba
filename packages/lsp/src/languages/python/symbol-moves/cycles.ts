import { join } from 'node:path';
import { textAfter } from '../../../backend/fixes/text-changes.ts';
import type { MovedSymbol, SymbolMove } from '../../../backend/symbols/symbol-moves.ts';
import { moduleOf } from '../modules.ts';
import { importsIn, pythonCode } from './import-statements.ts';
import type { ModuleNames } from './module-names.ts';

/** How many modules are looked at. */
const MOST_MODULES = 5000;

/**
 * Modules that would import each other while they are loaded, and did not before: the names of the
 * second one may not be there yet. By what stands outside of functions.
 */
export function newCycle(
  move: SymbolMove,
  names: ModuleNames,
  files: MovedSymbol['files'],
): readonly string[] | undefined {
  const changed = new Map(files.map((file) => [file.path, textAfter(file)]));
  const before = new ImportsOf(move, names, (path) => move.textOf(path));
  const after = new ImportsOf(move, names, (path) => changed.get(path) ?? move.textOf(path));
  for (const path of changed.keys()) {
    const known = before.of(path);
    for (const imported of after.of(path)) {
      if (known.has(imported)) continue;
      const way = after.way(imported, path);
      if (way === undefined || before.way(imported, path)?.length === way.length) continue;
      return [path, ...way];
    }
  }
  return undefined;
}

class ImportsOf {
  readonly #known = new Map<string, ReadonlySet<string>>();

  constructor(
    private readonly move: SymbolMove,
    private readonly names: ModuleNames,
    private readonly textOf: (path: string) => string | undefined,
  ) {}

  /** The files that a module imports while it is loaded. */
  of(path: string): ReadonlySet<string> {
    return this.#known.getOrInsertComputed(path, () => this.#read(path));
  }

  /** From one file to another, both included. */
  way(from: string, to: string): readonly string[] | undefined {
    const came = new Map<string, string | undefined>([[from, undefined]]);
    for (const path of came.keys()) {
      if (path === to) return [...this.#back(came, path)].reverse();
      if (came.size > MOST_MODULES) return undefined;
      for (const next of this.of(path)) if (!came.has(next)) came.set(next, path);
    }
    return undefined;
  }

  *#back(came: ReadonlyMap<string, string | undefined>, last: string): Iterable<string> {
    for (let at: string | undefined = last; at !== undefined; at = came.get(at)) yield at;
  }

  #read(path: string): Set<string> {
    const text = this.textOf(path);
    const found = new Set<string>();
    if (text === undefined) return found;
    for (const { branch, module, items } of importsIn(pythonCode(text))) {
      if (branch === 'function' || branch === 'types') continue;
      for (const { name } of items) {
        const whole = module === undefined ? this.names.find(name.text, path)?.path : undefined;
        const from = module === undefined ? undefined : this.names.find(module, path)?.path;
        const inner = from === undefined ? undefined : join(from, name.text);
        const isInner = inner !== undefined && this.#fileOf(inner) !== undefined;
        const file = this.#fileOf(whole ?? (isInner ? inner : from));
        if (file !== undefined && file !== path) found.add(file);
      }
    }
    return found;
  }

  #fileOf(module: string | undefined): string | undefined {
    if (module === undefined) return undefined;
    const { source, target, isFile } = this.move;
    const own = [source.path, target.path].find((path) => moduleOf(path) === module);
    return own ?? [`${module}.py`, join(module, '__init__.py')].find((path) => isFile(path));
  }
}
