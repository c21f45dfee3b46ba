import { dirname, join, parse, relative } from 'node:path';
import { realPath } from '../program/files.ts';

/**
 * Where copies are: a folder that repeats the paths of the disk, so that paths relative to
 * something outside of what is copied resolve too.
 */
export class ShadowPaths {
  readonly #files: string;

  /** @param folder absolute, real as far as it exists */
  constructor(readonly folder: string) {
    this.#files = join(folder, 'files');
  }

  /** The absolute path of the copy of a file or folder. */
  copyOf(path: string): string {
    const { root } = parse(path);
    return join(this.#files, root.replace(/[^A-Za-z]/g, ''), relative(root, path));
  }

  /**
   * Replaces paths of copies by the paths of the originals in a compiler's output.
   *
   * @param root the folder in which the compiler ran, or its original; absolute, real
   */
  original(text: string, root: string): string {
    const top = slashed(this.copyOf(parse(root).root));
    const seen = slashed(relative(root, this.copyOf(parse(root).root)));
    const real = `${slashed(parse(root).root)}/`;
    // Replace the relative path first: it may end in the absolute one.
    return text.replaceAll(`${seen}/`, real).replaceAll(`${top}/`, real);
  }
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/').replace(/\/$/, '');
}

/** The path with the links of its existing part resolved: compilers print real paths. */
export function realPart(path: string): string {
  const real = realPath(path);
  if (real !== path || dirname(path) === path) return real;
  return join(realPart(dirname(path)), path.slice(dirname(path).length));
}
