import { join } from 'node:path';
import { isBelow } from '../paths.ts';
import { namesOf } from '../registry/language-map.ts';
import type { DiskIndex } from './disk-index.ts';
import { contentKind, folderKind } from './disk-names.ts';
import { entriesOf } from './disk-state.ts';
import { inTurns } from './turn-taking.ts';

/** What there is to judge below a folder. */
export interface FilesBelow {
  /** Those whose names end so, or are so; absolute. */
  named(endings: readonly string[]): readonly string[];
  /** False where there is more than anybody looks through. */
  readonly isAll: boolean;
}

/** How many folders are looked through for one question, where the workspace is too large to know all of it: a second. */
const MOST_FOLDERS = 20_000;

/**
 * As the index has it; in a workspace that is too large for that, as the disk has it now.
 *
 * @param endings all that will be asked for
 */
export async function filesBelow(disk: Pick<DiskIndex, 'isWhole' | 'files'>, folder: string, endings: ReadonlySet<string>, most = MOST_FOLDERS): Promise<FilesBelow> {
  if (disk.isWhole) return { named: (wanted) => [...disk.files(wanted).keys()].filter((path) => isBelow(path, folder)), isAll: true };
  const folders = [folder];
  const byEnding = new Map<string, string[]>();
  let isAll = true;
  const look = function* (): Generator<undefined, void> {
    for (const [at, current] of folders.entries()) {
      yield;
      const entries = entriesOf(current);
      if (at > 0 && contentKind(new Set(entries.map(({ name }) => name))) !== 'walked') continue;
      for (const entry of entries) {
        const path = join(current, entry.name);
        if (entry.isFile()) note(path);
        else if (!entry.isDirectory() || folderKind(entry.name) !== 'folder') continue;
        else if (folders.length < most) folders.push(path);
        else isAll = false;
      }
    }
  };
  const note = (path: string): void => {
    for (const ending of namesOf(path)) {
      if (!endings.has(ending)) continue;
      const known = byEnding.get(ending);
      if (known === undefined) byEnding.set(ending, [path]);
      else known.push(path);
    }
  };
  await inTurns(look());
  return { named: (wanted) => wanted.flatMap((ending) => byEnding.get(ending) ?? []), isAll };
}
