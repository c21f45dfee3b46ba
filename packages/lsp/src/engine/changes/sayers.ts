import type { ImportGraph } from '../../backend/imports/import-graph.ts';
import type { Taken } from '../../backend/imports/imports.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { TimeSlices } from '../../support/time-slices.ts';
import type { ChangedMember, Declared } from './changed-symbols.ts';
import { ByCall } from './by-call.ts';
import { ByStructure } from './by-structure.ts';
import { byMentions } from './mentions.ts';
import { Exposure, UNSAID_NAMES } from './exposure.ts';
import { type AffectedCandidate, type ChangeSet, rank } from './rank.ts';
import { ReadFiles } from './read-files.ts';

/** No search gets to more files in its time: then it is not worth its own to leave some out. */
const MOST = 100;

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
  const sources = new ReadFiles(graph);
  const search = (areApart: boolean): Promise<ReadonlySet<AdmittedPath> | undefined> =>
    new Search(graph, changed, sources, areApart).all();
  const areApart = changed.values().some(({ apart }) => apart.members.length > 0);
  const byMember = areApart ? await search(true) : undefined;
  if (byMember?.size === 0) return byMember;
  const byClass = await search(false);
  // Who can tell says both.
  return byClass === undefined || byMember === undefined
    ? (byMember ?? byClass)
    : byClass.intersection(byMember);
}

/** From file to file: what each passes on of what has changed. */
class Search {
  /** Files of which anything that imports them may tell. */
  readonly whole = new Set<AdmittedPath>();
  readonly #files = new Map<AdmittedPath, Exposure>();
  readonly #timeSlices = new TimeSlices();

  /** @param areApart whether a member of a class counts by its own name; else by that of its class */
  constructor(
    private readonly graph: ImportGraph,
    private readonly changed: ReadonlyMap<AdmittedPath, Declared>,
    private readonly sources: ReadFiles,
    private readonly areApart: boolean,
  ) {
    for (const [path, { inFile, imported }] of changed)
      this.#files.set(path, new Exposure(inFile, imported, areApart));
  }

  /** The dependents that can tell; undefined: not known. */
  async all(): Promise<ReadonlySet<AdmittedPath> | undefined> {
    const { graph, whole, changed } = this;
    const found = await (graph.language.takenFrom === undefined ? this.byWords() : this.byImports());
    if (found === undefined) return undefined;
    const behind = graph.dependents(whole);
    if (behind.keys().some((path) => graph.isGlobal(path))) return undefined;
    const dependents = graph.dependents(changed.keys());
    return new Set(dependents.keys().filter((path) => found(path) || whole.has(path) || behind.has(path)));
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
    const text = specifiers.length === 0 ? '' : await this.sources.text(importer);
    return text === undefined ? undefined : (this.graph.language.takenFrom?.(text, specifiers) ?? 'whole');
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
    const file = this.#files.getOrInsertComputed(
      path,
      () => new Exposure(new Set(), new Set(), this.areApart),
    );
    if (!file.isRead) {
      if (this.#files.size > MOST) return undefined;
      const source = await this.sources.of(path);
      if (source === undefined) return undefined;
      file.read(source.text, source.parts);
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
        const text = await this.sources.text(importer);
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
    const reached = new Set([...changed.keys(), ...graph.dependents(changed.keys()).keys()]);
    const others = this.#others();
    const structure = new ByStructure(graph, this.sources, reached);
    const calls = new ByCall(graph, this.sources, reached);
    const first = [...changed.values()].map((declared) => (this.areApart ? declared.apart : declared));
    const names = new Set(first.flatMap((declared) => [...declared.names])).union(taken);
    const joining = new Set<AdmittedPath>();
    /** Adds to the names, and to the files. */
    const look = async (
      path: AdmittedPath,
      members: readonly ChangedMember[],
      more: Set<string>,
    ): Promise<boolean> => {
      for (const member of members) {
        if (await structure.fits(member, path)) more.add(member.owner);
        const found = await structure.joining(member, path);
        if (found === undefined) return false;
        for (const path of found) joining.add(path);
      }
      const using = await calls.using(new Set(members.map(({ name }) => name)));
      for (const name of using ?? []) more.add(name);
      return using !== undefined;
    };
    for (const [path, { apart }] of this.areApart ? changed : []) {
      for (const { name } of apart.members) names.add(name);
      if (!(await look(path, apart.members, names))) return undefined;
    }
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
        if (!(await look(path, this.#files.get(path)?.members.splice(0) ?? [], more))) return undefined;
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
    return (path) => others.has(path) || joining.has(path) || says(path);
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
