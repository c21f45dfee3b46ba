import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import type { FileChange } from '../client/registrations.ts';
import { type AdmittedPath, isBelow } from '../paths.ts';
import { InstalledEnvironment, InstalledModules, type Landmark } from './disk-installed.ts';
import { LinkedFolder } from './disk-linked.ts';
import { contentKind, folderKind, type Interest } from './disk-names.ts';
import { entriesOf, fileState, type FileState, type FolderState, folderState, isSameFolder, lookAt, nextState } from './disk-state.ts';
import { namesOf } from '../registry/language-map.ts';
import type { FolderWatch, Touch } from '../watch/folder-watch.ts';
import type { Workspace } from './workspace.ts';

interface File {
  readonly path: AdmittedPath;
  /** Known by this name as well; what it leads to has a name of its own in the workspace. */
  readonly isLink: boolean;
  /** Undefined until it was looked at. */
  state: FileState | undefined;
}

export interface Folder {
  readonly path: string;
  /** It is no part of the tree any more. */
  isGone: boolean;
  /** Undefined until it was listed. */
  state: FolderState | undefined;
  readonly files: Map<string, File>;
  readonly folders: Map<string, Folder>;
  /** By name; '' is the folder itself. */
  readonly landmarks: Map<string, Landmark>;
}

/** Where a file is known. */
interface Entry {
  readonly folder: Folder;
  readonly name: string;
}

type Kind = 'file' | 'link' | 'folder' | 'modules' | 'linked-folder';

export interface TreeOptions {
  readonly workspace: Workspace;
  readonly isOfInterest: Interest;
  /** @param state undefined for a deleted file */
  readonly moved: (change: FileChange, path: AdmittedPath, state: FileState | undefined) => void;
}

/** What an environment's folders are known as beside its own; no entry is named so. */
const ENVIRONMENT = '/';

/** How many files are looked at before others have a turn. */
const AT_A_TIME = 16;

/**
 * The files of interest below the workspace root and the folders that lead to them, as they were when they were looked at last.
 *
 * A folder's own times tell whether files came or went, so it is only listed again when they move. Symbolic links to folders are not walked:
 * what they lead to is in the workspace under its own name, or does not count.
 */
export class DiskTree {
  readonly #root: Folder;
  /** Links are not in it. */
  readonly #byExtension = new Map<string, Set<File>>();
  /** Those that can move without a trace in their own folder: they are links, or have other names besides. */
  readonly #aliases = new Map<File, Entry>();
  #size = 0;
  #revision = 0;
  #isWalked = false;
  #watch: FolderWatch<Folder> | undefined;
  #hasNewAlias = false;

  constructor(private readonly options: TreeOptions) {
    this.#root = emptyFolder(options.workspace.root);
  }

  /** How many files and folders it knows of. */
  get size(): number {
    return this.#size;
  }

  /** Another one once some file came, went or moved. */
  get revision(): number {
    return this.#revision;
  }

  /** How many files must be looked at each time, watched or not. */
  get aliases(): number {
    return this.#aliases.size;
  }

  /** False where the root was replaced, or what an update found puts more into doubt than what was touched. */
  get isTrusted(): boolean {
    const seen = lookAt(this.#root.path);
    return !this.#hasNewAlias && seen.kind === 'folder' && seen.stat.ino === this.#root.state?.inode;
  }

  /** From the next sweep on, which has all folders watched. */
  watchWith(watch: FolderWatch<Folder> | undefined): void {
    this.#watch = watch;
  }

  /** Those whose names end so, or are so; each by its own name. */
  *files(endings: readonly string[]): Generator<readonly [AdmittedPath, FileState]> {
    for (const ending of endings) {
      const isExtension = ending === extensionOf(ending);
      for (const { path, state } of this.#byExtension.get(extensionOf(ending)) ?? []) {
        if (state !== undefined && (isExtension || namesOf(path).includes(ending))) yield [path, state];
      }
    }
  }

  /** Looks at everything once and says what has moved since it did so last; all of it, the first time. Yields where others may have a turn. */
  *sweep(): Generator<undefined, void> {
    this.#hasNewAlias = false;
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
    let looked = 0;
    for (const [file, { folder, name }] of this.#aliases) {
      this.#compare(folder, name, file);
      if (++looked % AT_A_TIME === 0) yield;
    }
  }

  *#updateFolder(folder: Folder, { names, isOther }: Touch): Generator<undefined, void> {
    if (isOther) {
      this.#visit(folder, 'list');
      for (const [name, { state }] of [...folder.files, ...folder.folders]) if (state === undefined) names.add(name);
      for (const name of folder.landmarks.keys()) names.add(name);
    }
    // What the folder as a whole is.
    names.add('');
    let looked = 0;
    for (const name of names) {
      const [file, child, landmark] = [folder.files.get(name), folder.folders.get(name), folder.landmarks.get(name)];
      if (file !== undefined) this.#compare(folder, name, file);
      if (child !== undefined) yield* this.#sweepFrom(child);
      if (landmark !== undefined) yield* this.#sweepLandmark(folder, name, landmark);
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
      let looked = 0;
      for (const [name, file] of folder.files) {
        this.#compare(folder, name, file);
        if (++looked % AT_A_TIME === 0) yield;
      }
      for (const [name, landmark] of folder.landmarks) yield* this.#sweepLandmark(folder, name, landmark);
      pending.push(...folder.folders.values());
    }
  }

