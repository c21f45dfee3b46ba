import type { ImportGraph } from '../../backend/imports/import-graph.ts';
import type { SurfacePart } from '../../backend/imports/imports.ts';
import { textOf } from '../../backend/imports/read-text.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { TimeSlices } from '../../support/time-slices.ts';
import { type AffectedCandidate, type ChangeSet, onlyReachesImporters, rank } from './rank.ts';

/** Where more files have to be read, nearly all that depends on the change says it. */
const MOST_READ = 200;

/** See {@link rank}: without the dependents that see nothing of the changes. */
export async function rankedSayers(graph: ImportGraph, changeSet: ChangeSet): Promise<AffectedCandidate[]> {
  return rank(graph, changeSet, await sayersOf(graph, changeSet));
}

const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

/**
 * Of what depends on these changes, the files that can tell: they say the name of a declaration that has
 * changed, or of one whose declaration says such a name, and so on. What a file uses, it gets from something
 * that it names. Undefined where it is in doubt, or is not worth its time.
 */
export async function sayersOf(
  graph: ImportGraph,
  { changes, unknown, everything }: ChangeSet,
): Promise<ReadonlySet<AdmittedPath> | undefined> {
  const names = new Set<string>();
  for (const { declared, onlyAdds, removedSymbols } of changes.values()) {
    const own = onlyAdds === true ? removedSymbols : declared;
    if (own === undefined) return undefined;
    for (const name of own) names.add(name);
  }
  const dependents = graph.dependents(changes.keys());
  const reached = new Set([...changes.keys(), ...dependents.keys()]);
  if (names.size === 0 || everything || !onlyReachesImporters(graph, unknown, reached)) return undefined;
  const timeSlices = new TimeSlices();
  const left = new Map<AdmittedPath, readonly SurfacePart[]>();
  /** Files of which anything that imports them may tell. */
  const whole = new Set<AdmittedPath>();
  let isRead = 0;
  for (let added: ReadonlySet<string> = names; added.size > 0;) {
    const says = graph.containsIdentifier(added);
    const more = new Set<string>();
    for (const path of reached) {
      if (timeSlices.due) await timeSlices.pause();
      if (!says(path) || whole.has(path) || !graph.isImportedFile(path)) continue;
      if (!left.has(path)) {
        if ((isRead += 1) > MOST_READ) return undefined;
        const parts = graph.language.surface?.(await textOf(path), path);
        if (parts === undefined) {
          whole.add(path);
          continue;
        }
        left.set(path, parts);
      }
      const silent: SurfacePart[] = [];
      for (const part of left.get(path) ?? []) {
        if (!part.text.match(WORD)?.some((word) => added.has(word))) silent.push(part);
        else if (part.names === undefined) whole.add(path);
        else for (const name of part.names) more.add(name);
      }
      left.set(path, silent);
    }
    added = more.difference(names);
    for (const name of added) names.add(name);
  }
  const says = graph.containsIdentifier(names);
  const behind = graph.dependents(whole);
  return new Set(dependents.keys().filter((path) => whole.has(path) || behind.has(path) || says(path)));
}
