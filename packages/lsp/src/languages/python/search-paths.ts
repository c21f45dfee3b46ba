import { basename, dirname, resolve } from 'node:path';
import { Folders, type ListingOf } from '../../backend/imports/folders.ts';
import { readText } from '../../backend/program/files.ts';
import { aroundPackage } from '../../backend/program/project-marks.ts';
import { type DiskStamp, diskStamp, sameStamp } from '../../support/paths.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import type { TimeSlices } from '../../support/time-slices.ts';

const SETTINGS = /^(?:pyrightconfig\.json|pyproject\.toml|ty\.toml|\.?mypy\.ini|setup\.cfg)$/;
/** Whether it is there, or what it says, decides with the settings whether modules count from its folder. */
const MARKS = /^(?:__init__\.pyi?|setup\.py)$/;
/** They name folders that modules count from, or settings that may. */
const KEYS = /\b(?:extraPaths|executionEnvironments|extends|extra-paths|mypy_path)\b/;
/** What may be a path: as quoted, or between white space, commas and colons. */
const PATHS = /"([^"\n]+)"|'([^'\n]+)'|([^\s"',:;=[\]{}]+)/g;
const VARIABLE = /^\$\{?(?:MYPY_CONFIG_FILE_DIR|workspaceFolder)\}?\/?/;
/** Settings that others go on in. */
const GOES_ON = /\.(?:json|toml)$/;

interface Named {
  readonly stamp: DiskStamp | undefined;
  /** Absolute. Not each of them is a folder, or is there. */
  readonly paths: readonly string[];
}

/** The folders that modules count from by the settings of a workspace: those may be packages too. */
export class SearchPaths {
  readonly #folders: Folders;
  readonly #files = new Map<string, Named>();
  #roots: ReadonlySet<string> = new Set();

  constructor(
    private readonly root: string,
    listingOf: ListingOf,
  ) {
    this.#folders = new Folders(root, (name) => SETTINGS.test(name) || MARKS.test(name), listingOf);
  }

  /** @returns whether other folders may be those that modules count from */
  async refresh(sources: ReadonlySet<string>, timeSlices: TimeSlices): Promise<boolean> {
    let isMoved = await this.#folders.refresh(sources, timeSlices);
    // Of these, nothing counts but that they are there.
    const paths = new Set(this.#folders.settings().filter((path) => !/__init__\.pyi?$/.test(path)));
    const roots = new Set<string>();
    // What is added meanwhile is read, too.
    for (const path of paths) {
      if (timeSlices.due) await timeSlices.pause();
      const stamp = diskStamp(path);
      let known = this.#files.get(path);
      if (known === undefined || !sameStamp(known.stamp, stamp)) {
        known = { stamp, paths: stamp === undefined ? [] : pathsIn(path) };
        this.#files.set(path, known);
        isMoved = true;
      }
      for (const named of known.paths) (GOES_ON.test(named) ? paths : roots).add(named);
    }
    for (const path of this.#files.keys()) if (!paths.has(path)) this.#files.delete(path);
    // Of a package that is the workspace, modules count from around it.
    const around = aroundPackage(this.root);
    if (around !== this.root) roots.add(around);
    isMoved ||= roots.symmetricDifference(this.#roots).size > 0;
    this.#roots = roots;
    return isMoved;
  }

  /** Absolute, in the workspace or not, and other paths. */
  get roots(): ReadonlySet<string> {
    return this.#roots;
  }
}

function pathsIn(path: string): string[] {
  if (MARKS.test(basename(path))) return [];
  const text = readText(path, SETTINGS_BYTES);
  if (text === undefined) return [];
  if (!KEYS.test(text) && !(/\benvironment\b/.test(text) && /\broot\b/.test(text))) return [];
  // In quotes, mypy has several of them.
  const found = [...text.matchAll(PATHS)].flatMap(([, double, single, bare]) => {
    const quoted = double ?? single;
    return quoted === undefined ? [bare ?? ''] : [quoted, ...quoted.split(/[,:]/)];
  });
  return [...new Set(found.map((name) => resolve(dirname(path), name.trim().replace(VARIABLE, './'))))];
}