  *#sweepLandmark(folder: Folder, name: string, landmark: Landmark): Generator<undefined, void> {
    yield* landmark.sweep(this.#landmarkMoved);
    if (landmark.isGone) folder.landmarks.delete(name);
    if (this.#watch === undefined) return;
    // The folder of an environment is walked up to here, and speaks for itself.
    const part = name === '' ? ENVIRONMENT : name;
    if (landmark.isGone) this.#watch.release(folder, part);
    else if (this.#watch.hold(folder, part, landmark.folders)) yield* landmark.sweep(this.#landmarkMoved);
  }

  readonly #landmarkMoved = (change: FileChange, path: string): void => {
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
      if (content === 'environment' && !folder.landmarks.has('')) folder.landmarks.set('', new InstalledEnvironment(folder.path, this.#isWalked));
      return;
    }
    const kinds = new Map<string, Kind>();
    for (const [name, entry] of listed) {
      const kind = this.#kindOf(folder, entry);
      if (kind !== undefined) kinds.set(name, kind);
    }
    for (const [name, file] of folder.files) {
      const kind = kinds.get(name);
      if (kind !== (file.isLink ? 'link' : 'file')) this.#removeFile(folder, name, file);
    }
    for (const [name, child] of folder.folders) {
      if (kinds.get(name) === 'folder') continue;
      this.#removeFolder(child, true);
      folder.folders.delete(name);
    }
    for (const [name, kind] of kinds) {
      if (folder.files.has(name) || folder.folders.has(name) || folder.landmarks.has(name)) continue;
      const path = join(folder.path, name);
      if (kind === 'modules') {
        folder.landmarks.set(name, new InstalledModules(path, this.options.isOfInterest, this.#isWalked));
        continue;
      }
      if (kind === 'linked-folder') {
        folder.landmarks.set(name, new LinkedFolder(path, this.options.isOfInterest, this.#isWalked));
        continue;
      }
      this.#size++;
      if (kind === 'folder') folder.folders.set(name, emptyFolder(path));
      else this.#addFile(folder, name, { path: this.options.workspace.walked(path), isLink: kind === 'link', state: undefined });
    }
  }

  #addFile(folder: Folder, name: string, file: File): void {
    folder.files.set(name, file);
    if (file.isLink) return;
    const extension = extensionOf(name);
    const alike = this.#byExtension.get(extension);
    if (alike === undefined) this.#byExtension.set(extension, new Set([file]));
    else alike.add(file);
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

  #compare(folder: Folder, name: string, file: File): void {
    const { path, state: before } = file;
    const seen = lookAt(path);
    if (seen.kind !== 'file') {
      this.#removeFile(folder, name, file);
      return;
    }
    const { state, isOther } = before === undefined ? { state: fileState(path, seen.stat), isOther: true } : nextState(before, path, seen.stat);
    file.state = state;
    this.#noteAlias(folder, name, file, seen.stat.nlink > 1n);
    if (!isOther) return;
    this.#revision++;
    this.options.moved(before === undefined ? 'created' : 'changed', path, state);
  }

  #noteAlias(folder: Folder, name: string, file: File, hasOtherNames: boolean): void {
    if (!file.isLink && !hasOtherNames) {
      this.#aliases.delete(file);
    } else if (!this.#aliases.has(file)) {
      this.#aliases.set(file, { folder, name });
      // Those that it shares its text with may be known without that.
      this.#hasNewAlias ||= hasOtherNames;
    }
  }

  /** @param gone it was deleted; otherwise nobody is interested in it any more */
  #removeFile(folder: Folder, name: string, file: File, gone = true): void {
    folder.files.delete(name);
    this.#byExtension.get(extensionOf(name))?.delete(file);
    this.#aliases.delete(file);
    this.#size--;
    this.#revision++;
    if (gone && file.state !== undefined) this.options.moved('deleted', file.path, undefined);
  }

  #removeFolder(folder: Folder, gone: boolean): void {
    this.#empty(folder, gone);
    folder.isGone = true;
    this.#watch?.release(folder);
    this.#size--;
  }

  #empty(folder: Folder, gone: boolean): void {
    for (const [name, file] of folder.files) this.#removeFile(folder, name, file, gone);
    for (const child of folder.folders.values()) this.#removeFolder(child, gone);
    folder.folders.clear();
    if (!gone) return;
    for (const landmark of folder.landmarks.values()) for (const _ of landmark.sweep(this.#landmarkMoved));
    folder.landmarks.clear();
  }
}

/** From the last dot on; '' for a name without one. */
function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot).toLowerCase();
}

function emptyFolder(path: string): Folder {
  return { path, isGone: false, state: undefined, files: new Map(), folders: new Map(), landmarks: new Map() };
}
