import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isBelow } from '../../support/paths.ts';
import type { TimeSlices } from '../../support/time-slices.ts';
import { realPath } from '../program/files.ts';

/** A number that changes whenever what is in a folder may have come or gone. */
export type ListingOf = (folder: string) => number | bigint;

interface Folder {
  readonly listing: number | bigint;
  /** Settings files, absolute. */
  readonly settings: readonly string[];
  /** Absolute paths of symbolic links, and their targets. */
  readonly links: ReadonlyMap<string, string>;
}

/**
 * The folders that hold sources, and the folders above them up to the workspace root. Records the
 * settings files of each, and rereads a folder when its listing changes.
 */
export class Folders {
  readonly #folders = new Map<string, Folder>();
  #links = new Map<string, string>();
  /** Real paths of folders without sources, by the names that specifiers use. */
  readonly #elsewhere = new Map<string, string>();

  #sources: ReadonlySet<string> | undefined;
  #wanted: ReadonlySet<string> = new Set();

  constructor(
    private readonly root: string,
    private readonly isSetting: (name: string) => boolean,
    private readonly listingOf: ListingOf,
  ) {}

  /** @returns whether a folder holds other settings files or links than before */
  async refresh(sources: ReadonlySet<string>, timeSlices: TimeSlices): Promise<boolean> {
    let changed = false;
    if (sources !== this.#sources) {
      this.#wanted = this.#withParents(sources);
      this.#sources = sources;
      for (const folder of this.#folders.keys())
        if (!this.#wanted.has(folder)) changed = this.#folders.delete(folder) || changed;
    }
    for (const folder of this.#wanted) {
      if (timeSlices.due) await timeSlices.pause();
      const known = this.#folders.get(folder);
      const listing = this.listingOf(folder);
      if (known?.listing === listing) continue;
      const now = this.#read(folder, listing);
      this.#folders.set(folder, now);
      changed ||= known === undefined || names(known) !== names(now);
    }
    if (changed) {
      this.#links = new Map([...this.#folders.values()].flatMap(({ links }) => [...links]));
      this.#elsewhere.clear();
    }
    return changed;
  }

  #withParents(sources: ReadonlySet<string>): Set<string> {
    const wanted = new Set([this.root]);
    for (const source of sources)
      for (let folder = source; isBelow(folder, this.root) && !wanted.has(folder); folder = dirname(folder))
        wanted.add(folder);
    return wanted;
  }

  /** All settings files, absolute. */
  settings(): string[] {
    return [...this.#folders.values()].flatMap(({ settings }) => settings);
  }

  /** `folder` and every known folder above it, nearest first. */
  *above(folder: string): Generator<string> {
    for (let current = folder; ; current = dirname(current)) {
      if (this.#folders.has(current)) yield current;
      if (current === this.root || !isBelow(current, this.root)) return;
    }
  }

  has(folder: string): boolean {
    return this.#folders.has(folder);
  }

  /** Resolves symbolic links in `path`, to match the paths of the graph's files. */
  real(path: string): string {
    const linked = this.#links.get(path);
    if (linked !== undefined) return linked;
    const folder = dirname(path);
    if (this.#folders.has(folder) || !isBelow(folder, this.root)) return path;
    let real = this.#elsewhere.get(folder);
    if (real === undefined) {
      real = realPath(folder);
      this.#elsewhere.set(folder, real);
    }
    return real === folder ? path : real + path.slice(folder.length);
  }

  #read(folder: string, listing: number | bigint): Folder {
    const settings: string[] = [];
    const links = new Map<string, string>();
    try {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (this.isSetting(entry.name)) settings.push(path);
        if (!entry.isSymbolicLink()) continue;
        const real = realPath(path);
        // Specifiers leave out the file ending.
        links.set(path, real).set(withoutEnding(path), real);
      }
    } catch {
      // The folder is gone or unreadable.
    }
    return { listing, settings: settings.sort(), links };
  }
}

function withoutEnding(path: string): string {
  return path.replace(/(?<=[^/\\.])(\.d)?\.[^/\\.]+$/, '');
}

function names({ settings, links }: Folder): string {
  return [...settings, ...[...links].flat()].join('\0');
}

/** By the times of the folder itself. */
export function listingOnDisk(folder: string): bigint {
  try {
    return statSync(folder, { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? 0n;
  } catch {
    return 0n;
  }
}
