import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { folderKind, type WatchFilter } from './disk-names.ts';
import { type SentinelPath, type SentinelPathChanged, linkTarget } from './disk-installed.ts';
import { entriesOf } from '../../support/folders.ts';

/**
 * A symbolic link to another folder of the workspace. Changes in the target are reported under its
 * own name. If the link itself is created, deleted or leads elsewhere, every file that can be
 * reached through it is reported.
 */
export class LinkedFolder implements SentinelPath {
  #stamp: string | undefined;
  #links: ReadonlyMap<string, string> = new Map();
  #files: readonly string[] = [];

  constructor(
    private readonly path: string,
    private readonly watchFilter: WatchFilter,
    private isReported: boolean,
  ) {}

  get isGone(): boolean {
    return this.#stamp === '';
  }

  /** None: a change of the link touches the folder that holds it. */
  get folders(): readonly string[] {
    return [];
  }

  get links(): ReadonlyMap<string, string> {
    return this.#links;
  }

  *sweep(moved: SentinelPathChanged): Generator<undefined, void> {
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
    const target = linkTarget(this.path);
    this.#links = new Map(target === undefined ? [] : [[this.path, target]]);
    this.#files = files;
    if (this.isReported) {
      for (const file of before) moved('deleted', file);
      for (const file of files) moved('created', file);
    }
    this.isReported = true;
  }

  *#below(folder: string): Generator<string> {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && folderKind(entry.name) === 'folder') yield* this.#below(path);
      else if (entry.isFile() && this.watchFilter(entry.name)) yield path;
    }
  }
}

/** Stamp of the link, not of its target; '' if there is no link. */
function linkStamp(path: string): string {
  try {
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return stat?.isSymbolicLink() ? `${stat.mtimeNs}:${stat.ctimeNs}:${stat.ino}` : '';
  } catch {
    return '';
  }
}
