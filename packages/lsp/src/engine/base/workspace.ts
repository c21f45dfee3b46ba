import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, parse, relative, resolve, sep } from 'node:path';
import { type AdmittedPath, diskStamp, isBelow } from '../../support/paths.ts';
import { WorkTrees } from './work-trees.ts';

export type Admission =
  | { readonly kind: 'admitted'; readonly path: AdmittedPath; readonly relative: string }
  /** `relative` is what the caller named, as a key for the answer. */
  | {
      readonly kind: 'refused';
      readonly why: 'outside' | 'unusable' | 'package';
      readonly reason: string;
      readonly relative: string;
    };

/**
 * What the name of a file stands for: a file of the workspace; `gone` for one that no longer
 * exists, or does not exist yet; undefined for what is not of the workspace.
 */
export type Named = AdmittedPath | 'gone' | undefined;

/**
 * The boundary: for every server, what lies outside the workspace root does not exist
 * (REQ-BOUNDARY-010).
 */
export class Workspace {
  /** Absolute, real. */
  readonly root: string;
  readonly trees: WorkTrees;

  /** Throws if there is no such folder. */
  constructor(root: string) {
    this.root = realpathSync(root);
    this.#namedRoot = resolve(root);
    this.trees = new WorkTrees(this.root);
  }

  readonly #namedRoot: string;

  /** Those of these paths that are inside the workspace. */
  admitted(paths: readonly string[]): AdmittedPath[] {
    return paths.flatMap((path) => {
      const admission = this.admit(path);
      return admission.kind === 'admitted' ? [admission.path] : [];
    });
  }

  /**
   * For checks: resolves `..` and every symlink of the path, also if the file does not exist (yet).
   */
  admit(filePath: string): Admission {
    const admission = this.look(filePath);
    if (admission.kind === 'refused' || !admission.relative.split('/').includes('node_modules'))
      return admission;
    return {
      kind: 'refused',
      why: 'package',
      reason: 'in node_modules',
      relative: this.#relativeAsNamed(resolve(this.root, filePath)),
    };
  }

  /** For reads: also admits what lies in node_modules, which no server checks. */
  look(filePath: string): Admission {
    const named = resolve(this.root, filePath);
    const refuse = (why: 'outside' | 'unusable', reason: string): Admission => ({
      kind: 'refused',
      why,
      reason,
      relative: this.#relativeAsNamed(named),
    });
    if (filePath === '' || filePath.includes('\0')) return refuse('unusable', 'not a path');
    const found = realPath(named);
    if (found.kind === 'failed') return refuse('unusable', whyNot(found.code));
    const { real } = found;
    if (real === this.root || !isBelow(real, this.root)) return refuse('outside', 'outside the workspace');
    return { kind: 'admitted', path: real as AdmittedPath, relative: toSlashes(relative(this.root, real)) };
  }

  /**
   * Returns a function that resolves names as `look` does, for the files of one answer. It looks up
   * each folder only once, so the caller must not keep it longer.
   */
  names(): (path: string) => Named {
    const folders = new Map<string, Found>();
    return (path) => {
      const named = resolve(this.root, path);
      if (!isPlainFile(named)) return this.#named(path);
      const found = folders.getOrInsertComputed(dirname(named), realPath);
      const real = found.kind === 'found' ? join(found.real, basename(named)) : undefined;
      return real !== undefined && isBelow(real, this.root) ? (real as AdmittedPath) : undefined;
    };
  }

  #named(path: string): Named {
    const admission = this.look(path);
    if (admission.kind === 'refused') return undefined;
    return diskStamp(admission.path) === undefined ? 'gone' : admission.path;
  }

  /**
   * Admits without a second look what was found by walking down from the root through no linked
   * folder. A linked file counts by its own name there.
   */
  walked(path: string): AdmittedPath {
    return path as AdmittedPath;
  }

  /** The nested work tree that holds this file; undefined for a file of the workspace itself. */
  treeOf(filePath: string): string | undefined {
    const admission = this.look(filePath);
    return admission.kind === 'admitted' ? this.trees.around(admission.path) : undefined;
  }

  /** See {@link WorkTrees.besideFile}. */
  besideTreeOf(filePath: string): (path: AdmittedPath) => boolean {
    const admission = this.look(filePath);
    return admission.kind === 'admitted'
      ? this.trees.besideFile(admission.path)
      : this.trees.beside(undefined);
  }

  /** A folder at or below the root, for display; `.` is the root itself. */
  folder(path: string): string {
    return toSlashes(relative(this.root, path)) || '.';
  }

  #relativeAsNamed(named: string): string {
    const from = isBelow(named, this.#namedRoot) ? this.#namedRoot : this.root;
    return toSlashes(relative(from, named));
  }
}

type Found =
  { readonly kind: 'found'; readonly real: string } | { readonly kind: 'failed'; readonly code: string };

/**
 * The file exists under exactly this name, so the place of its folder tells its own. Where case
 * does not count, a name tells less.
 */
function isPlainFile(path: string): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

/** As many as Linux follows. */
const MAX_LINKS = 40;

/** The real path; for a file that does not exist, where it would be created. */
function realPath(path: string): Found {
  try {
    return { kind: 'found', real: realpathSync(path) };
  } catch (error) {
    const { code = 'an unknown error' } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? missingPath(path) : { kind: 'failed', code };
  }
}

/**
 * Resolves part by part as the system does it. A link may lead to a file that does not exist yet:
 * that is where it would be created.
 */
function missingPath(path: string): Found {
  const { root } = parse(path);
  const left = path.slice(root.length).split(sep);
  let at = root;
  let links = 0;
  for (let part = left.shift(); part !== undefined; part = left.shift()) {
    const next = join(at, part);
    const target = part === '..' ? undefined : linkTarget(next);
    if (target === undefined) at = next;
    else {
      if (++links > MAX_LINKS) return { kind: 'failed', code: 'ELOOP' };
      const { root: away } = parse(target);
      if (away !== '') at = away;
      left.unshift(...target.slice(away.length).split(sep));
    }
  }
  return at === root
    ? { kind: 'found', real: root }
    : { kind: 'found', real: at.endsWith(sep) ? at.slice(0, -1) : at };
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function whyNot(code: string): string {
  switch (code) {
    case 'ELOOP':
      return 'its symlinks go round in a circle';
    case 'EACCES':
    case 'EPERM':
      return 'permission denied on the way to it';
    case 'ENAMETOOLONG':
      return 'its name is too long';
    default:
      return `it cannot be looked up (${code})`;
  }
}

function toSlashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}
