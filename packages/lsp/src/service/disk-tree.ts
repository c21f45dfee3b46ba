import type { Dirent } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { FileChange } from '../client/registrations.ts';
import { type AdmittedPath, isBelow } from '../paths.ts';
import { DiskFiles, type FileMoved, type FilesByName, newsOf } from './disk-files.ts';
import { InstalledEnvironment, InstalledModules, type SentinelPath } from './disk-installed.ts';
import { LinkedFolder } from './disk-linked.ts';
import { contentKind, folderKind, type WatchFilter } from './disk-names.ts';
import { entriesOf, type FileState, type FolderState, folderState, isSameFolder, lookAt } from './disk-state.ts';
import type { FolderWatch, Touch } from '../watch/folder-watch.ts';
import type { Workspace } from './workspace.ts';

export interface Folder {
  readonly path: string;
  /** It is no part of the tree any more. */
  isGone: boolean;
  /** Undefined until it was listed. */
  state: FolderState | undefined;
  readonly files: FilesByName;
  readonly folders: Map<string, Folder>;
  /** By name; '' is the folder itself. */
  readonly sentinels: Map<string, SentinelPath>;
}

type Kind = 'file' | 'link' | 'folder' | 'modules' | 'linked-folder';

export interface TreeOptions {
  readonly workspace: Workspace;
  readonly isOfInterest: WatchFilter;
  readonly moved: FileMoved;
}

/** What an environment's folders are known as beside its own; no entry is named so. */
const ENVIRONMENT = '/';

/** How many entries are looked at before others have a turn. */
const AT_A_TIME = 16;

/**
 * The files of interest below the workspace root and the folders that lead to them, as they were when they were looked at last.
 *
 * A folder's own times tell whether files came or went, so it is only listed again when they move. Symbolic links to folders are not walked:
 * what they lead to is in the workspace under its own name, or does not count.
 */
export class DiskTree {
  readonly #root: Folder;
  readonly #files: DiskFiles;
  #folders = 0;
  /** Packages and linked folders that came, went or moved. */
  #landmarkMoves = 0;
  #isWalked = false;
  #watch: FolderWatch<Folder> | undefined;

  constructor(private readonly options: TreeOptions) {
    this.#root = emptyFolder(options.workspace.root);
    this.#files = new DiskFiles(options.moved);
  }

  /** How many files and folders it knows of. */
  get size(): number {
    return this.#files.size + this.#folders;
  }

  /** Another one once some file or package came, went or moved. */
  get revision(): number {
    return this.#files.revision + this.#landmarkMoves;
  }

  /** How many files must be looked at each time, watched or not. */
  get aliases(): number {
    return this.#files.aliases;
  }

  /** False where the root was replaced or nothing tells of it, or what an update found puts more into doubt than what was touched. */
  get isTrusted(): boolean {
    if (this.#files.hasNewAlias || this.#watch?.holds(this.#root) === false) return false;
    const seen = lookAt(this.#root.path);
    return seen.kind === 'folder' && seen.stat.ino === this.#root.state?.inode;
  }

  /** From the next sweep on, which has all folders watched. */
  watchWith(watch: FolderWatch<Folder> | undefined): void {
    this.#watch = watch;
  }

  /** Those whose names end so, or are so; each by its own name. */
  files(endings: readonly string[]): Generator<readonly [AdmittedPath, FileState]> {
    return this.#files.of(endings);
  }

  /** As the last look found it; undefined where it was not there, or not looked at. */
  lastSeen(path: AdmittedPath): FileState | undefined {
    return this.#folderOf(path)?.files.get(basename(path))?.state;
  }

  /** How a file differs from what the last look found; `unknown` where it was not looked at, or is not among what is looked at. */
  newsOf(path: AdmittedPath): FileChange | 'none' | 'unknown' {
    const folder = this.#folderOf(path);
    const isLookedAt = folder?.state !== undefined && (folder.files.has(basename(path)) || this.options.isOfInterest(basename(path)));
    return isLookedAt ? newsOf(this.lastSeen(path), path) : 'unknown';
  }

  #folderOf(path: AdmittedPath): Folder | undefined {
    const names = relative(this.#root.path, dirname(path)).split(sep).filter((part) => part !== '');
    return names.reduce<Folder | undefined>((folder, name) => folder?.folders.get(name), this.#root);
  }

  /** Looks at everything once and says what has moved since it did so last; all of it, the first time. Yields where others may have a turn. */
  *sweep(): Generator<undefined, void> {
    this.#files.begin();
    yield* this.#sweepFrom(this.#root);
    this.#isWalked = true;
  }

  /** Looks at what was touched since it was looked at last, and where files move without a touch. Everything else is as it was. */
  *update(touched: ReadonlyMap<Folder, Touch>): Generator<undefined, void> {
    // From the top: what lies in a folder that is looked at as a whole, or no more, needs no look of its own.
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
      for (const [name, { state }] of [...folder.files, ...folder.folders]) if (state === undefined) names.add(name);
      for (const name of folder.sentinels.keys()) names.add(name);
    }
    // What the folder as a whole is.
    names.add('');
    let looked = 0;
    for (const name of names) {
      const [file, child, sentinel] = [folder.files.get(name), folder.folders.get(name), folder.sentinels.get(name)];
      if (file !== undefined) this.#files.compare(folder.files, name, file);
      if (child !== undefined) yield* this.#sweepFrom(child);
      if (sentinel !== undefined) yield* this.#sweepLandmark(folder, name, sentinel);
      if (++looked % AT_A_TIME === 0) yield;
    }
  }

  *#sweepFrom(top: Folder): Generator<undefined, void> {
    const pending = [top];
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      yield;
      // First watched, then looked at: what comes in between is known twice.
      this.#watch?.hold(folder, '', [folder.path]);
      this.#visit(folder);
      yield* this.#files.compareAll(folder.files);
      for (const [name, sentinel] of folder.sentinels) yield* this.#sweepLandmark(folder, name, sentinel);
      pending.push(...folder.folders.values());
    }
  }

