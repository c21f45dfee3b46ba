import { basename, extname } from 'node:path';
import type { AdmittedPath } from '../../support/paths.ts';
import type { ImportGraph } from '../../backend/imports/import-graph.ts';
import type { ChangedSymbols } from './changed-symbols.ts';

/** How files changed, as far as known. */
export interface ChangeSet {
  readonly changes: ReadonlyMap<AdmittedPath, ChangedSymbols>;
  /** Changed files of which no other file can see the change. */
  readonly inside: ReadonlySet<AdmittedPath>;
  /** Changed files that were created, deleted, or changed without a known text. */
  readonly unknown: ReadonlySet<AdmittedPath>;
  /** A settings file changed: the diagnostics of every file may differ now. */
  readonly everything: boolean;
}

export interface AffectedCandidate {
  readonly path: AdmittedPath;
  /**
   * `likely`: contains a removed name, or depends on a file whose change is unknown. The changed
   * files themselves are likely too.
   * `reachable`: depends on a changed file, or everything changed. Files with an added name or the
   * name of an enclosing declaration come first.
   * `unreachable`: any other file of the language.
   */
  readonly group: 'likely' | 'reachable' | 'unreachable';
  /**
   * From the nearest changed file: 0 is that file, 1 imports it. Undefined where no imports lead to
   * a changed file.
   */
  readonly distance: number | undefined;
}

const PLACES = [
  'changed',
  'depends and says',
  'says',
  'depends and says what is around',
  'depends',
  'rest',
] as const;
type Place = (typeof PLACES)[number];

const GROUPS: Readonly<Record<Place, AffectedCandidate['group']>> = {
  changed: 'likely',
  'depends and says': 'likely',
  says: 'likely',
  'depends and says what is around': 'reachable',
  depends: 'reachable',
  rest: 'unreachable',
};

/**
 * The files of the graph, the likeliest broken ones first; of those that git ignores, only what depends on
 * the change. The changed files come first. Next are
 * files that contain a removed name and depend on the change, nearest first. Then come files with a
 * removed name that do not depend on it (globals, where there may be some), dependents that
 * contain an added or enclosing name, the other dependents, and the rest, which may be affected where a
 * global type is. Of ties, a file with the
 * name of a changed one comes first (`core.cpp` of `core.h`), then they are ordered by path, the rest aside.
 * Those that git ignores are last.
 *
 * @param sayers the only other files that can tell, where that is known
 */
export function rank(
  graph: ImportGraph,
  { changes, inside, unknown, everything }: ChangeSet,
  sayers?: ReadonlySet<AdmittedPath>,
): AffectedCandidate[] {
  const ofKnown = graph.dependents(changes.keys());
  const ofUnknown = graph.dependents(unknown);
  const isAmbient = [...changes.keys()].some((path) => graph.isGlobal(path));
  const reached = new Set([...changes.keys(), ...inside, ...ofKnown.keys(), ...ofUnknown.keys()]);
  // A module that came or went is one of its package, which others import.
  const reachesImporters =
    graph.language.reachesImporters === true &&
    unknown.size === 0 &&
    ![...reached].some((path) => graph.isGlobal(path));
  const reachesAll =
    everything ||
    [...changes.keys()].some((path) => graph.isSetting(path)) ||
    [...unknown].some((path) => graph.isGlobal(path));
  // A file that has a thing of a global type depends on it, and need not say its name: `window.name`, `<a/>`.
  const isSeenUnsaid = [...changes.keys(), ...ofKnown.keys(), ...ofUnknown.keys()].some(
    (path) => graph.isGlobal(path) && graph.isTyped(path),
  );
  const saysRemoved = graph.containsIdentifier(
    new Set([...changes.values()].flatMap(({ removedSymbols }) => [...removedSymbols])),
  );
  const saysEnclosing = graph.containsIdentifier(
    new Set([...changes.values()].flatMap(({ enclosingSymbols }) => [...enclosingSymbols])),
  );
  const placeOf = (
    path: AdmittedPath,
    distance: number | undefined,
    near: number | undefined,
    isReached: boolean,
  ): Place => {
    if (distance === 0) return 'changed';
    if (sayers?.has(path) === false) return 'rest';
    const depends = near !== undefined;
    if (ofUnknown.has(path) || (depends && saysRemoved(path))) return 'depends and says';
    if (!reachesImporters && saysRemoved(path)) return 'says';
    if (depends && saysEnclosing(path)) return 'depends and says what is around';
    return depends || isReached ? 'depends' : 'rest';
  };
  const ranks = new Map<Place, Map<number | undefined, AdmittedPath[]>>();
  const ignored: typeof ranks = new Map();
  const add = (path: AdmittedPath, to: typeof ranks): void => {
    const near = ofKnown.get(path);
    const distance = changes.has(path) || inside.has(path) ? 0 : nearer(near, ofUnknown.get(path));
    const isReached = reachesAll || (isSeenUnsaid && to === ranks);
    to.getOrInsertComputed(placeOf(path, distance, near, isReached), () => new Map())
      .getOrInsert(distance, [])
      .push(path);
  };
  for (const path of graph.sources) add(path, ranks);
  // What is generated says the same names as its sources, by the thousand.
  for (const path of reachesAll || isAmbient ? graph.held : reached.intersection(graph.held))
    add(path, ignored);
  const stems = new Set([...changes.keys()].map(stemOf));
  const inOrder = (paths: readonly AdmittedPath[]): AdmittedPath[] => {
    const { namesakes = [], others = [] } = Object.groupBy(paths.toSorted(), (path) =>
      stems.has(stemOf(path)) ? 'namesakes' : 'others',
    );
    return [...namesakes, ...others];
  };
  return PLACES.flatMap((place) =>
    [ranks, ignored].flatMap((each) =>
      [...(each.get(place) ?? [])]
        .sort(([a = Infinity], [b = Infinity]) => a - b)
        .flatMap(([distance, paths]) =>
          (place === 'rest' ? paths : inOrder(paths)).map((path): AffectedCandidate => ({
            path,
            group: GROUPS[place],
            distance,
          })),
        ),
    ),
  );
}

function stemOf(path: string): string {
  return basename(path, extname(path));
}

function nearer(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}
