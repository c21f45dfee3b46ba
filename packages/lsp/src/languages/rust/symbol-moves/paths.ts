import { libraryName, type ModulePlace } from './crates.ts';
import type { UseEdits } from './use-edits.ts';

/** What stands before a name in code: `crate::shop::`. */
export interface PathBefore {
  readonly segments: readonly string[];
  readonly start: number;
}

export function pathBefore(code: string, offset: number): PathBefore | undefined {
  const found = /(?<![\p{ID_Continue}:])(?:[\p{ID_Start}_]\p{ID_Continue}*\s*::\s*)+$/u.exec(
    code.slice(Math.max(0, offset - 500), offset),
  );
  if (found === null) return undefined;
  const segments = found[0].replace(/\s/g, '').split('::').slice(0, -1);
  return { segments, start: offset - found[0].length };
}

/** The names of modules in a file, as paths from the crate. */
export class Paths {
  constructor(
    private readonly file: UseEdits,
    readonly place: ModulePlace,
    /** What the file itself defines at its top. */
    private readonly isDefined: (name: string) => boolean = () => false,
  ) {}

  /** From the crate, where it is of this crate: `['crate', 'shop', 'total']`. */
  absolute(path: readonly string[], offset: number, depth = 0): readonly string[] {
    const here = [...this.place.path, ...this.file.braces.around(offset).flatMap((name) => name ?? [])];
    const [first = '', ...rest] = path;
    if (first === 'crate') return path;
    if (first === 'self') return ['crate', ...here, ...rest];
    if (first === 'super') {
      const up = path.findIndex((one) => one !== 'super');
      const count = up < 0 ? path.length : up;
      return ['crate', ...here.slice(0, here.length - count), ...path.slice(count)];
    }
    const used = this.file.used.find(({ local, node }) => local === first && node.start !== offset);
    if (used !== undefined && depth < 5 && used.path[0] !== first)
      return [...this.absolute(used.path, used.node.start, depth + 1), ...rest];
    return this.isDefined(first) ? ['crate', ...here, ...path] : path;
  }
}

/** A module as files of its own crate, or of another one, call it. */
export function pathFrom(place: ModulePlace, user: ModulePlace): string[] {
  return [user.crate === place.crate ? 'crate' : libraryName(place.folder), ...place.path];
}

export function isSamePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one, at) => one === b[at]);
}
