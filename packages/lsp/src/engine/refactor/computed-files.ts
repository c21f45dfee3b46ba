import { dirname, sep } from 'node:path';
import { linesOf } from '../../backend/navigation/lines.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { DiskIndex } from '../disk/disk-index.ts';

/** Folders and files that tools write, where no `.gitignore` says so. */
const FOLDERS: ReadonlySet<string> = new Set([
  'dist',
  'coverage',
  'node_modules',
  '.next',
  '.nuxt',
  '.svelte-kit',
  '.astro',
  '.output',
  '.turbo',
  '.tox',
  '.venv',
]);
const MINIFIED = /[.-](?:min|bundle)\.(?:[cm]?js|css)$/i;

/** A line that no person writes, UTF-16 code units. */
const LONGEST_LINE = 5000;

/** Files that nobody edits: what git ignores, and what is called as tools call what they write. */
export class ComputedFiles {
  readonly #folders = new Map<string, boolean>();

  constructor(
    private readonly root: string,
    private readonly disk: Pick<DiskIndex, 'isIgnored'>,
  ) {}

  has(path: AdmittedPath, text: string): boolean {
    return (
      MINIFIED.test(path) ||
      this.disk.isIgnored(path) ||
      this.#isComputed(dirname(path)) ||
      (text.length > LONGEST_LINE && linesOf(text).some((line) => line.length > LONGEST_LINE))
    );
  }

  #isComputed(folder: string): boolean {
    if (folder === this.root || !folder.startsWith(this.root + sep)) return false;
    return this.#folders.getOrInsertComputed(
      folder,
      () => FOLDERS.has(folder.slice(folder.lastIndexOf(sep) + 1)) || this.#isComputed(dirname(folder)),
    );
  }
}
