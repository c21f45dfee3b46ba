import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type AdmittedPath, type DiskStamp, MAX_FILE_BYTES, sameStamp } from '../paths.ts';
import type { ImportSyntax } from '../registry/definition.ts';
import { cImports } from './c-imports.ts';
import { CNaming } from './c-naming.ts';
import { ecmascriptImports } from './ecmascript-imports.ts';
import { EcmascriptNaming } from './ecmascript-naming.ts';
import { EVERYWHERE, type ModuleResolver } from './imports.ts';
import { pythonImports } from './python-imports.ts';
import { PythonNaming } from './python-naming.ts';
import { type FileContent, TextReader } from './read-text.ts';
import { TimeSlices } from './time-slices.ts';
import { hashOf } from './words.ts';

/** Files that are read while others are looked through. */
const READ_AT_ONCE = 4;

/** Whose dependents are remembered. */
const MOST_QUESTIONS = 64;

/** Of all questions together, some 15 MiB: in a large workspace most files may depend on each that is asked about. */
const MOST_DEPENDENTS = 200_000;

interface GraphFile {
  readonly path: AdmittedPath;
  stamp: DiskStamp;
  content: FileContent;
  /** What it imports. */
  imports: readonly Imported[];
}

/** One of the keys by which files are imported; see {@link ModuleResolver}. */
interface Imported {
  readonly key: string;
  /** Most keys have one or two, and for those a set takes five times the memory. */
  readonly importers: GraphFile[];
}

/**
 * Who imports whom in one workspace, and which words each file says, by the text of the files alone: no server is asked, and what none has
 * loaded is there too. It errs on the side of an edge too many.
 */
export class ImportGraph {
  readonly #reader: TextReader;
  readonly #naming: ModuleResolver;
  readonly #files = new Map<AdmittedPath, GraphFile>();
  readonly #imported = new Map<string, Imported>();
  /** Modules that a file ever declared; it may be gone, and others still count on them. */
  readonly #declared = new Map<AdmittedPath, Set<string>>();
  #updated: Promise<void> = Promise.resolve();
  /** Of questions that were asked since the graph was another one. */
  readonly #dependents = new Map<string, ReadonlyMap<AdmittedPath, number>>();
  /** The files that it was brought to last, and their folders. */
  #seen: { readonly files: ReadonlyMap<AdmittedPath, DiskStamp>; readonly folders: ReadonlySet<string> } | undefined;

  /**
   * @param root absolute, real
   * @param most dependents that are remembered, beside those of the last question
   */
  constructor(
    root: string,
    syntax: ImportSyntax,
    private readonly most = MOST_DEPENDENTS,
  ) {
    switch (syntax) {
      case 'ecmascript':
        this.#reader = new TextReader(ecmascriptImports);
        this.#naming = new EcmascriptNaming(root, (path) => this.#files.has(path as AdmittedPath));
        break;
      case 'python':
        this.#reader = new TextReader(pythonImports);
        this.#naming = new PythonNaming(root);
        break;
      case 'c':
        this.#reader = new TextReader(cImports);
        this.#naming = new CNaming(root);
        break;
    }
  }

  /**
   * Brings the graph to this state of the disk. Reads only the files whose stamp is another than last time, drops those that are not named any
   * more, and lets others have the event loop every few ms. A file that cannot be read is as good as empty. Updates follow one another.
   *
   * @param files every file of the language in the workspace; the same object as last time holds the same
   */
  update(files: ReadonlyMap<AdmittedPath, DiskStamp>): Promise<void> {
    const update = this.#updated.then(() => this.#update(files));
    this.#updated = update.catch(() => undefined);
    return update;
  }

  get paths(): Iterable<AdmittedPath> {
    return this.#files.keys();
  }

