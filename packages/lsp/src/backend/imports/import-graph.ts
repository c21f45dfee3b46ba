import { dirname } from 'node:path';
import { type AdmittedPath, type DiskStamp, sameStamp } from '../../support/paths.ts';
import { type ListingOf, listingOnDisk } from './folders.ts';
import { CachedDependents, MOST_DEPENDENTS } from './cached-dependents.ts';
import { KnownImporters } from './known-importers.ts';
import { type GraphFile, type ImportKey, keyOf, unlink } from './graph-file.ts';
import { EVERYWHERE, type ImportLanguage, type ModuleResolver } from './imports.ts';
import { type FileContent, TextReader, readSource } from './read-text.ts';
import { TimeSlices } from '../../support/time-slices.ts';
import { hashOf } from './words.ts';

/** How many files are read at a time. */
const READ_AT_ONCE = 4;

const NONE: ReadonlyMap<AdmittedPath, DiskStamp> = new Map();

/**
 * The import graph of one workspace, and the words of each file. It reads only the texts of the
 * files: it asks no server, and holds files that no server has loaded. It may have an edge too
 * many.
 */
export class ImportGraph {
  readonly #reader: TextReader;
  readonly #resolver: ModuleResolver;
  readonly #files = new Map<AdmittedPath, GraphFile>();
  readonly #imported = new Map<string, ImportKey>();
  /** Modules that a file has ever declared: when it is gone, others still import them. */
  readonly #declared = new Map<AdmittedPath, Set<string>>();
  /** Files whose imports are not known: they may import any other. */
  readonly #unread = new Set<GraphFile>();
  #updated: Promise<void> = Promise.resolve();
  /** Since an edge changed last. */
  readonly #dependents: CachedDependents;
  /** But for the unread ones. */
  readonly #importers = new KnownImporters();
  /** An edge has changed, or a file has come or gone, since the dependents were dropped last. */
  #hasOtherEdges = false;
  /** Of all files. The same object means the same folders. */
  #folders: ReadonlySet<string> = new Set();
  /** The files of the last update, and their folders. */
  #seen:
    | { readonly files: ReadonlyMap<AdmittedPath, DiskStamp>; readonly folders: ReadonlySet<string> }
    | undefined;
  /** Those that are left out unless a program may hold them. */
  #ignored: ReadonlyMap<AdmittedPath, DiskStamp> = NONE;
  /** Those of them that one may. */
  readonly #held = new Set<AdmittedPath>();
  /** An import names what none has named before. */
  #hasNewKeys = false;

  /**
   * @param root absolute, real
   * @param listingOf see {@link ListingOf}
   * @param most how many dependents are cached, beside those of the last query
   */
  constructor(
    root: string,
    readonly language: ImportLanguage,
    listingOf: ListingOf = listingOnDisk,
    most = MOST_DEPENDENTS,
  ) {
    this.#dependents = new CachedDependents(most);
    this.#reader = new TextReader(language.reader);
    this.#resolver = language.resolver(root, (path) => this.#isThere(path as AdmittedPath), listingOf);
  }

  /**
   * Updates the graph to this state of the disk. Reads only files with a new stamp, drops files
   * that are not listed any more, and yields the event loop every few ms. An unreadable file counts
   * as empty. Updates run one after another.
   *
   * @param files every file of the language in the workspace; the same object as last time means
   * the same files
   * @param ignored files that nobody edits: only those count that a file imports, directly or not, or that
   * the settings of a project name. The others are not read
   */
  update(
    files: ReadonlyMap<AdmittedPath, DiskStamp>,
    ignored: ReadonlyMap<AdmittedPath, DiskStamp> = NONE,
  ): Promise<void> {
    const update = this.#updated.then(() => this.#update(files, ignored));
    this.#updated = update.catch(() => undefined);
    return update;
  }

  /** The ignored files that count all the same, as of the last update. */
  get held(): ReadonlySet<AdmittedPath> {
    return this.#held;
  }

  /** Whether an ignored file would count that may have come since. */
  mayHold(path: AdmittedPath): boolean {
    return this.#held.has(path) || this.#isNamed(path) || this.#isImported(path);
  }

  /** The settings of some project may name a file below this folder; undefined where nothing tells. */
  mayHoldBelow(folder: string): boolean | undefined {
    return this.#resolver.mayHoldBelow?.(folder);
  }

