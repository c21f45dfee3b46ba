import type { ImportGraph } from '../../backend/imports/import-graph.ts';
import type { Taken } from '../../backend/imports/imports.ts';
import { readSource } from '../../backend/imports/read-text.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { TimeSlices } from '../../support/time-slices.ts';
import type { Declared } from './changed-symbols.ts';
import { byMentions } from './mentions.ts';
import { Exposure, UNSAID_NAMES } from './exposure.ts';
import { type AffectedCandidate, type ChangeSet, rank } from './rank.ts';

/** No search gets to more files in its time: then it is not worth its own to leave some out. */
const MOST = 100;
/** Of these, only the imports are read. */
const MOST_IMPORTERS = 1000;

/**
 * See {@link rank}: without the dependents that see nothing of the changes. Where the language tells what the
 * changes declare, by {@link byMentions}.
 */
export async function rankedSayers(
  graph: ImportGraph,
  changeSet: ChangeSet,
): Promise<readonly AffectedCandidate[]> {
  const ranked = rank(graph, changeSet, await sayersOf(graph, changeSet));
  if (graph.language.declaredNames === undefined || changeSet.unknown.size > 0) return ranked;
  const names = [...changeSet.changes.values()].flatMap(({ removedSymbols }) => [...removedSymbols]);
  return byMentions(ranked, new Set(names));
}

/**
 * Of what depends on these changes, the files that can tell: they say the name of a declaration that has
 * changed, or of one whose declaration says such a name, and so on. What a file uses, it gets from something
 * that it names. Undefined where it is in doubt, or is not worth its time.
 */
export async function sayersOf(
  graph: ImportGraph,
  { changes, unknown, everything }: ChangeSet,
): Promise<ReadonlySet<AdmittedPath> | undefined> {
  if (graph.language.reachesImporters !== true) return undefined;
  // A module that came or went is one of its package, which others import.
  if (unknown.size > 0 || everything) return undefined;
  const changed = new Map<AdmittedPath, Declared>();
  for (const [path, { declared }] of changes) {
    if (declared === undefined) return undefined;
    changed.set(path, declared);
  }
  const search = new Search(graph, changed);
  const found = await (graph.language.takenFrom === undefined ? search.byWords() : search.byImports());
  if (found === undefined) return undefined;
  const behind = graph.dependents(search.whole);
  if (behind.keys().some((path) => graph.isGlobal(path))) return undefined;
  const dependents = graph.dependents(changes.keys());
  return new Set(
    dependents.keys().filter((path) => found(path) || search.whole.has(path) || behind.has(path)),
  );
}

/** From file to file: what each passes on of what has changed. */
class Search {
  /** Files of which anything that imports them may tell. */
  readonly whole = new Set<AdmittedPath>();
  readonly #files = new Map<AdmittedPath, Exposure>();
  readonly #texts = new Map<AdmittedPath, string>();
  readonly #timeSlices = new TimeSlices();

  constructor(
    private readonly graph: ImportGraph,
    private readonly changed: ReadonlyMap<AdmittedPath, Declared>,
  ) {
    for (const [path, { inFile, imported }] of changed) this.#files.set(path, new Exposure(inFile, imported));
  }

  /**
   * A name is said where the file imports it from one that exports it. Returns whether a file can tell;
   * undefined: not known.
   */
  async byImports(): Promise<((path: AdmittedPath) => boolean) | undefined> {
    const { graph, whole } = this;
    const sayers = new Set<AdmittedPath>();
    const others = this.#others();
    const passed = new PassedOn();
    for (const [path, { names }] of this.changed) {
      passed.add(path, names);
      const found = await this.#expose(path, names.difference(UNSAID_NAMES));
      if (found === undefined) return undefined;
      passed.add(path, found);
    }
    for (const [path, names] of passed.latest()) {
      const says = graph.containsIdentifier(names);
      for (const importer of graph.importers(path)) {
        if (this.#timeSlices.due) await this.#timeSlices.pause();
        if (importer === path || whole.has(importer)) continue;
        // What has no name is imported by any.
        const isWhole = graph.implies(importer, path);
        if (!isWhole && !names.has('default') && !says(importer) && !graph.takesMore(importer)) continue;
        const taken = isWhole ? 'whole' : await this.#takenFrom(importer, path);
        if (taken === undefined || (taken === 'whole' && graph.isGlobal(importer))) return undefined;
        if (taken === 'whole') {
          whole.add(importer);
          continue;
        }
        if (taken.isStar) {
          passed.add(importer, names.difference(UNSAID_NAMES));
          if (others.has(path) && !others.has(importer)) {
            others.add(importer);
            passed.again(importer);
          }
        }
        const isSaid = (name: string): boolean => taken.isAny && graph.containsIdentifier([name])(importer);
        const words = [...names].flatMap((name) => taken.names.get(name) ?? (isSaid(name) ? [name] : []));
        words.push(...taken.all);
        if (words.length === 0) continue;
        sayers.add(importer);
        const found = await this.#expose(importer, new Set(words));
        if (found === undefined) return undefined;
        passed.add(importer, found);
      }
    }
    return (path) => sayers.has(path) || others.has(path);
  }

  /** They export other names than before, or pass on those of one that does. */
  #others(): Set<AdmittedPath> {
    return new Set([...this.changed].flatMap(([path, { areOthers }]) => (areOthers ? path : [])));
  }

