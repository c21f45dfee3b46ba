import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Folders, type ListingOf } from '../../backend/imports/folders.ts';
import { readText } from '../../backend/program/files.ts';
import { type DiskStamp, diskStamp, sameStamp } from '../../support/paths.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import type { TimeSlices } from '../../support/time-slices.ts';

const SETTINGS = /^(?:pyrightconfig\.json|pyproject\.toml|ty\.toml|\.?mypy\.ini|setup\.cfg)$/;
/** They name folders that modules count from, or settings that may. */
const KEYS = /\b(?:extraPaths|executionEnvironments|extends|extra-paths|mypy_path)\b/;

/** Whether settings of a workspace name folders that modules count from: those may be packages too. */
export class SearchPaths {
  readonly #folders: Folders;
  readonly #files = new Map<string, { readonly stamp: DiskStamp | undefined; readonly names: boolean }>();

  constructor(
    private readonly root: string,
    listingOf: ListingOf,
  ) {
    this.#folders = new Folders(root, (name) => SETTINGS.test(name), listingOf);
  }

  async refresh(sources: ReadonlySet<string>, timeSlices: TimeSlices): Promise<void> {
    await this.#folders.refresh(sources, timeSlices);
    const paths = new Set(this.#folders.settings());
    for (const path of this.#files.keys()) if (!paths.has(path)) this.#files.delete(path);
    for (const path of paths) {
      if (timeSlices.due) await timeSlices.pause();
      const stamp = diskStamp(path);
      const known = this.#files.get(path);
      if (known !== undefined && sameStamp(known.stamp, stamp)) continue;
      this.#files.set(path, { stamp, names: stamp !== undefined && namesFolders(path) });
    }
  }

  /** A module may be imported by a name that does not follow from where it is. */
  get mayBeNamed(): boolean {
    return (
      this.#files.values().some(({ names }) => names) ||
      ['__init__.py', '__init__.pyi'].some((name) => existsSync(join(this.root, name)))
    );
  }
}

function namesFolders(path: string): boolean {
  const text = readText(path, SETTINGS_BYTES);
  return text === undefined || KEYS.test(text) || (/\benvironment\b/.test(text) && /\broot\b/.test(text));
}
