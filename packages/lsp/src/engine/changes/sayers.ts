import type { ImportGraph } from '../../backend/imports/import-graph.ts';
import type { SurfacePart } from '../../backend/imports/imports.ts';
import { readSource } from '../../backend/imports/read-text.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { TimeSlices } from '../../support/time-slices.ts';
import { type AffectedCandidate, type ChangeSet, rank } from './rank.ts';

/** No search gets to more files in its time: then it is not worth its own to leave some out. */
const MOST = 100;

const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

/** See {@link rank}: without the dependents that see nothing of the changes. */
export async function rankedSayers(graph: ImportGraph, changeSet: ChangeSet): Promise<AffectedCandidate[]> {
  return rank(graph, changeSet, await sayersOf(graph, changeSet));
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
  if (graph.language.reachesImporters !== true || graph.mayMiss) return undefined;
  // A module that came or went is one of its package, which others import.
  if (unknown.size > 0 || everything) return undefined;
  const names = new Set<string>();
  /** They export other names than before, or pass on those of one that does. */
  const renamed: AdmittedPath[] = [];
  const files = new Map<AdmittedPath, Exposure>();
  for (const [path, { declared }] of changes) {
    if (declared === undefined) return undefined;
    for (const name of declared.names) names.add(name);
    files.set(path, new Exposure(declared.inFile));
    if (declared.areOthers) renamed.push(path);
  }
  const read = async (path: AdmittedPath): Promise<Exposure | undefined> => {
    const file = files.getOrInsertComputed(path, () => new Exposure(new Set()));
    if (!file.isRead) {
      if (files.size > MOST) return undefined;
      const text = await readSource(path);
      file.read(text, graph.language.surface?.(text, path));
    }
    return file;
  };
  const dependents = graph.dependents(changes.keys());
  const reached = new Set([...changes.keys(), ...dependents.keys()]);
  /** Files of which anything that imports them may tell. */
  const whole = new Set<AdmittedPath>();
  /** They see it without a name that has changed. */
  const others = new Set<AdmittedPath>(renamed);
  /** They export what has changed. */
  const exposing = new Set(changes.keys());
  const timeSlices = new TimeSlices();
  for (let added: ReadonlySet<string> = names, isFirst = true; isFirst || added.size > 0; isFirst = false) {
    const says = graph.containsIdentifier(added);
    const more = new Set<string>();
    let count = 0;
    for (const path of reached) {
      if (says(path) && (count += 1) > MOST) return undefined;
    }
    for (const path of reached) {
      if (timeSlices.due) await timeSlices.pause();
      if (whole.has(path) || !(says(path) || (isFirst && changes.has(path)))) continue;
      if (!graph.isGlobal(path) && graph.importers(path).every((importer) => importer === path)) continue;
      const file = await read(path);
      if (file === undefined) return undefined;
      const found = file.expose(added);
      if (found === 'all' || (found === 'whole' && graph.isGlobal(path))) return undefined;
      if (found === 'whole') whole.add(path);
      else for (const name of found) more.add(name);
      if (found === 'whole' || found.size > 0) exposing.add(path);
    }
    added = more.difference(names);
    for (const name of added) names.add(name);
  }
  for (const path of exposing) {
    for (const importer of graph.importers(path)) {
      if (timeSlices.due) await timeSlices.pause();
      if (importer === path || whole.has(importer)) continue;
      const file = await read(importer);
      if (file === undefined) return undefined;
      if (file.hasStar) exposing.add(importer);
      if (file.hasStar && others.has(path)) others.add(importer);
      const leads = (specifier: string): boolean => graph.leadsTo(importer, specifier, path, true);
      if (graph.language.takesWhole?.(file.text, path, leads) !== true) continue;
      if (graph.isGlobal(importer)) return undefined;
      whole.add(importer);
    }
  }
  const says = graph.containsIdentifier(names);
  const behind = graph.dependents(whole);
  if (behind.keys().some((path) => graph.isGlobal(path))) return undefined;
  for (const path of whole) others.add(path);
  return new Set(dependents.keys().filter((path) => others.has(path) || behind.has(path) || says(path)));
}

interface Part {
  readonly part: SurfacePart;
  readonly words: ReadonlySet<string>;
}

/** What a file passes on of what has changed. */
class Exposure {
  isRead = false;
  text = '';
  /** It may pass on all that another file exports. */
  hasStar = false;
  #silent: readonly Part[] | undefined;

  /** @param inFile names of what has changed that only the file itself says */
  constructor(private readonly inFile: ReadonlySet<string>) {}

  /** @param parts undefined where it is in doubt what others see of the file */
  read(text: string, parts: readonly SurfacePart[] | undefined): void {
    this.isRead = true;
    this.text = text;
    this.hasStar = parts === undefined || parts.some(({ isStar }) => isStar === true);
    this.#silent = parts?.map((part) => ({ part, words: new Set(part.text.match(WORD)) }));
  }

  /**
   * The names that the file declares in statements which say one of these, and in those that say such a name.
   * `whole`: any file that imports it may see that; `all`: any file may.
   */
  expose(names: ReadonlySet<string>): ReadonlySet<string> | 'whole' | 'all' {
    let silent = this.#silent;
    if (silent === undefined) return 'whole';
    const found = new Set<string>();
    let isWhole = false;
    for (let now: ReadonlySet<string> = names.union(this.inFile); now.size > 0;) {
      const isSilent = ({ words }: Part): boolean => words.isDisjointFrom(now);
      const says = silent.filter((one) => !isSilent(one));
      silent = silent.filter(isSilent);
      const next = new Set<string>();
      for (const { part } of says) {
        if (part.scope === 'all') return 'all';
        isWhole ||= part.names === undefined;
        for (const name of part.names ?? []) {
          next.add(name);
          if (part.scope !== 'file') found.add(name);
        }
      }
      now = next;
    }
    this.#silent = silent;
    return isWhole ? 'whole' : found;
  }
}
