import { compareText } from '../../support/compare.ts';
import type { UninstalledPackages } from '../../types.ts';
import type { Workspace } from '../workspace.ts';
import type { JobResult } from './job.ts';

/** What a report says of packages that are not installed, once for each manifest. */
export function uninstalledIn(jobs: readonly Pick<JobResult, 'session' | 'findings'>[], workspace: Workspace): UninstalledPackages[] {
  const imports = new Map<string, UninstalledPackages>();
  const counted = new Set<string>();
  for (const { session, findings } of jobs) {
    for (const path of findings.keys()) {
      for (const { manifest, install, module } of session.uninstalled?.(path) ?? []) {
        const key = [manifest, path, module].join('\0');
        // Several servers may miss the same import.
        if (counted.has(key)) continue;
        counted.add(key);
        const known = imports.get(manifest);
        imports.set(manifest, { manifest: workspace.folder(manifest), imports: (known?.imports ?? 0) + 1, install });
      }
    }
  }
  return [...imports.values()].sort((a, b) => compareText(a.manifest, b.manifest));
}
