import { dirname, join, sep } from 'node:path';
import type { AdmittedPath } from '../../support/paths.ts';
import { namesIn, NODE_MODULES } from '../../support/folders.ts';
import type { Workspace } from '../base/workspace.ts';
import type { FileMoved } from './disk-files.ts';
import type { WatchFilter } from './disk-names.ts';
import {
  fileState,
  type FileState,
  folderState,
  type FolderState,
  isSameFolder,
  lookAt,
  nextState,
  stateOnDisk,
} from './disk-state.ts';

/** Of one folder that is not walked: its state, and the names in it. */
interface Listed {
  readonly state: FolderState | undefined;
  readonly names: ReadonlySet<string>;
}

const PACKAGES = `${sep}${NODE_MODULES}${sep}`;
/** How many files of all programs together are looked at; the others are not. */
const MOST = 20_000;
/** How many of them are looked at before other work gets a turn. */
const AT_A_TIME = 64;

interface ReadPlacesOptions {
  readonly workspace: Workspace;
  readonly watchFilter: WatchFilter;
  /** A walk finds it. */
  readonly isWalked: (path: AdmittedPath) => boolean;
  readonly moved: FileMoved;
}

/**
 * Files that the programs of servers have read and that no walk finds: in installed packages, in
 * environments, outside of the workspace. A generator writes into such places, and so does a patch. Their
 * folders are looked at, too: a file that was not there may come.
 */
export class ReadPlaces {
  readonly #files = new Map<AdmittedPath, FileState | undefined>();
  readonly #folders = new Map<string, Listed>();
  /** What each program has read, as it was last listed. */
  readonly #programs = new Map<object, ReadonlySet<AdmittedPath>>();

  constructor(private readonly options: ReadPlacesOptions) {}

  /** How many files and folders are looked at. */
  get size(): number {
    return this.#files.size + this.#folders.size;
  }

  /** A program has read this file, or one beside it. */
  mayHold(path: AdmittedPath): boolean {
    return this.#files.has(path) || this.#folders.has(dirname(path));
  }

  /** The program that this server has made has read these files, and no others. */
  read(server: object, files: readonly AdmittedPath[]): void {
    const outside = files.filter((path) => !this.options.isWalked(path)).slice(0, MOST);
    const manifests = outside.flatMap((path) => manifestOf(path) ?? []);
    const own = new Set([...outside, ...manifests.map((path) => this.options.workspace.walked(path))]);
    this.#programs.set(server, own);
    const all = new Set([...this.#programs.values()].flatMap((paths) => [...paths]));
    for (const path of this.#files.keys()) if (!all.has(path)) this.#files.delete(path);
    const folders = new Set<string>();
    for (const path of all) {
      if (!this.#files.has(path) && this.#files.size < MOST) this.#files.set(path, stateOnDisk(path));
      folders.add(dirname(path));
    }
    for (const folder of this.#folders.keys()) if (!folders.has(folder)) this.#folders.delete(folder);
    for (const folder of folders) this.#folders.getOrInsertComputed(folder, () => listed(folder));
  }

  /** The server has ended. */
  forget(server: object): void {
    if (this.#programs.has(server)) this.read(server, []);
    this.#programs.delete(server);
  }

  /** Reports what has changed since the last look. Yields where other work may run. */
  *sweep(): Generator<undefined, void> {
    let looked = 0;
    for (const [path, before] of this.#files) {
      this.#compare(path, before);
      if (++looked % AT_A_TIME === 0) yield;
    }
    for (const [folder, before] of this.#folders) {
      this.#compareFolder(folder, before);
      if (++looked % AT_A_TIME === 0) yield;
    }
  }

  #compare(path: AdmittedPath, before: FileState | undefined): void {
    const seen = lookAt(path);
    if (seen.kind !== 'file') {
      this.#files.set(path, undefined);
      if (before !== undefined) this.options.moved('deleted', path, undefined);
      return;
    }
    const next =
      before === undefined
        ? { state: fileState(path, seen.stat), isOther: true }
        : nextState(before, path, seen.stat);
    this.#files.set(path, next.state);
    if (next.isOther) this.options.moved(before === undefined ? 'created' : 'changed', path, next.state);
  }

  #compareFolder(folder: string, before: Listed): void {
    const seen = lookAt(folder);
    const state = seen.kind === 'folder' ? folderState(seen.stat) : undefined;
    const isSame =
      state === undefined || before.state === undefined
        ? state === before.state
        : isSameFolder(state, before.state) && !before.state.young;
    if (isSame) return;
    const now = listed(folder);
    this.#folders.set(folder, now);
    for (const name of now.names.difference(before.names)) {
      const path = this.options.workspace.walked(join(folder, name));
      // Those of the program are compared themselves.
      if (!this.#files.has(path) && this.options.watchFilter(name))
        this.options.moved('created', path, stateOnDisk(path));
    }
    for (const name of before.names.difference(now.names)) {
      const path = this.options.workspace.walked(join(folder, name));
      if (!this.#files.has(path) && this.options.watchFilter(name))
        this.options.moved('deleted', path, undefined);
    }
  }
}

function listed(folder: string): Listed {
  const seen = lookAt(folder);
  return {
    state: seen.kind === 'folder' ? folderState(seen.stat) : undefined,
    names: new Set(namesIn(folder)),
  };
}

/** Of the package of JavaScript that the file is in: it says what the package exports. */
function manifestOf(path: string): string | undefined {
  const at = path.lastIndexOf(PACKAGES);
  if (at < 0) return undefined;
  const folder = path.slice(0, at + PACKAGES.length);
  const [scope = '', name = ''] = path.slice(folder.length).split(sep);
  return join(folder, scope, ...(scope.startsWith('@') ? [name] : []), 'package.json');
}
