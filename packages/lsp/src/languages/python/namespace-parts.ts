import { basename, dirname, join } from 'node:path';
import { entriesOf } from '../../support/folders.ts';
import { isBelow } from '../../support/paths.ts';

/** Files of other parts that one answer names. */
const MOST = 500;

/**
 * The parts of namespace packages. A folder that becomes a package, or is one no more, hides those of
 * the same name in other roots, or shows them: who imports these depends on its `__init__.py`.
 */
export class NamespaceParts {
  #byName = new Map<string, Set<string>>();

  constructor(private readonly root: string) {}

  /** @param folders those that hold sources */
  refresh(folders: Iterable<string>): void {
    this.#byName = new Map();
    for (const each of folders)
      for (let folder = each; isBelow(folder, this.root); folder = dirname(folder)) {
        const same = this.#byName.getOrInsertComputed(basename(folder), () => new Set());
        if (same.has(folder)) break;
        same.add(folder);
      }
  }

  /**
   * Sources of other folders of this name.
   *
   * @param above the root that the name begins in
   */
  *others(folder: string, above: string): Generator<string> {
    const inside = folder.slice(above.length);
    let left = MOST;
    for (const other of this.#byName.get(basename(folder)) ?? []) {
      if (other === folder || !other.endsWith(inside) || isBelow(other, folder) || isBelow(folder, other))
        continue;
      for (const path of sourcesBelow(other)) {
        if (left-- === 0) return;
        yield path;
      }
    }
  }
}

function* sourcesBelow(folder: string): Generator<string> {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sourcesBelow(path);
    else if (/\.pyi?$/.test(entry.name)) yield path;
  }
}
