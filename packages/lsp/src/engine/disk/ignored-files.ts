import { basename, dirname, join } from 'node:path';
import { filesInIndex } from '../../support/git-folder.ts';
import { GITIGNORE, Gitignore, type WorkTree } from '../../support/gitignore.ts';
import { type AdmittedPath, type DiskStamp, diskStamp, isBelow, sameStamp } from '../../support/paths.ts';
import type { Workspace } from '../base/workspace.ts';

interface Folder {
  readonly rules: Gitignore;
  readonly isIgnored: boolean;
}

/**
 * The files below the workspace root that git ignores, by its rules and its index; nothing is run. One that
 * a tool of the session has edited counts as any other file from then on.
 */
export class IgnoredFiles {
  readonly #folders = new Map<string, Folder>();
  /** By the root of the work tree: files that rules name and that the repository holds all the same. */
  readonly #held = new Map<string, ReadonlySet<string>>();
  /** Files outside of the walk that decide, as they were read. */
  readonly #read = new Map<string, DiskStamp | undefined>();
  readonly #edited = new Set<string>();
  #isStale = false;

  constructor(private readonly workspace: Pick<Workspace, 'root' | 'trees'>) {}

  has(path: AdmittedPath): boolean {
    if (this.#edited.has(path) || !this.#isNamed(path)) return false;
    const { tree } = this.#folder(dirname(path)).rules;
    return tree === undefined || !this.#heldIn(tree).has(path);
  }

  hasFolder(folder: string): boolean {
    return this.#folder(folder).isIgnored;
  }

  /** Returns false where it is known already. */
  edited(path: AdmittedPath): boolean {
    if (this.#edited.has(path)) return false;
    this.#edited.add(path);
    return true;
  }

  /** Other folders count than before. */
  forget(): void {
    this.#isStale = true;
  }

  /** A file came, went or changed. */
  moved(path: string): void {
    this.#isStale ||= basename(path) === GITIGNORE;
  }

  /** Forgets all where a file with rules has changed. True if so. Looks at some six files. */
  refresh(): boolean {
    const isStale =
      this.#isStale || [...this.#read].some(([path, stamp]) => !sameStamp(stamp, diskStamp(path)));
    if (!isStale) return false;
    this.#isStale = false;
    for (const known of [this.#folders, this.#held, this.#read]) known.clear();
    return true;
  }

  #isNamed(path: string): boolean {
    const { rules, isIgnored } = this.#folder(dirname(path));
    return isIgnored || rules.ignores(path, false);
  }

  #folder(folder: string): Folder {
    return this.#folders.getOrInsertComputed(folder, () => {
      const { root, trees } = this.workspace;
      if (!isBelow(folder, root)) {
        this.#reads(join(root, '.git', 'HEAD'));
        return this.#noted({ rules: Gitignore.above(root), isIgnored: false });
      }
      // Whoever works in another work tree is no concern of the rules around it.
      if (trees.isWorkedAt(folder)) return this.#noted({ rules: Gitignore.above(folder), isIgnored: false });
      const above = this.#folder(dirname(folder));
      if (above.isIgnored || above.rules.ignoresFolder(folder, root))
        return { rules: above.rules, isIgnored: true };
      return this.#noted({ rules: above.rules.below(folder), isIgnored: false });
    });
  }

  #noted(folder: Folder): Folder {
    for (const path of folder.rules.outer) this.#reads(path);
    return folder;
  }

  #reads(path: string): void {
    this.#read.getOrInsertComputed(path, () => diskStamp(path));
  }

  #heldIn({ root, git }: WorkTree): ReadonlySet<string> {
    return this.#held.getOrInsertComputed(root, () => {
      const isWanted = (path: string): boolean => isBelow(path, this.workspace.root) && this.#isNamed(path);
      const held = filesInIndex(git, (path) => isWanted(join(root, path)));
      return new Set([...(held ?? [])].map((path) => join(root, path)));
    });
  }
}