  async #takenFrom(importer: AdmittedPath, path: AdmittedPath): Promise<Taken | 'whole' | undefined> {
    const specifiers = this.graph.specifiersTo(importer, path);
    const text = specifiers.length === 0 ? '' : await this.#textOf(importer);
    return text === undefined ? undefined : (this.graph.language.takenFrom?.(text, specifiers) ?? 'whole');
  }

  async #textOf(path: AdmittedPath): Promise<string | undefined> {
    const known = this.#texts.get(path);
    if (known !== undefined) return known;
    if (this.#texts.size >= MOST_IMPORTERS) return undefined;
    const text = await readSource(path);
    this.#texts.set(path, text);
    return text;
  }

  /** The names that it passes on of these; undefined: not known. One that passes on all is `whole`. */
  async #expose(path: AdmittedPath, names: ReadonlySet<string>): Promise<ReadonlySet<string> | undefined> {
    const { graph } = this;
    if (!graph.isGlobal(path) && graph.importers(path).every((importer) => importer === path))
      return new Set();
    const file = await this.#read(path);
    const found = file?.expose(names);
    if (found === undefined || found === 'all' || (found === 'whole' && graph.isGlobal(path)))
      return undefined;
    if (found !== 'whole') return found;
    this.whole.add(path);
    return new Set();
  }

  async #read(path: AdmittedPath): Promise<Exposure | undefined> {
    const file = this.#files.getOrInsertComputed(path, () => new Exposure(new Set(), new Set()));
    if (!file.isRead) {
      if (this.#files.size > MOST) return undefined;
      const text = await this.#textOf(path);
      if (text === undefined) return undefined;
      file.read(text, this.graph.language.surface?.(text, path));
    }
    return file;
  }

  /** Of what the changed files import, what some file may take from them; undefined: not known. */
  async #takenImports(): Promise<ReadonlySet<string> | undefined> {
    const { graph } = this;
    const taken = new Set<string>();
    for (const [path, { imported }] of this.changed) {
      if (imported.size === 0) continue;
      const says = graph.containsIdentifier(imported);
      for (const importer of graph.importers(path)) {
        if (this.#timeSlices.due) await this.#timeSlices.pause();
        if (!says(importer) && !graph.takesMore(importer)) continue;
        const text = await this.#textOf(importer);
        if (text === undefined) return undefined;
        const specifiers = graph.specifiersTo(importer, path);
        for (const name of imported.difference(taken))
          if (graph.language.takesImported?.(text, name, specifiers) !== false) taken.add(name);
      }
    }
    return taken;
  }

  /** A name is said where any file says it that depends on the changed ones, as a module may hold others. */
  async byWords(): Promise<((path: AdmittedPath) => boolean) | undefined> {
    const { graph, changed, whole } = this;
    const taken = await this.#takenImports();
    if (taken === undefined) return undefined;
    const names = new Set([...changed.values()].flatMap((declared) => [...declared.names])).union(taken);
    const reached = new Set([...changed.keys(), ...graph.dependents(changed.keys()).keys()]);
    const others = this.#others();
    /** They export what has changed. */
    const exposing = new Set(changed.keys());
    for (let added: ReadonlySet<string> = names, isFirst = true; isFirst || added.size > 0; isFirst = false) {
      const says = graph.containsIdentifier(added);
      const more = new Set<string>();
      let count = 0;
      for (const path of reached) {
        if (says(path) && (count += 1) > MOST) return undefined;
      }
      for (const path of reached) {
        if (this.#timeSlices.due) await this.#timeSlices.pause();
        if (whole.has(path) || !(says(path) || (isFirst && changed.has(path)))) continue;
        const found = await this.#expose(path, added);
        if (found === undefined) return undefined;
        for (const name of found) more.add(name);
        if (whole.has(path) || found.size > 0) exposing.add(path);
      }
      added = more.difference(names);
      for (const name of added) names.add(name);
    }
    for (const path of exposing) {
      for (const importer of graph.importers(path)) {
        if (this.#timeSlices.due) await this.#timeSlices.pause();
        if (importer === path || whole.has(importer)) continue;
        const file = await this.#read(importer);
        if (file === undefined) return undefined;
        if (file.hasStar) exposing.add(importer);
        if (file.hasStar && others.has(path)) others.add(importer);
        if (graph.language.takesWhole?.(file.text, path) !== true) continue;
        if (graph.isGlobal(importer)) return undefined;
        whole.add(importer);
      }
    }
    const says = graph.containsIdentifier(names);
    return (path) => others.has(path) || says(path);
  }
}

/** The names of what has changed that files export. */
class PassedOn {
  readonly #all = new Map<AdmittedPath, Set<string>>();
  readonly #latest = new Map<AdmittedPath, Set<string>>();

  add(path: AdmittedPath, names: Iterable<string>): void {
    const known = this.#all.getOrInsertComputed(path, () => new Set());
    for (const name of names) {
      if (known.has(name)) continue;
      known.add(name);
      this.#latest.getOrInsertComputed(path, () => new Set()).add(name);
    }
  }

  /** All that the file exports of it is new to those that import the file. */
  again(path: AdmittedPath): void {
    this.#latest.set(path, new Set(this.#all.get(path)));
  }

  /** Until none is added any more. */
  *latest(): Generator<[path: AdmittedPath, names: ReadonlySet<string>]> {
    for (const one of this.#latest) {
      this.#latest.delete(one[0]);
      yield one;
    }
  }
}
