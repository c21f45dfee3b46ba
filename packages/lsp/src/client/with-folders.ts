import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isBelow } from '../paths.ts';
import type { FileChange } from './registrations.ts';

interface Change {
  readonly path: string;
  readonly change: FileChange;
}

/**
 * These changes and those of the folders around them: they may have come with a file, or gone with it. Which ones have is not known, so a folder that
 * is there has always come. A folder of installed packages that has changed comes anew as well, so that whoever hears of it looks into it.
 *
 * @param root folders below it are told of
 */
export function withFolders(changes: readonly Change[], root: string): Change[] {
  const folders = new Set<string>();
  for (const { path, change } of changes) {
    if (change === 'changed') continue;
    for (let folder = dirname(path); isBelow(folder, root); folder = dirname(folder)) folders.add(folder);
  }
  return [
    ...changes.map(({ path, change }) => (basename(path) === 'site-packages' && change === 'changed' ? ({ path, change: 'created' } as const) : { path, change })),
    ...[...folders].map((path) => ({ path, change: existsSync(path) ? ('created' as const) : ('deleted' as const) })),
  ];
}