  /**
   * The files that import one of these, directly or through others, and how far away they are: 1 for those that name it. A file that was deleted,
   * or does not exist yet, has dependents as well: whoever names it. The files themselves are not among them unless they import each other.
   */
  dependents(of: Iterable<AdmittedPath>): ReadonlyMap<AdmittedPath, number> {
    const paths = [...of];
    const key = paths.join('\0');
    const known = this.#dependents.get(key);
    if (known !== undefined) return known;
    const dependents = this.#findDependents(paths);
    const held = [...this.#dependents.values()].reduce((sum, { size }) => sum + size, dependents.size);
    if (this.#dependents.size >= MOST_QUESTIONS || held > this.most) this.#dependents.clear();
    this.#dependents.set(key, dependents);
    return dependents;
  }

  #findDependents(of: readonly AdmittedPath[]): Map<AdmittedPath, number> {
    const distances = new Map<AdmittedPath, number>();
    let front = of;
    for (let distance = 1; front.length > 0; distance += 1) {
      const next: AdmittedPath[] = [];
      for (const path of front) {
        this.#eachImporter(path, (importer) => {
          if (importer === path || distances.has(importer)) return;
          distances.set(importer, distance);
          next.push(importer);
        });
      }
      front = next;
    }
    return distances;
  }

  /** Whether what the file declares, or declared once, is known everywhere without an import. */
  isGlobal(path: AdmittedPath): boolean {
    return this.#declared.get(path)?.has(EVERYWHERE) === true;
  }

  /** Tells which files say one of these words, in a comment perhaps; of a hundred that do not, one is taken for one that does. */
  containsIdentifier(words: Iterable<string>): (path: AdmittedPath) => boolean {
    const hashes = [...words].map(hashOf);
    return (path) => {
      const said = this.#files.get(path)?.content.words;
      return said !== undefined && hashes.some((hash) => said.has(hash));
    };
  }

  #eachImporter(path: AdmittedPath, visit: (importer: AdmittedPath) => void): void {
    for (const name of this.#naming.names(path)) {
      const { key, inside } = typeof name === 'string' ? { key: name, inside: undefined } : name;
      for (const importer of this.#imported.get(key)?.importers ?? []) {
        if (inside === undefined || dirname(importer.path) === inside) visit(importer.path);
      }
    }
    for (const module of this.#declared.get(path) ?? []) {
      if (module === EVERYWHERE) continue;
      for (const key of this.#naming.keys(path, module)) for (const importer of this.#imported.get(key)?.importers ?? []) visit(importer.path);
    }
  }

  async #update(files: ReadonlyMap<AdmittedPath, DiskStamp>): Promise<void> {
    const timeSlices = new TimeSlices();
    const seen = this.#seen?.files === files ? this.#seen : undefined;
    const { folders, moved } = seen !== undefined ? { folders: seen.folders, moved: [] } : await this.#compare(files, timeSlices);
    const read: GraphFile[] = [];
    for (let at = 0; at < moved.length; at += READ_AT_ONCE) {
      const batch = moved.slice(at, at + READ_AT_ONCE);
      const texts = await Promise.all(batch.map(([path, { size }]) => textOf(path, size)));
      for (const [index, [path, stamp]] of batch.entries()) read.push(this.#put(path, stamp, await this.#reader.read(path, texts[index] ?? '', timeSlices)));
    }
    // What a specifier means may depend on all files, so none is linked before all are there.
    const isRenamed = await this.#naming.refresh(folders, timeSlices);
    for (const file of isRenamed ? this.#files.values() : read) {
      if (timeSlices.due) await timeSlices.pause();
      this.#link(file);
    }
    this.#seen = { files, folders };
    // Who asked in between was answered by half of it.
    if (seen === undefined || isRenamed) this.#dependents.clear();
  }

  /** Drops what is gone. */
  async #compare(files: ReadonlyMap<AdmittedPath, DiskStamp>, timeSlices: TimeSlices): Promise<{ readonly folders: ReadonlySet<string>; readonly moved: readonly [AdmittedPath, DiskStamp][] }> {
    this.#seen = undefined;
    for (const [path, file] of this.#files) {
      if (!files.has(path)) this.#drop(file);
    }
    const folders = new Set<string>();
    const moved: [AdmittedPath, DiskStamp][] = [];
    for (const entry of files) {
      if (timeSlices.due) await timeSlices.pause();
      folders.add(dirname(entry[0]));
      if (!sameStamp(this.#files.get(entry[0])?.stamp, entry[1])) moved.push(entry);
    }
    return { folders, moved };
  }

  /** It keeps its old edges until it is linked anew, so that nobody who asks meanwhile misses it. */
  #put(path: AdmittedPath, stamp: DiskStamp, content: FileContent): GraphFile {
    const file = this.#files.get(path) ?? { path, stamp, content, imports: [] };
    file.stamp = stamp;
    file.content = content;
    this.#files.set(path, file);
    if (content.declares.length > 0) this.#declared.set(path, new Set([...(this.#declared.get(path) ?? []), ...content.declares]));
    return file;
  }

  #drop(file: GraphFile): void {
    this.#unlink(file);
    this.#files.delete(file.path);
  }

  #link(file: GraphFile): void {
    const keys = new Set<string>();
    for (const specifier of file.content.specifiers) for (const key of this.#naming.keys(file.path, specifier)) keys.add(key);
    if (file.imports.length === keys.size && file.imports.every(({ key }) => keys.has(key))) return;
    this.#unlink(file);
    file.imports = Array.from(keys, (key) => this.#imported.get(key) ?? this.#add(key));
    for (const { importers } of file.imports) importers.push(file);
  }

  #add(key: string): Imported {
    const imported: Imported = { key, importers: [] };
    this.#imported.set(key, imported);
    return imported;
  }

  #unlink(file: GraphFile): void {
    for (const { key, importers } of file.imports) {
      importers.splice(importers.indexOf(file), 1);
      if (importers.length === 0) this.#imported.delete(key);
    }
    file.imports = [];
  }
}

async function textOf(path: AdmittedPath, size: bigint): Promise<string> {
  if (size > MAX_FILE_BYTES) return '';
  try {
    return await readFile(path, 'utf8');
  } catch {
    return '';
  }
}
