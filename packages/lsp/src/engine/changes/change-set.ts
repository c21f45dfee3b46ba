import type { ImportLanguage } from '../../backend/imports/imports.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { TimeSlices } from '../../support/time-slices.ts';
import { type ChangeEntry, type ChangeLog, MANY } from './change-log.ts';
import { type ChangedSymbols, INSIDE } from './changed-symbols.ts';
import type { ChangeSet } from './rank.ts';
import { SAME } from './text-changes.ts';

const ANYTHING: ChangeSet = {
  changes: new Map(),
  inside: new Set(),
  unknown: new Set(),
  everything: true,
};

/**
 * How files have changed by these entries together; undefined if no text has. A name that was removed and
 * restored counts: the second edit mends the files that the first one broke.
 *
 * @param entries undefined where anything may have changed, as with very many
 * @param affectsAll a settings file, whose change may alter the findings of any file
 */
export async function changeSetOf(
  entries: readonly ChangeEntry[] | undefined,
  log: ChangeLog,
  language: ImportLanguage,
  affectsAll: (path: AdmittedPath) => boolean,
): Promise<ChangeSet | undefined> {
  if (entries === undefined || entries.length > MANY) return ANYTHING;
  const changes = new Map<AdmittedPath, ChangedSymbols>();
  const inside = new Set<AdmittedPath>();
  const unknown = new Set<AdmittedPath>();
  let everything = false;
  const timeSlices = new TimeSlices();
  for (const entry of entries) {
    const { path } = entry;
    if (timeSlices.due) await timeSlices.pause();
    if (affectsAll(path)) {
      everything = true;
      continue;
    }
    const names = log.namesOf(entry, language);
    if (names === SAME) continue;
    if (names === INSIDE) {
      inside.add(path);
      continue;
    }
    if (names === undefined) unknown.add(path);
    changes.set(path, both(changes.get(path), names ?? SAME));
  }
  for (const path of changes.keys()) inside.delete(path);
  return changes.size + inside.size === 0 && !everything
    ? undefined
    : { changes, inside, unknown, everything };
}

function both(a: ChangedSymbols | undefined, b: ChangedSymbols): ChangedSymbols {
  if (a === undefined) return b;
  const [ofA, ofB] = [a.declared, b.declared];
  return {
    removedSymbols: new Set([...a.removedSymbols, ...b.removedSymbols]),
    enclosingSymbols: new Set([...a.enclosingSymbols, ...b.enclosingSymbols]),
    ...(ofA !== undefined &&
      ofB !== undefined && {
        declared: {
          names: ofA.names.union(ofB.names),
          inFile: ofA.inFile.union(ofB.inFile),
          imported: ofA.imported.union(ofB.imported),
          areOthers: ofA.areOthers || ofB.areOthers,
          apart: {
            names: ofA.apart.names.union(ofB.apart.names),
            members: [...ofA.apart.members, ...ofB.apart.members],
          },
        },
      }),
  };
}
