import type { Dirent } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { FileChangeType } from '../../client/protocol/registrations.ts';
import { type AdmittedPath, isBelow } from '../../support/paths.ts';
import { DiskFiles, type FileMoved, changeOf } from './disk-files.ts';
import { emptyFolder, type Folder, Listings } from './disk-folder.ts';
import { InstalledEnvironment, InstalledModules, type SentinelPath } from './disk-installed.ts';
import { LinkNames } from './link-names.ts';
import { LinkedFolder } from './disk-linked.ts';
import { contentKind, folderKind, type WatchFilter } from './disk-names.ts';
import { entriesOf } from '../../support/folders.ts';
import { type FileState, folderState, isSameFolder, lookAt } from './disk-state.ts';
import type { FolderWatch, Touch } from './folder-watch.ts';
import { IgnoredFiles } from './ignored-files.ts';
import { LeftFolders } from './left-folders.ts';
import type { Workspace } from '../base/workspace.ts';

type Kind = 'file' | 'link' | 'folder' | 'modules' | 'linked-folder';

export interface TreeOptions {
  readonly workspace: Workspace;
  readonly watchFilter: WatchFilter;
  readonly moved: FileMoved;
}

/**
 * Part of a watch for the folders of a Python environment, beside '' for the folder itself. No
 * entry has this name.
 */
const ENVIRONMENT = '/';

/** How many entries are looked at before other work gets a turn. */
const AT_A_TIME = 16;

/**
 * The files of interest below the workspace root and the folders that lead to them, as they were
 * when last looked at.
 *
 * A folder's own times change when files come or go, so a folder is listed again only when its
 * times change. Symbolic links to folders are not walked: their target is in the workspace under
 * its own name, or does not count.
 */
export class DiskTree {
  readonly #root: Folder;
  readonly #files: DiskFiles;
  readonly #ignored: IgnoredFiles;
  #folders = 0;
  readonly #left: LeftFolders;
  /** Counts packages and linked folders that were created, deleted or changed. */
  #sentinelPathChanges = 0;
  #isWalked = false;
  readonly links: LinkNames;
  readonly listings = new Listings();
  #watch: FolderWatch<Folder> | undefined;

  constructor(private readonly options: TreeOptions) {
    this.links = new LinkNames(options.workspace);
    this.#root = emptyFolder(options.workspace.root);
    this.#left = new LeftFolders(options.workspace.root);
    this.#ignored = new IgnoredFiles(options.workspace);
    const moved: FileMoved = (change, path, state, was) => {
      this.#ignored.moved(path);
      options.moved(change, path, state, was);
    };
    this.#files = new DiskFiles(moved, this.#ignored);
  }

  /** How many files and folders are known. */
  get size(): number {
    return this.#files.size + this.#folders;
  }

  /** Changes whenever a file or package is created, deleted or changed. */
  get revision(): number {
    return this.#files.revision + this.#sentinelPathChanges;
  }

  /** How many files must be looked at in each sweep, even if the folders are watched. */
  get aliases(): number {
    return this.#files.aliases;
  }

