import { basename } from 'node:path';
import type { FileChange } from '../../client/protocol/registrations.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { namesOf } from '../../backend/language-map.ts';
import { fileState, type FileState, lookAt, nextState } from './disk-state.ts';

export interface File {
  readonly path: AdmittedPath;
  /** All of its folder. */
  readonly among: FilesByName;
  /** A symbolic link. Its target has its own name in the workspace. */
  readonly isLink: boolean;
  /** Undefined until it was looked at. */
  state: FileState | undefined;
}

/** The files of one folder, by name. */
export type FilesByName = Map<string, File>;

/** @param state undefined for a deleted file */
export type FileMoved = (change: FileChange, path: AdmittedPath, state: FileState | undefined) => void;

/** How many files are looked at before other work gets a turn. */
const AT_A_TIME = 16;

/** The files of interest in all folders, as they were when last looked at. */
export class DiskFiles {
  /** Does not contain links. */
  readonly #byExtension = new Map<string, Set<File>>();
  /**
   * Files that can change without a trace in their own folder: symbolic links, and files with other
   * names (hard links).
   */
  readonly #aliases = new Set<File>();
  #size = 0;
  #revision = 0;
  #hasNewAlias = false;

  constructor(private readonly moved: FileMoved) {}

  get size(): number {
    return this.#size;
  }

  /** Changes whenever a file is created, deleted or changed. */
  get revision(): number {
    return this.#revision;
  }

  /** How many files must be looked at in each sweep, even if the folders are watched. */
  get aliases(): number {
    return this.#aliases.size;
  }

  /**
   * A file turned out to have other names. The files with those names may not be recorded as
   * aliases yet.
   */
  get hasNewAlias(): boolean {
    return this.#hasNewAlias;
  }

  /** A sweep of all files begins. */
  begin(): void {
    this.#hasNewAlias = false;
  }

  /** Files whose names end with one of these, or equal one; each by its own name. */
  *of(endings: readonly string[]): Generator<readonly [AdmittedPath, FileState]> {
    for (const ending of endings) {
      const isExtension = ending === extensionOf(ending);
      for (const { path, state } of this.#byExtension.get(extensionOf(ending)) ?? []) {
        if (state !== undefined && (isExtension || namesOf(path).includes(ending))) yield [path, state];
      }
    }
  }

  add(among: FilesByName, name: string, path: AdmittedPath, isLink: boolean): void {
    const file = { path, among, isLink, state: undefined };
    among.set(name, file);
    this.#size++;
    if (isLink) return;
    this.#byExtension.getOrInsertComputed(extensionOf(name), () => new Set()).add(file);
  }

  /** @param gone true: the file was deleted; false: it is no longer of interest */
  remove(file: File, gone = true): void {
    const name = basename(file.path);
    file.among.delete(name);
    this.#byExtension.get(extensionOf(name))?.delete(file);
    this.#aliases.delete(file);
    this.#size--;
    this.#revision++;
    if (gone && file.state !== undefined) this.moved('deleted', file.path, undefined);
  }

  compare(file: File): void {
    const { path, state: before } = file;
    const seen = lookAt(path);
    if (seen.kind !== 'file') {
      this.remove(file);
      return;
    }
    const { state, isOther } =
      before === undefined
        ? { state: fileState(path, seen.stat), isOther: true }
        : nextState(before, path, seen.stat);
    file.state = state;
    this.#noteAlias(file, seen.stat.nlink > 1n);
    if (!isOther) return;
    this.#revision++;
    this.moved(before === undefined ? 'created' : 'changed', path, state);
  }

  /** Looks at all of these files. Yields where other work may run. */
  *compareAll(files: Iterable<File>): Generator<undefined, void> {
    let looked = 0;
    for (const file of files) {
      this.compare(file);
      if (++looked % AT_A_TIME === 0) yield;
    }
  }

  /** Looks at the files that can change without a trace. Yields where other work may run. */
  compareAliases(): Generator<undefined, void> {
    return this.compareAll(this.#aliases);
  }

  #noteAlias(file: File, hasOtherNames: boolean): void {
    if (!file.isLink && !hasOtherNames) {
      this.#aliases.delete(file);
    } else if (!this.#aliases.has(file)) {
      this.#aliases.add(file);
      this.#hasNewAlias ||= hasOtherNames;
    }
  }
}

/**
 * What a look at the file would find now. Stores nothing, so the next sweep still reports the
 * change.
 */
export function changeOf(before: FileState | undefined, path: AdmittedPath): FileChange | 'none' {
  const seen = lookAt(path);
  if (seen.kind !== 'file') return before === undefined ? 'none' : 'deleted';
  if (before === undefined) return 'created';
  return nextState(before, path, seen.stat).isOther ? 'changed' : 'none';
}

/** The name from its last dot on; '' for a name without a dot. */
function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot).toLowerCase();
}
