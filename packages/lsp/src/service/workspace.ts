import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { AdmittedPath } from '../paths.ts';

export type Admission =
  | { readonly kind: 'admitted'; readonly path: AdmittedPath; readonly relative: string }
  /** `relative` is what the caller named, as a key for the answer. */
  | { readonly kind: 'refused'; readonly reason: string; readonly relative: string };

/** The boundary: what lies outside the workspace root does not exist for any server (REQ-BOUNDARY-010). */
export class Workspace {
  /** Absolute, real. */
  readonly root: string;

  /** Throws if there is no such folder. */
  constructor(root: string) {
    this.root = realpathSync(root);
    this.#namedRoot = resolve(root);
  }

  readonly #namedRoot: string;

  /** Resolves `..` and every symlink of the path, also of one whose file is not there (yet). */
  admit(filePath: string): Admission {
    const named = resolve(this.root, filePath);
    const asNamed = this.#relativeAsNamed(named);
    const refuse = (reason: string): Admission => ({ kind: 'refused', reason, relative: asNamed });
    if (filePath === '' || filePath.includes('\0')) return refuse('not a path');
    const real = realPath(named);
    if (real === undefined) return refuse('a symlink that leads nowhere');
    if (real === this.root || !isBelow(real, this.root)) return refuse('outside the workspace');
    const inside = toSlashes(relative(this.root, real));
    if (inside.split('/').includes('node_modules')) return refuse('in node_modules');
    return { kind: 'admitted', path: real as AdmittedPath, relative: inside };
  }

  /** A folder at or below the root, for people; `.` is the root itself. */
  folder(path: string): string {
    return toSlashes(relative(this.root, path)) || '.';
  }

  #relativeAsNamed(named: string): string {
    const from = isBelow(named, this.#namedRoot) ? this.#namedRoot : this.root;
    return toSlashes(relative(from, named));
  }
}

/** Segment-safe: `/workspace2` is not below `/workspace` (REQ-PATH-010). */
function isBelow(path: string, root: string): boolean {
  if (root.endsWith(sep)) return path.startsWith(root);
  return path.startsWith(root) && path.charAt(root.length) === sep;
}

/** Of a file that does not exist, the real path of the nearest folder that does, and the rest as named. */
function realPath(path: string): string | undefined {
  const missing: string[] = [];
  for (let current = path; ; current = dirname(current)) {
    try {
      return join(realpathSync(current), ...missing);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if ((code !== 'ENOENT' && code !== 'ENOTDIR') || dirname(current) === current) return undefined;
      missing.unshift(basename(current));
    }
  }
}

function toSlashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}
