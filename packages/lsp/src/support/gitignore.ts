import { dirname, join, relative, sep } from 'node:path';
import { type GitFolder, gitFolderOf, isNestedOutside, userExcludes } from './git-folder.js';
import { fitsGlob, type PathGlob, pathGlob } from './path-glob.js';
import { readTextFile, SETTINGS_BYTES } from './read-file.js';

/** One line of a file. */
interface Rule {
  readonly isTakenBack: boolean;
  readonly isForFolders: boolean;
  /** Of the path below the file's folder, or of the name alone. */
  readonly glob: PathGlob;
  readonly isOfName: boolean;
}

interface Layer {
  readonly folder: string;
  readonly rules: readonly Rule[];
}

/** The work tree that a folder belongs to. */
export interface WorkTree {
  readonly root: string;
  readonly git: GitFolder;
}

const ignoreCase = process.platform === 'win32' || process.platform === 'darwin';

const MOST_RULES = 5000;
/** Of all rules of a file with a star, UTF-16 code units: each may be compared at each place of a name. */
const MOST_STARS = 64 * 1024;

/** UTF-16 code units. Such a path fits no rule, and its file counts as wanted. */
const LONGEST_PATH = 2000;
/** A longer one is nobody's, UTF-16 code units. */
const LONGEST_RULE = 1000;

/**
 * What git leaves out in one folder: the user's own excludes, `.git/info/exclude`, and the .gitignore files
 * from the top of the work tree down to this folder. Each later one counts more.
 */
export class Gitignore {
  private constructor(
    private readonly layers: readonly Layer[],
    /** Undefined outside of every repository. */
    readonly tree: WorkTree | undefined,
    /** Files outside of the folder whose rules count, whether they exist or not. */
    readonly outer: readonly string[],
  ) {}

  /** For a folder that a walk starts in. Outside of a repository, no file of a parent folder counts. */
  static above(folder: string): Gitignore {
    for (let top = folder; ; top = dirname(top)) {
      const git = gitFolderOf(top);
      if (git !== undefined) {
        const above = foldersBetween(top, folder).reduce(
          (rules, each) => rules.below(each),
          atTop({ root: top, git }),
        );
        // The user named an ignored folder, so its files are wanted.
        return folder !== top && above.ignores(folder, true)
          ? new Gitignore(layersIn(folder), above.tree, [])
          : above;
      }
      if (dirname(top) === top) return new Gitignore(layersIn(folder), undefined, []);
    }

    function atTop(tree: WorkTree): Gitignore {
      const files = [userExcludes(), join(tree.git.common, 'info', 'exclude')];
      const outer = files.flatMap((file) => layersOf(file, tree.root));
      return new Gitignore(outer, tree, [
        ...files,
        ...foldersBetween(tree.root, folder)
          .slice(0, -1)
          .map((each) => join(each, GITIGNORE)),
      ]);
    }
  }

  /** The same with the file of a folder further down, which may begin a work tree of its own. */
  below(folder: string): Gitignore {
    if (folder !== this.tree?.root && gitFolderOf(folder) !== undefined) return Gitignore.above(folder);
    const inner = layersIn(folder);
    return inner.length === 0 ? this : new Gitignore([...this.layers, ...inner], this.tree, this.outer);
  }

  /**
   * The same of a folder. The rules around a workspace that is a folder for work trees keep those out of the
   * tree around it, and mean nothing in it.
   *
   * @param root of the workspace: real
   */
  ignoresFolder(folder: string, root: string): boolean {
    return this.ignores(folder, true) && !isNestedOutside(folder, root);
  }

  /**
   * The innermost file that mentions the path decides, and in it the last line. What is in an ignored folder
   * is ignored, too, and not asked about here.
   */
  ignores(path: string, isFolder: boolean): boolean {
    if (path.length > LONGEST_PATH) return false;
    for (const { folder, rules } of this.layers.toReversed()) {
      const names = namesOf(relative(folder, path));
      const name = names.slice(-1);
      const rule = rules.findLast(
        ({ isForFolders, isOfName, glob }) =>
          (isFolder || !isForFolders) && fitsGlob(isOfName ? name : names, glob),
      );
      if (rule !== undefined) return !rule.isTakenBack;
    }
    return false;
  }
}

export const GITIGNORE = '.gitignore';

/** From the outer folder to the inner one, both included. */
function foldersBetween(outer: string, inner: string): string[] {
  const folders = [inner];
  for (let folder = inner; folder !== outer;) folders.unshift((folder = dirname(folder)));
  return folders;
}

function namesOf(path: string): string[] {
  return (ignoreCase ? path.toLowerCase() : path).split(sep);
}

function layersIn(folder: string): Layer[] {
  return layersOf(join(folder, GITIGNORE), folder);
}

function layersOf(path: string, folder: string): Layer[] {
  const file = readTextFile(path, SETTINGS_BYTES);
  const lines = file.kind === 'text' ? file.text.replace(/^\uFEFF/, '').split(/\r?\n/) : [];
  const starred = lines.reduce((sum, line) => sum + (line.includes('*') ? line.length : 0), 0);
  // Of too many none counts: a later one may take an earlier one back.
  const areTooMany = lines.length > MOST_RULES || starred > MOST_STARS;
  const rules = areTooMany ? [] : lines.flatMap((line) => ruleOf(line) ?? []);
  return rules.length === 0 ? [] : [{ folder, rules }];
}

function ruleOf(line: string): Rule | undefined {
  if (line.startsWith('#') || line.length > LONGEST_RULE) return undefined;
  const isTakenBack = line.startsWith('!');
  const body = trimmed(isTakenBack ? line.slice(1) : line);
  const isForFolders = body.endsWith('/');
  const pattern = isForFolders ? body.slice(0, -1) : body;
  const glob = pathGlob(ignoreCase ? pattern.toLowerCase() : pattern);
  if (glob.length === 0) return undefined;
  return { isTakenBack, isForFolders, glob, isOfName: !pattern.includes('/') };
}

/** Without blanks at the end, but for one behind a backslash. */
function trimmed(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ' && line[end - 2] !== '\\') end--;
  return line.slice(0, end);
}
