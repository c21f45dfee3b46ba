import { join } from 'node:path';
import { isBelow } from '../../support/paths.ts';
import { namesOf } from '../../backend/language-map.ts';
import { contentKind, folderKind } from '../disk/disk-names.ts';
import { entriesOf } from '../../support/folders.ts';
import { inTurns } from '../../support/time-slices.ts';
import type { Workspace } from '../base/workspace.ts';
import type { DiskIndex } from '../disk/disk-index.ts';

/** The files below a folder that there are to check. */
export interface FilesBelow {
  /** Files whose names have one of these endings, or are equal to one; absolute. */
  named(endings: readonly string[]): readonly string[];
  /** False where there are more folders than the limit. */
  readonly isAll: boolean;
}

interface Looked {
  readonly disk: Pick<DiskIndex, 'isWhole' | 'files'>;
  readonly workspace: Pick<Workspace, 'trees'>;
}

/**
 * How many folders one request scans where the workspace is too large for the index: that takes a
 * second.
 */
const MOST_FOLDERS = 20_000;

/**
 * Takes the files from the index. In a workspace too large for that, scans the disk now.
 *
 * @param endings all that the caller will ask for
 */
export async function filesBelow(
  { disk, workspace: { trees } }: Looked,
  folder: string,
  endings: ReadonlySet<string>,
  most = MOST_FOLDERS,
): Promise<FilesBelow> {
  if (disk.isWhole && trees.aroundFolder(folder) === undefined)
    return {
      named: (wanted) => [...disk.files(wanted).keys()].filter((path) => isBelow(path, folder)),
      isAll: true,
    };
  const folders = [folder];
  const byEnding = new Map<string, string[]>();
  let isAll = true;
  const look = function* (): Generator<undefined, void> {
    for (const [at, current] of folders.entries()) {
      yield;
      const entries = entriesOf(current);
      const names = new Set(entries.map(({ name }) => name));
      if (at > 0 && (contentKind(names) !== 'walked' || trees.isNested(current, names))) continue;
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
    for (const ending of namesOf(path)) if (endings.has(ending)) byEnding.getOrInsert(ending, []).push(path);
  };
  await inTurns(look());
  return { named: (wanted) => wanted.flatMap((ending) => byEnding.get(ending) ?? []), isAll };
}
