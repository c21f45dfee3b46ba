import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { folderKind, type WatchFilter } from './disk-names.ts';
import type { SentinelPath, LandmarkMoved } from './disk-installed.ts';
import { entriesOf } from './disk-state.ts';

/**
 * A symbolic link to another folder of the workspace. What moves there is told under its own name; where the link itself came, went or leads
 * elsewhere, all that can be reached through it did.
 */
export class LinkedFolder implements SentinelPath {
  #stamp: string | undefined;
  #files: readonly string[] = [];

  constructor(
    private readonly path: string,
    private readonly isOfInterest: WatchFilter,
    private isNews: boolean,
  ) {}

  get isGone(): boolean {
    return this.#stamp === '';
  }

  /** Where the link moves, the folder that it lies in does. */
  get folders(): readonly string[] {
    return [];
  }

  *sweep(moved: LandmarkMoved): Generator<undefined, void> {
    const stamp = linkStamp(this.path);
    if (stamp === this.#stamp) return;
    const before = this.#files;
    const files: string[] = [];
    if (stamp !== '') {
      for (const file of this.#below(this.path)) {
        files.push(file);
        yield;
      }
    }
    this.#stamp = stamp;
    this.#files = files;
    if (this.isNews) {
      for (const file of before) moved('deleted', file);
      for (const file of files) moved('created', file);
    }
    this.isNews = true;
  }

  *#below(folder: string): Generator<string> {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && folderKind(entry.name) === 'folder') yield* this.#below(path);
      else if (entry.isFile() && this.isOfInterest(entry.name)) yield path;
    }
  }
}

/** Of the link, not of what it leads to; '' where there is none. */
function linkStamp(path: string): string {
  try {
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return stat?.isSymbolicLink() ? `${stat.mtimeNs}:${stat.ctimeNs}:${stat.ino}` : '';
  } catch {
    return '';
  }
}
