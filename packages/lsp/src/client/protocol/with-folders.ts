import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isBelow } from '../../support/paths.ts';
import type { FileChange } from './registrations.ts';

interface Change {
  readonly path: string;
  readonly change: FileChange;
}

/**
 * Adds changes of the enclosing folders: they may have been created with a file, or deleted with
 * it. Which ones changed is not known, so every existing folder counts as created. A changed folder
 * of installed packages counts as created too, so that the server looks into it.
 *
 * @param root only folders below it are added
 */
export function withFolders(changes: readonly Change[], root: string): Change[] {
  const folders = new Set<string>();
  for (const { path, change } of changes) {
    if (change === 'changed') continue;
    for (let folder = dirname(path); isBelow(folder, root); folder = dirname(folder)) folders.add(folder);
  }
  return [
    ...changes.map(({ path, change }) =>
      basename(path) === 'site-packages' && change === 'changed'
        ? ({ path, change: 'created' } as const)
        : { path, change },
    ),
    ...[...folders].map((path) => ({
      path,
      change: existsSync(path) ? ('created' as const) : ('deleted' as const),
    })),
  ];
}