  /**
   * False if the root was replaced or is not watched, or if an update found that files other than
   * the touched ones may be stale.
   */
  get isTrusted(): boolean {
    if (this.#files.hasNewAlias || this.#watch?.holds(this.#root) === false) return false;
    const seen = lookAt(this.#root.path);
    return seen.kind === 'folder' && seen.stat.ino === this.#root.state?.inode;
  }

  /** Takes effect in the next sweep, which has all folders watched. */
  watchWith(watch: FolderWatch<Folder> | undefined): void {
    this.#watch = watch;
  }

  /** The same of those that git ignores; of all others, with the packages. */
  revisionOf(isIgnored: boolean): number {
    return this.#files.revisionOf(isIgnored) + (isIgnored ? 0 : this.#sentinelPathChanges);
  }

  /**
   * Files whose names end with one of these, or equal one; each by its own name.
   *
   * @param isIgnored those that git ignores, or all others
   */
  files(endings: readonly string[], isIgnored: boolean): Generator<readonly [AdmittedPath, FileState]> {
    return this.#files.of(endings, isIgnored);
  }

  isIgnored(path: AdmittedPath): boolean {
    return this.#ignored.has(path);
  }

  /** These files were edited, so they count as any others, whatever git ignores. */
  edited(paths: readonly AdmittedPath[]): void {
    const files = paths.flatMap((path) =>
      this.#ignored.edited(path) ? (this.#folderOf(path)?.files.get(basename(path)) ?? []) : [],
    );
    for (const _ of this.#files.sortOut(files));
  }

  /** Git may ignore other files than when it was asked last. */
  hasOtherRules(): boolean {
    return this.#ignored.refresh();
  }

  /** Asks for all files again whether git ignores them. Yields where other work may run. */
  sortOut(): Generator<undefined, void> {
    return this.#files.sortOut(this.#files.all());
  }

  /** Folders that are not walked. */
  get left(): ReadonlySet<string> {
    return this.#left.all;
  }

  isIgnoredFolder(folder: string): boolean {
    return this.#ignored.hasFolder(folder);
  }

  /**
   * The folders that lead to these files are walked first, and whatever their size; other work trees are
   * walked, too. Returns those that were left out, and that the next sweep walks.
   */
  need(paths: readonly string[]): string[] {
    const found = this.#left.need(paths);
    const trees = this.options.workspace.trees.work(paths);
    for (const folder of [...found.map(dirname), ...trees]) {
      const known = this.#folderAt(folder);
      if (known !== undefined) known.state = undefined;
    }
    if (trees.length > 0) this.#ignored.forget();
    return [...found, ...trees];
  }

  /**
   * Leaves out large folders that are not needed, until so many files and folders are left. False if there
   * are none.
   *
   * @param isLast leaves out all of them, from the top on
   */
  leave(most: number, isLast: boolean): boolean {
    const folderAt = this.#folderAt.bind(this);
    const found = this.#left.candidates(folderAt, (path) => this.isIgnoredFolder(path), isLast);
    for (const folder of found) {
      if (this.size <= most) break;
      this.#removeFolder(folder, false);
      this.#folderAt(dirname(folder.path))?.folders.delete(basename(folder.path));
      this.#left.leave(folder.path);
    }
    return found.length > 0;
  }

  /** State at the last look; undefined if the file was not there, or not looked at. */
  lastSeen(path: AdmittedPath): FileState | undefined {
    return this.#folderOf(path)?.files.get(basename(path))?.state;
  }

  /**
   * How a file differs from the last look; `unknown` if it was not looked at, or is not one of the
   * files that are looked at.
   */
  changeOf(path: AdmittedPath): FileChangeType | 'none' | 'unknown' {
    const folder = this.#folderOf(path);
    const isLookedAt =
      folder?.state !== undefined &&
      (folder.files.has(basename(path)) || this.options.watchFilter(basename(path)));
    return isLookedAt ? changeOf(this.lastSeen(path), path) : 'unknown';
  }

  #folderOf(path: AdmittedPath): Folder | undefined {
    return this.#folderAt(dirname(path));
  }

  #folderAt(path: string): Folder | undefined {
    const names = relative(this.#root.path, path)
      .split(sep)
      .filter((part) => part !== '');
    return names.reduce<Folder | undefined>((folder, name) => folder?.folders.get(name), this.#root);
  }

  /**
   * Looks at everything once and reports what has changed since the last sweep. The first sweep
   * reports all files. Yields where other work may run.
   */
  *sweep(): Generator<undefined, void> {
    this.#files.begin();
    yield* this.#sweepFrom(this.#root);
    this.#isWalked = true;
  }

  /**
   * Looks at what was touched since the last look, and at files that can change without a touch.
   * Everything else is unchanged.
   */
  *update(touched: ReadonlyMap<Folder, Touch>): Generator<undefined, void> {
    // Parents first: the sweep of a parent covers its subfolders and may find them gone. Folders
    // that are gone are skipped.
    for (const [folder, touch] of [...touched].sort(([a], [b]) => a.path.length - b.path.length)) {
      yield;
      if (folder.isGone) continue;
      if (touch.isItself) yield* this.#sweepFrom(folder);
      else yield* this.#updateFolder(folder, touch);
    }
    yield* this.#files.compareAliases();
  }

  *#updateFolder(folder: Folder, { names, isOther }: Touch): Generator<undefined, void> {
    if (isOther) {
      this.#visit(folder, 'list');
      for (const [name, { state }] of [...folder.files, ...folder.folders])
        if (state === undefined) names.add(name);
      for (const name of folder.sentinels.keys()) names.add(name);
    }
    // '' is the folder itself.
    names.add('');
    let looked = 0;
    for (const name of names) {
      const [file, child, sentinel] = [
        folder.files.get(name),
        folder.folders.get(name),
        folder.sentinels.get(name),
      ];
      if (file !== undefined) this.#files.compare(file);
      if (child !== undefined) yield* this.#sweepFrom(child);
      if (sentinel !== undefined) yield* this.#sweepSentinelPath(folder, name, sentinel);
      if (++looked % AT_A_TIME === 0) yield;
    }
  }

  *#sweepFrom(top: Folder): Generator<undefined, void> {
    const pending = [top];
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      yield;
      // It may be left out meanwhile.
      if (folder.isGone) continue;
      // Watch first, then look: a change in between is then seen twice.
      this.#watch?.hold(folder, '', [folder.path]);
      this.#visit(folder);
      yield* this.#files.compareAll(folder.files.values());
      for (const [name, sentinel] of folder.sentinels) yield* this.#sweepSentinelPath(folder, name, sentinel);
      pending.push(...this.#left.inOrder(folder.folders.values()));
    }
  }

  *#sweepSentinelPath(folder: Folder, name: string, sentinel: SentinelPath): Generator<undefined, void> {
    yield* sentinel.sweep(this.#sentinelPathChanged);
    this.links.note(sentinel);
    if (sentinel.isGone) folder.sentinels.delete(name);
    if (this.#watch === undefined) return;
    const part = partOf(name);
    if (sentinel.isGone) this.#watch.release(folder, part);
    else if (this.#watch.hold(folder, part, sentinel.folders))
      yield* sentinel.sweep(this.#sentinelPathChanged);
  }

  readonly #sentinelPathChanged = (change: FileChangeType, path: string): void => {
    this.#sentinelPathChanges++;
    this.options.moved(change, this.options.workspace.walked(path), undefined);
  };

  /** @param how `list`: list the folder whatever its times are */
  #visit(folder: Folder, how: 'compare' | 'list' = 'compare'): void {
    const seen = lookAt(folder.path);
    if (seen.kind !== 'folder') {
      this.#empty(folder, true);
      folder.state = undefined;
      return;
    }
    const state = folderState(seen.stat);
    if (
      how === 'compare' &&
      folder.state !== undefined &&
      isSameFolder(folder.state, state) &&
      !folder.state.young
    )
      return;
    folder.state = state;
    this.#list(folder);
  }

  #list(folder: Folder): void {
    this.listings.note(folder.path);
    const listed = new Map(entriesOf(folder.path).map((entry) => [entry.name, entry]));
    const names = new Set(listed.keys());
    const content = folder === this.#root ? 'walked' : contentKind(names);
    const { trees } = this.options.workspace;
    const isNested = trees.isNested(folder.path, names);
    if (!isNested) trees.forget(folder.path);
    if (content !== 'walked' || (isNested && !trees.isWorkedAt(folder.path))) {
      this.#empty(folder, false);
      if (content === 'environment' && !folder.sentinels.has(''))
        folder.sentinels.set('', new InstalledEnvironment(folder.path, this.#isWalked));
      return;
    }
    const kinds = new Map<string, Kind>();
    for (const [name, entry] of listed) {
      const kind = this.#kindOf(folder, entry);
      if (kind !== undefined) kinds.set(name, kind);
    }
    for (const [name, file] of folder.files) {
      const kind = kinds.get(name);
      if (kind !== (file.isLink ? 'link' : 'file')) this.#files.remove(file);
    }
    for (const [name, child] of folder.folders) {
      if (kinds.get(name) === 'folder') continue;
      this.#removeFolder(child, true);
      folder.folders.delete(name);
    }
    for (const [name, sentinel] of folder.sentinels) {
      const kind = kinds.get(name);
      if (name !== '' && kind !== 'modules' && kind !== 'linked-folder') this.#drop(folder, name, sentinel);
    }
    for (const [name, kind] of kinds) {
      if (folder.files.has(name) || folder.folders.has(name) || folder.sentinels.has(name)) continue;
      const path = join(folder.path, name);
      if (kind === 'modules') {
        folder.sentinels.set(name, new InstalledModules(path, this.options, this.#isWalked));
        continue;
      }
      if (kind === 'linked-folder') {
        folder.sentinels.set(name, new LinkedFolder(path, this.options.watchFilter, this.#isWalked));
        continue;
      }
      if (kind === 'folder') {
        this.#folders++;
        folder.folders.set(name, emptyFolder(path));
      } else this.#files.add(folder.files, name, this.options.workspace.walked(path), kind === 'link');
    }
  }

  #kindOf(folder: Folder, entry: Dirent): Kind | undefined {
    const { name } = entry;
    if (entry.isDirectory()) return this.#left.has(folder.path, name) ? undefined : folderKind(name);
    if (entry.isFile()) return this.options.watchFilter(name) ? 'file' : undefined;
    return entry.isSymbolicLink() ? this.#linkKind(join(folder.path, name), name) : undefined;
  }

  #linkKind(path: string, name: string): Kind | undefined {
    const { kind } = lookAt(path);
    if (kind === 'nothing' || (kind === 'file' && !this.options.watchFilter(name))) return undefined;
    if (kind === 'folder' && folderKind(name) !== 'folder') return folderKind(name);
    const { workspace } = this.options;
    const target = workspace.admit(path);
    if (target.kind === 'refused' || workspace.trees.isElsewhere(target.path)) return undefined;
    if (kind === 'file') return 'link';
    return isBelow(path, target.path) ? undefined : 'linked-folder';
  }

  #removeFolder(folder: Folder, gone: boolean): void {
    this.#empty(folder, gone);
    this.listings.forget(folder.path);
    this.options.workspace.trees.forget(folder.path);
    folder.isGone = true;
    this.#watch?.release(folder);
    this.#folders--;
  }

  #empty(folder: Folder, gone: boolean): void {
    for (const file of folder.files.values()) this.#files.remove(file, gone);
    for (const child of folder.folders.values()) this.#removeFolder(child, gone);
    folder.folders.clear();
    if (!gone) return;
    for (const [name, sentinel] of folder.sentinels) this.#drop(folder, name, sentinel);
  }

  /** Reports that it is gone, before what has its name now is looked at. */
  #drop(folder: Folder, name: string, sentinel: SentinelPath): void {
    for (const _ of sentinel.sweep(this.#sentinelPathChanged));
    this.links.forget(sentinel);
    folder.sentinels.delete(name);
    this.#watch?.release(folder, partOf(name));
  }
}

/** An environment's folder is watched under '' itself, so the environment needs another part. */
const partOf = (name: string): string => (name === '' ? ENVIRONMENT : name);