  /** The settings of some project are in this file, or go on in it. */
  isSetting(path: AdmittedPath): boolean {
    return this.#resolver.isSetting?.(path) === true;
  }

  #isThere(path: AdmittedPath): boolean {
    return this.#files.has(path) || this.#ignored.has(path);
  }

  #isNamed(path: AdmittedPath): boolean {
    return this.#resolver.mayHold?.(path) !== false;
  }

  #isImported(path: AdmittedPath): boolean {
    return [...this.#resolver.names(path)].some((name) => this.#imported.has(keyOf(name)));
  }

  /** Those that are not ignored. */
  get sources(): Iterable<AdmittedPath> {
    return this.#files.keys().filter((path) => !this.#held.has(path));
  }

  /** With those that are ignored and count. */
  get paths(): Iterable<AdmittedPath> {
    return this.#files.keys();
  }

  /**
   * The files that import one of these, directly or indirectly, and their distance: 1 for direct
   * importers. A deleted or future file has dependents too: the files that name it. The result
   * leaves out the given files, unless they import each other.
   */
  dependents(of: Iterable<AdmittedPath>): ReadonlyMap<AdmittedPath, number> {
    return this.#dependents.of([...of], (paths) => this.#findDependents(paths));
  }

  /** The files that import this one. */
  importers(path: AdmittedPath): readonly AdmittedPath[] {
    const importers = this.#importers.of(path, (note) => this.#linkedTo(path, note));
    if (this.#unread.size === 0) return importers;
    return importers.concat(Array.from(this.#unread, (file) => file.path));
  }

  #findDependents(of: readonly AdmittedPath[]): Map<AdmittedPath, number> {
    const distances = new Map<AdmittedPath, number>();
    let front = of;
    for (let distance = 1; front.length > 0; distance += 1) {
      const next: AdmittedPath[] = [];
      for (const path of front) {
        for (const importer of this.importers(path)) {
          if (importer === path || distances.has(importer)) continue;
          distances.set(importer, distance);
          next.push(importer);
        }
      }
      front = next;
    }
    return distances;
  }

  /**
   * For each changed file, and each that depends on one: the number of the latest change that reaches it. One
   * pass over the graph, however many the changes, in the order of their numbers; others go on meanwhile.
   */
  async lastChanges(
    changes: readonly (readonly [AdmittedPath, number])[],
  ): Promise<Map<AdmittedPath, number>> {
    const last = new Map<AdmittedPath, number>();
    const timeSlices = new TimeSlices();
    for (const [changed, number] of changes.toReversed()) {
      if (last.has(changed)) continue;
      last.set(changed, number);
      const reached = [changed];
      for (const path of reached) {
        if (timeSlices.due) await timeSlices.pause();
        for (const importer of this.importers(path)) {
          if (last.has(importer)) continue;
          last.set(importer, number);
          reached.push(importer);
        }
      }
    }
    return last;
  }

  /** Whether a file may take more of a module than names that it says; see {@link Imports.takesMore}. */
  takesMore(path: AdmittedPath): boolean {
    return this.#files.get(path)?.content.takesMore === true;
  }

  /** Whether a file takes all of another one without a word of it; see {@link ModuleResolver.implied}. */
  implies(from: AdmittedPath, path: AdmittedPath): boolean {
    const implied = this.#resolver.implied?.(from) ?? [];
    return implied.some((specifier) => this.leadsTo(from, specifier, path, true));
  }

  /** How a file spells its imports of another one, or of its package; none where that is not known. */
  specifiersTo(from: AdmittedPath, path: AdmittedPath): string[] {
    const { specifiers = [] } = this.#files.get(from)?.content ?? {};
    return specifiers.filter((specifier) => this.leadsTo(from, specifier, path, true));
  }

  /** Whether a specifier in a file may mean another file; with `orPackage`, or all of its package. */
  leadsTo(from: string, specifier: string, path: AdmittedPath, orPackage = false): boolean {
    const keys = new Set(this.#resolver.keys(from, specifier));
    return [...this.#resolver.names(path)].some((name) => {
      const isInside = typeof name === 'string' || name.inside === dirname(from);
      return isInside && (orPackage || !keyOf(name).endsWith('*')) && keys.has(keyOf(name));
    });
  }

  /** Whether what the file declares, or ever declared, is visible everywhere without an import. */
  isGlobal(path: AdmittedPath): boolean {
    return this.#declared.get(path)?.has(EVERYWHERE) === true;
  }

  /** Whether files that see what is global in this one are judged by its types. */
  isTyped(path: AdmittedPath): boolean {
    if (this.language.isUntyped?.(path) !== true) return true;
    const asking = this.#files.values().flatMap((file) => (file.content.asksForTypes ? [file.path] : []));
    return this.#resolver.isJudgedByTypes?.(path, asking) === true;
  }

  /**
   * Tests whether a file contains one of these words, comments included. Of a hundred files without
   * them, one is a false positive.
   */
  containsIdentifier(words: Iterable<string>): (path: AdmittedPath) => boolean {
    const hashes = [...words].map(hashOf);
    return (path) => {
      const content = this.#files.get(path)?.content;
      return content !== undefined && (content.isUnread || hashes.some((hash) => content.words.has(hash)));
    };
  }

  *#linkedTo(path: AdmittedPath, note: (key: string) => void): Generator<AdmittedPath> {
    const importing = (key: string): readonly GraphFile[] => {
      note(key);
      return this.#imported.get(key)?.importers ?? [];
    };
    for (const name of this.#resolver.names(path)) {
      const inside = typeof name === 'string' ? undefined : name.inside;
      for (const importer of importing(keyOf(name)))
        if (inside === undefined || dirname(importer.path) === inside) yield importer.path;
    }
    for (const module of this.#declared.get(path) ?? []) {
      if (module === EVERYWHERE) continue;
      for (const key of this.#resolver.keys(path, module))
        for (const importer of importing(key)) yield importer.path;
    }
  }

  async #update(
    files: ReadonlyMap<AdmittedPath, DiskStamp>,
    ignored: ReadonlyMap<AdmittedPath, DiskStamp>,
  ): Promise<void> {
    const timeSlices = new TimeSlices();
    const before = this.#ignored;
    this.#ignored = ignored;
    const seen = this.#seen?.files === files && before === ignored ? this.#seen : undefined;
    const { folders, moved } =
      seen !== undefined
        ? { folders: seen.folders, moved: [] }
        : await this.#compare(files, before !== ignored, timeSlices);
    const read = await this.#read(moved, timeSlices);
    // A specifier's meaning may depend on all files, so linking starts after all are read.
    const differs = await this.#resolver.refresh(folders, timeSlices);
    await this.#linkAll(differs === 'keys' ? this.#files.values() : read, timeSlices);
    if (before !== ignored || differs === 'keys' || this.#hasNewKeys) await this.#addIgnored(timeSlices);
    this.#seen = { files, folders };
    if (differs !== undefined) this.#importers.clear();
    // Results cached during the update come from an incomplete graph.
    if (this.#hasOtherEdges || differs !== undefined || before !== ignored) this.#dependents.clear();
    this.#hasOtherEdges = false;
  }

  /** Reads those ignored files that a project names, those that a file imports, and what these import. */
  async #addIgnored(timeSlices: TimeSlices): Promise<void> {
    const byKey = new Map<string, [AdmittedPath, DiskStamp][]>();
    const wanted = new Map<AdmittedPath, DiskStamp>();
    for (const entry of this.#ignored) {
      if (timeSlices.due) await timeSlices.pause();
      const [path, stamp] = entry;
      if (this.#files.has(path)) continue;
      if (this.#isNamed(path)) wanted.set(path, stamp);
      else for (const name of this.#resolver.names(path)) byKey.getOrInsert(keyOf(name), []).push(entry);
    }
    for (let keys = this.#imported.keys(); ;) {
      for (const key of keys) for (const [path, stamp] of byKey.get(key) ?? []) wanted.set(path, stamp);
      const added = [...wanted].filter(([path]) => !this.#files.has(path));
      if (added.length === 0) break;
      for (const [path] of added) this.#held.add(path);
      const read = await this.#read(added, timeSlices);
      await this.#linkAll(read, timeSlices);
      keys = new Set(read.flatMap(({ imports }) => imports.map(({ key }) => key))).values();
      wanted.clear();
    }
    this.#hasNewKeys = false;
  }

  async #read(
    entries: readonly (readonly [AdmittedPath, DiskStamp])[],
    timeSlices: TimeSlices,
  ): Promise<GraphFile[]> {
    const read: GraphFile[] = [];
    for (let at = 0; at < entries.length; at += READ_AT_ONCE) {
      const batch = entries.slice(at, at + READ_AT_ONCE);
      const texts = await Promise.all(batch.map(([path]) => readSource(path)));
      for (const [index, [path, stamp]] of batch.entries())
        read.push(this.#put(path, stamp, await this.#reader.read(path, texts[index] ?? '', timeSlices)));
    }
    return read;
  }

  async #linkAll(files: Iterable<GraphFile>, timeSlices: TimeSlices): Promise<void> {
    for (const file of files) {
      if (timeSlices.due) await timeSlices.pause();
      this.#link(file);
    }
  }

  /** Drops files that are gone. Returns the changed ones, and all folders. */
  async #compare(
    files: ReadonlyMap<AdmittedPath, DiskStamp>,
    areOthersIgnored: boolean,
    timeSlices: TimeSlices,
  ): Promise<{ folders: ReadonlySet<string>; moved: readonly [AdmittedPath, DiskStamp][] }> {
    this.#seen = undefined;
    // One that git ignores only now is dropped: it has to be named or imported.
    if (areOthersIgnored)
      for (const path of this.#held) if (!this.#ignored.has(path)) this.#held.delete(path);
    for (const [path, file] of this.#files) {
      if (!files.has(path) && !this.#held.has(path)) this.#drop(file);
    }
    const folders = new Set<string>();
    const moved: [AdmittedPath, DiskStamp][] = [];
    const compare = (path: AdmittedPath, stamp: DiskStamp): void => {
      folders.add(dirname(path));
      if (!sameStamp(this.#files.get(path)?.stamp, stamp)) moved.push([path, stamp]);
    };
    for (const [path, stamp] of files) {
      if (timeSlices.due) await timeSlices.pause();
      compare(path, stamp);
    }
    for (const path of this.#held) {
      const stamp = areOthersIgnored ? this.#ignored.get(path) : undefined;
      if (timeSlices.due) await timeSlices.pause();
      if (stamp === undefined) folders.add(dirname(path));
      else compare(path, stamp);
    }
    const known = this.#folders;
    if (known.size !== folders.size || !folders.isSubsetOf(known)) this.#folders = folders;
    return { folders: this.#folders, moved };
  }

  /** The file keeps its old edges until it is linked again, so that queries in between find it. */
  #put(path: AdmittedPath, stamp: DiskStamp, content: FileContent): GraphFile {
    const known = this.#files.get(path);
    this.#hasOtherEdges ||= known?.content.isUnread !== content.isUnread || content.declares.length > 0;
    const file = known ?? { path, stamp, content, imports: [] };
    file.stamp = stamp;
    file.content = content;
    this.#files.set(path, file);
    if (content.isUnread) this.#unread.add(file);
    else this.#unread.delete(file);
    if (content.declares.length === 0) return file;
    this.#declared.set(path, new Set([...(this.#declared.get(path) ?? []), ...content.declares]));
    this.#importers.forgetFile(path);
    return file;
  }

  #drop(file: GraphFile): void {
    this.#hasOtherEdges = true;
    for (const { key } of file.imports) this.#importers.forget(key);
    unlink(file, this.#imported);
    this.#unread.delete(file);
    this.#files.delete(file.path);
  }

  #link(file: GraphFile): void {
    const keys = new Set<string>();
    const implied = this.#resolver.implied?.(file.path) ?? [];
    for (const specifier of [...file.content.specifiers, ...implied])
      for (const key of this.#resolver.keys(file.path, specifier)) keys.add(key);
    const moved = keys.symmetricDifference(new Set(file.imports.map(({ key }) => key)));
    if (moved.size === 0) return;
    for (const key of moved) this.#importers.forget(key);
    this.#hasOtherEdges = true;
    unlink(file, this.#imported);
    file.imports = Array.from(keys, (key) => this.#imported.get(key) ?? this.#add(key));
    for (const { importers } of file.imports) importers.push(file);
  }

  #add(key: string): ImportKey {
    const imported: ImportKey = { key, importers: [] };
    this.#imported.set(key, imported);
    this.#hasNewKeys = true;
    return imported;
  }
}
