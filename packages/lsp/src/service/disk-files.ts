import type { FileChange } from '../client/registrations.ts';
import type { AdmittedPath } from '../paths.ts';
import { namesOf } from '../registry/language-map.ts';
import { fileState, type FileState, lookAt, nextState } from './disk-state.ts';

export interface File {
  readonly path: AdmittedPath;
  /** Known by this name as well; what it leads to has a name of its own in the workspace. */
  readonly isLink: boolean;
  /** Undefined until it was looked at. */
  state: FileState | undefined;
}

/** The files of one folder, by name. */
export type FilesByName = Map<string, File>;

/** @param state undefined for a deleted file */
export type FileMoved = (change: FileChange, path: AdmittedPath, state: FileState | undefined) => void;

/** Where a file is known. */
interface Entry {
  readonly among: FilesByName;
  readonly name: string;
}

/** How many files are looked at before others have a turn. */
const AT_A_TIME = 16;

/** The files of interest of all folders, as they were when they were looked at last. */
export class DiskFiles {
  /** Links are not in it. */
  readonly #byExtension = new Map<string, Set<File>>();
  /** Those that can move without a trace in their own folder: they are links, or have other names besides. */
  readonly #aliases = new Map<File, Entry>();
  #size = 0;
  #revision = 0;
  #hasNewAlias = false;

  constructor(private readonly moved: FileMoved) {}

  get size(): number {
    return this.#size;
  }

  /** Another one once some file came, went or moved. */
  get revision(): number {
    return this.#revision;
  }

  /** How many must be looked at each time, watched or not. */
  get aliases(): number {
    return this.#aliases.size;
  }

  /** Some file turned out to have other names: those that it shares its text with may be known without that. */
  get hasNewAlias(): boolean {
    return this.#hasNewAlias;
  }

  /** Everything is about to be looked at. */
  begin(): void {
    this.#hasNewAlias = false;
  }

  /** Those whose names end so, or are so; each by its own name. */
  *of(endings: readonly string[]): Generator<readonly [AdmittedPath, FileState]> {
    for (const ending of endings) {
      const isExtension = ending === extensionOf(ending);
      for (const { path, state } of this.#byExtension.get(extensionOf(ending)) ?? []) {
        if (state !== undefined && (isExtension || namesOf(path).includes(ending))) yield [path, state];
      }
    }
  }

  add(among: FilesByName, name: string, path: AdmittedPath, isLink: boolean): void {
    const file = { path, isLink, state: undefined };
    among.set(name, file);
    this.#size++;
    if (isLink) return;
    const extension = extensionOf(name);
    const alike = this.#byExtension.get(extension);
    if (alike === undefined) this.#byExtension.set(extension, new Set([file]));
    else alike.add(file);
  }

  /** @param gone it was deleted; otherwise nobody is interested in it any more */
  remove(among: FilesByName, name: string, file: File, gone = true): void {
    among.delete(name);
    this.#byExtension.get(extensionOf(name))?.delete(file);
    this.#aliases.delete(file);
    this.#size--;
    this.#revision++;
    if (gone && file.state !== undefined) this.moved('deleted', file.path, undefined);
  }

  /** Looks at one file. */
  compare(among: FilesByName, name: string, file: File): void {
    const { path, state: before } = file;
    const seen = lookAt(path);
    if (seen.kind !== 'file') {
      this.remove(among, name, file);
      return;
    }
    const { state, isOther } = before === undefined ? { state: fileState(path, seen.stat), isOther: true } : nextState(before, path, seen.stat);
    file.state = state;
    this.#noteAlias(among, name, file, seen.stat.nlink > 1n);
    if (!isOther) return;
    this.#revision++;
    this.moved(before === undefined ? 'created' : 'changed', path, state);
  }

  /** Looks at all files of a folder. Yields where others may have a turn. */
  *compareAll(among: FilesByName): Generator<undefined, void> {
    let looked = 0;
    for (const [name, file] of among) {
      this.compare(among, name, file);
      if (++looked % AT_A_TIME === 0) yield;
    }
  }

  /** Looks at those that move without a trace. Yields where others may have a turn. */
  *compareAliases(): Generator<undefined, void> {
    let looked = 0;
    for (const [file, { among, name }] of this.#aliases) {
      this.compare(among, name, file);
      if (++looked % AT_A_TIME === 0) yield;
    }
  }

  #noteAlias(among: FilesByName, name: string, file: File, hasOtherNames: boolean): void {
    if (!file.isLink && !hasOtherNames) {
      this.#aliases.delete(file);
    } else if (!this.#aliases.has(file)) {
      this.#aliases.set(file, { among, name });
      this.#hasNewAlias ||= hasOtherNames;
    }
  }
}

/** What a look at a file would find now. Remembers nothing, so the next look tells of it all the same. */
export function newsOf(before: FileState | undefined, path: AdmittedPath): FileChange | 'none' {
  const seen = lookAt(path);
  if (seen.kind !== 'file') return before === undefined ? 'none' : 'deleted';
  if (before === undefined) return 'created';
  return nextState(before, path, seen.stat).isOther ? 'changed' : 'none';
}

/** From the last dot on; '' for a name without one. */
function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot).toLowerCase();
}
