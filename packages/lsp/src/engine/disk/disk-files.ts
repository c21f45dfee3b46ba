import { basename } from 'node:path';
import type { FileChangeType } from '../../client/protocol/registrations.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { namesOf } from '../../backend/language-map.ts';
import { fileState, type FileState, lookAt, nextState } from './disk-state.ts';
import type { IgnoredFiles } from './ignored-files.ts';

export interface File {
  readonly path: AdmittedPath;
  /** All of its folder. */
  readonly among: FilesByName;
  /** A symbolic link. Its target has its own name in the workspace. */
  readonly isLink: boolean;
  /** By git, and not edited. */
  isIgnored: boolean;
  /** Undefined until it was looked at. */
  state: FileState | undefined;
}

/** The files of one folder, by name. */
export type FilesByName = Map<string, File>;

/**
 * @param state undefined for a deleted file
 * @param was the last state of a deleted file, where it is known
 */
export type FileMoved = (
  change: FileChangeType,
  path: AdmittedPath,
  state: FileState | undefined,
  was?: FileState,
) => void;

/** How many files are looked at before other work gets a turn. */
const AT_A_TIME = 16;

/** Files by their extensions, and a number that changes whenever one is created, deleted or changed. */
interface Group {
  readonly byExtension: Map<string, Set<File>>;
  revision: number;
}

/** The files of interest in all folders, as they were when last looked at. */
export class DiskFiles {
  /** Neither contains links. */
  readonly #own: Group = { byExtension: new Map(), revision: 0 };
  readonly #ignored: Group = { byExtension: new Map(), revision: 0 };
  /**
   * Files that can change without a trace in their own folder: symbolic links, and files with other
   * names (hard links).
   */
  readonly #aliases = new Set<File>();
  #size = 0;
  #hasNewAlias = false;

  constructor(
    private readonly moved: FileMoved,
    private readonly ignored: IgnoredFiles,
  ) {}

  get size(): number {
    return this.#size;
  }

  /** Changes whenever a file is created, deleted or changed. */
  get revision(): number {
    return this.#own.revision + this.#ignored.revision;
  }

  /** The same of those that git ignores, and of all others. */
  revisionOf(isIgnored: boolean): number {
    return this.#group({ isIgnored }).revision;
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

  /**
   * Files whose names end with one of these, or equal one; each by its own name.
   *
   * @param isIgnored those that git ignores, or all others
   */
  *of(endings: readonly string[], isIgnored: boolean): Generator<readonly [AdmittedPath, FileState]> {
    const { byExtension } = this.#group({ isIgnored });
    for (const ending of endings) {
      const isExtension = ending === extensionOf(ending);
      for (const { path, state } of byExtension.get(extensionOf(ending)) ?? []) {
        if (state !== undefined && (isExtension || namesOf(path).includes(ending))) yield [path, state];
      }
    }
  }

  add(among: FilesByName, name: string, path: AdmittedPath, isLink: boolean): void {
    const file = { path, among, isLink, isIgnored: this.ignored.has(path), state: undefined };
    among.set(name, file);
    this.#size++;
    this.#file(file);
  }

  #group({ isIgnored }: Pick<File, 'isIgnored'>): Group {
    return isIgnored ? this.#ignored : this.#own;
  }

  #file(file: File): void {
    if (file.isLink) return;
    const ending = extensionOf(basename(file.path));
    this.#group(file)
      .byExtension.getOrInsertComputed(ending, () => new Set())
      .add(file);
  }

  #unfile(file: File): void {
    const group = this.#group(file);
    group.byExtension.get(extensionOf(basename(file.path)))?.delete(file);
    group.revision++;
  }

  /** What is ignored may be another than before. Yields where other work may run. */
  *sortOut(files: Iterable<File>): Generator<undefined, void> {
    let looked = 0;
    for (const file of files) {
      const isIgnored = this.ignored.has(file.path);
      if (++looked % AT_A_TIME === 0) yield;
      if (isIgnored === file.isIgnored) continue;
      this.#unfile(file);
      file.isIgnored = isIgnored;
      this.#file(file);
      this.#group(file).revision++;
    }
  }

  /** All of them, without links. */
  *all(): Generator<File, void> {
    for (const { byExtension } of [this.#own, this.#ignored])
      for (const files of [...byExtension.values()]) yield* [...files];
  }

  /** @param gone true: the file was deleted; false: it is no longer of interest */
  remove(file: File, gone = true): void {
    file.among.delete(basename(file.path));
    this.#unfile(file);
    this.#aliases.delete(file);
    this.#size--;
    if (gone && file.state !== undefined) this.moved('deleted', file.path, undefined, file.state);
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
    this.#group(file).revision++;
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
export function changeOf(before: FileState | undefined, path: AdmittedPath): FileChangeType | 'none' {
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