  *#sweepLandmark(folder: Folder, name: string, sentinel: SentinelPath): Generator<undefined, void> {
    yield* sentinel.sweep(this.#landmarkMoved);
    if (sentinel.isGone) folder.sentinels.delete(name);
    if (this.#watch === undefined) return;
    // The folder of an environment is walked up to here, and speaks for itself.
    const part = name === '' ? ENVIRONMENT : name;
    if (sentinel.isGone) this.#watch.release(folder, part);
    else if (this.#watch.hold(folder, part, sentinel.folders)) yield* sentinel.sweep(this.#landmarkMoved);
  }

  readonly #landmarkMoved = (change: FileChange, path: string): void => {
    this.#landmarkMoves++;
    this.options.moved(change, this.options.workspace.walked(path), undefined);
  };

  /** @param how `list`: whatever its times say */
  #visit(folder: Folder, how: 'compare' | 'list' = 'compare'): void {
    const seen = lookAt(folder.path);
    if (seen.kind !== 'folder') {
      this.#empty(folder, true);
      folder.state = undefined;
      return;
    }
    const state = folderState(seen.stat);
    if (how === 'compare' && folder.state !== undefined && isSameFolder(folder.state, state) && !folder.state.young) return;
    folder.state = state;
    this.#list(folder);
  }

  #list(folder: Folder): void {
    const listed = new Map(entriesOf(folder.path).map((entry) => [entry.name, entry]));
    const content = folder === this.#root ? 'walked' : contentKind(new Set(listed.keys()));
    if (content !== 'walked') {
      this.#empty(folder, false);
      if (content === 'environment' && !folder.sentinels.has('')) folder.sentinels.set('', new InstalledEnvironment(folder.path, this.#isWalked));
      return;
    }
    const kinds = new Map<string, Kind>();
    for (const [name, entry] of listed) {
      const kind = this.#kindOf(folder, entry);
      if (kind !== undefined) kinds.set(name, kind);
    }
    for (const [name, file] of folder.files) {
      const kind = kinds.get(name);
      if (kind !== (file.isLink ? 'link' : 'file')) this.#files.remove(folder.files, name, file);
    }
    for (const [name, child] of folder.folders) {
      if (kinds.get(name) === 'folder') continue;
      this.#removeFolder(child, true);
      folder.folders.delete(name);
    }
    for (const [name, kind] of kinds) {
      if (folder.files.has(name) || folder.folders.has(name) || folder.sentinels.has(name)) continue;
      const path = join(folder.path, name);
      if (kind === 'modules') {
        folder.sentinels.set(name, new InstalledModules(path, this.options.isOfInterest, this.#isWalked));
        continue;
      }
      if (kind === 'linked-folder') {
        folder.sentinels.set(name, new LinkedFolder(path, this.options.isOfInterest, this.#isWalked));
        continue;
      }
      if (kind === 'folder') {
        this.#folders++;
        folder.folders.set(name, emptyFolder(path));
      } else {
        this.#files.add(folder.files, name, this.options.workspace.walked(path), kind === 'link');
      }
    }
  }

  #kindOf(folder: Folder, entry: Dirent): Kind | undefined {
    const { name } = entry;
    if (entry.isDirectory()) return folderKind(name);
    if (entry.isFile()) return this.options.isOfInterest(name) ? 'file' : undefined;
    return entry.isSymbolicLink() ? this.#linkKind(join(folder.path, name), name) : undefined;
  }

  #linkKind(path: string, name: string): Kind | undefined {
    const { kind } = lookAt(path);
    if (kind === 'nothing' || (kind === 'file' && !this.options.isOfInterest(name))) return undefined;
    if (kind === 'folder' && folderKind(name) !== 'folder') return folderKind(name);
    const target = this.options.workspace.admit(path);
    if (target.kind === 'refused') return undefined;
    if (kind === 'file') return 'link';
    return isBelow(path, target.path) ? undefined : 'linked-folder';
  }

  #removeFolder(folder: Folder, gone: boolean): void {
    this.#empty(folder, gone);
    folder.isGone = true;
    this.#watch?.release(folder);
    this.#folders--;
  }

  #empty(folder: Folder, gone: boolean): void {
    for (const [name, file] of folder.files) this.#files.remove(folder.files, name, file, gone);
    for (const child of folder.folders.values()) this.#removeFolder(child, gone);
    folder.folders.clear();
    if (!gone) return;
    for (const sentinel of folder.sentinels.values()) for (const _ of sentinel.sweep(this.#landmarkMoved));
    folder.sentinels.clear();
  }
}

function emptyFolder(path: string): Folder {
  return { path, isGone: false, state: undefined, files: new Map(), folders: new Map(), sentinels: new Map() };
}
