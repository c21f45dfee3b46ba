import { compareText } from '../../support/compare.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { CheckReport, Hole, UninstalledPackages } from '../../types.ts';
import type { Workspace } from '../base/workspace.ts';
import { isOwn, reportsAll } from '../session/abilities.ts';
import type { Judge } from '../session/session.ts';
import type { HoleOfFile, UninstalledImport } from '../session/world.ts';
import type { TreeAnswer } from './answer.ts';

interface Around<T> {
  readonly path: AdmittedPath;
  readonly missing: T;
}

/**
 * What a report says of what the servers do not know.
 *
 * A hole may be why a server has not answered.
 *
 * @param checked a compiler that judges nothing for want of a package has no findings about them
 */
export function holesIn(
  answers: readonly TreeAnswer[],
  checked: ReadonlySet<AdmittedPath>,
  workspace: Workspace,
): Pick<CheckReport, 'uninstalled' | 'holes'> {
  const asked = answers.flatMap(({ session, answered, unanswered }): [Judge, AdmittedPath][] => {
    const isSilent = unanswered !== undefined && session.definition.world !== undefined;
    const own = isSilent ? [...checked].filter((path) => isOwn(session.definition, path)) : answered;
    return [...(reportsAll(session.definition) ? checked : own)].map((path) => [session, path]);
  });
  const all = asked.map(([session, path]) => ({ path, missing: session.missing(path) }));
  const each = <T>(of: (missing: (typeof all)[number]['missing']) => readonly T[]): Around<T>[] =>
    all.flatMap(({ path, missing }) => of(missing).map((one) => ({ path, missing: one })));
  const uninstalled = packagesIn(
    each((missing) => missing.uninstalled),
    workspace,
  );
  const holes = distinct(
    each((missing) => missing.holes),
    workspace,
  );
  return { ...(uninstalled.length > 0 && { uninstalled }), ...(holes.length > 0 && { holes }) };
}

/** Once for each manifest. */
function packagesIn(
  imports: readonly Around<UninstalledImport>[],
  workspace: Workspace,
): UninstalledPackages[] {
  const byManifest = new Map<string, UninstalledPackages>();
  const counted = new Set<string>();
  for (const { path, missing } of imports) {
    const { manifest, install, module } = missing;
    const { imports: before } = byManifest.get(manifest) ?? { imports: 0 };
    // Several servers may miss the same import.
    const key = [manifest, path, module].join('\0');
    const isNew = module !== undefined && !counted.has(key);
    counted.add(key);
    byManifest.set(manifest, {
      manifest: workspace.folder(manifest),
      imports: before + (isNew ? 1 : 0),
      install,
    });
  }
  return [...byManifest.values()].sort((a, b) => compareText(a.manifest, b.manifest));
}

/** Several servers may have the same hole: the one that most follows from counts. */
function distinct(holes: readonly Around<HoleOfFile>[], workspace: Workspace): Hole[] {
  const found = new Map<string, Map<AdmittedPath, HoleOfFile>>();
  for (const { path, missing } of holes) {
    const files = found.getOrInsertComputed([missing.file, missing.what].join('\0'), () => new Map());
    if ((files.get(path)?.errors ?? -1) < missing.errors) files.set(path, missing);
  }
  return [...found.values()]
    .flatMap((files): Hole[] => {
      const [first] = files.values();
      if (first === undefined) return [];
      const errors = [...files.values()].reduce((sum, one) => sum + one.errors, 0);
      return [{ ...first, file: workspace.folder(first.file), errors }];
    })
    .sort((a, b) => compareText(a.file, b.file) || compareText(a.what, b.what));
}
