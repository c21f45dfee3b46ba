import { compareText } from '../../support/compare.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { UninstalledPackages } from '../../types.ts';
import type { Workspace } from '../base/workspace.ts';
import { reportsAll } from '../session/abilities.ts';
import type { TreeAnswer } from './answer.ts';

/**
 * What a report says of packages that are not installed, once for each manifest.
 *
 * @param checked a compiler that judges nothing for want of a package has no findings about them
 */
export function uninstalledIn(
  answers: readonly TreeAnswer[],
  checked: ReadonlySet<AdmittedPath>,
  workspace: Workspace,
): UninstalledPackages[] {
  const byManifest = new Map<string, UninstalledPackages>();
  const counted = new Set<string>();
  for (const { session, answered } of answers) {
    for (const path of reportsAll(session.definition) ? checked : answered) {
      for (const { manifest, install, module } of session.uninstalled(path)) {
        const { imports } = byManifest.get(manifest) ?? { imports: 0 };
        // Several servers may miss the same import.
        const key = [manifest, path, module].join('\0');
        const isNew = module !== undefined && !counted.has(key);
        counted.add(key);
        byManifest.set(manifest, {
          manifest: workspace.folder(manifest),
          imports: imports + (isNew ? 1 : 0),
          install,
        });
      }
    }
  }
  return [...byManifest.values()].sort((a, b) => compareText(a.manifest, b.manifest));
}
