import { dirname, join, relative, sep } from 'node:path';
import { linesOf } from '../../backend/navigation/lines.ts';
import { readTextFile, SETTINGS_BYTES } from '../../support/read-file.ts';

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

/** One line of a `.gitignore`. */
interface Rule {
  readonly isKept: boolean;
  readonly isFolder: boolean;
  /** Of a path below the folder of its file. */
  readonly matches: (path: string) => boolean;
}

/**
 * Files that nobody edits: what git ignores, by the `.gitignore` files below the workspace root, and
 * what is called as tools call what they write. For one call: its files are read once.
 */
export class ComputedFiles {
  readonly #rules = new Map<string, readonly Rule[]>();
  readonly #folders = new Map<string, boolean>();

  constructor(private readonly root: string) {}

  has(path: string, text: string): boolean {
    return (
      MINIFIED.test(path) ||
      this.#isIgnored(path, false) ||
      this.#isComputed(dirname(path)) ||
      (text.length > LONGEST_LINE && linesOf(text).some((line) => line.length > LONGEST_LINE))
    );
  }

  #isComputed(folder: string): boolean {
    if (folder === this.root || !folder.startsWith(this.root + sep)) return false;
    return this.#folders.getOrInsertComputed(
      folder,
      () =>
        FOLDERS.has(folder.slice(folder.lastIndexOf(sep) + 1)) ||
        this.#isIgnored(folder, true) ||
        this.#isComputed(dirname(folder)),
    );
  }

  /** By the nearest file, and in it by the last line, that says something about it. */
  #isIgnored(path: string, isFolder: boolean): boolean {
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const below = relative(folder, path).split(sep).join('/');
      const rule = this.#rulesOf(folder).findLast((one) => (isFolder || !one.isFolder) && one.matches(below));
      if (rule !== undefined) return !rule.isKept;
      if (folder === this.root || !folder.startsWith(this.root + sep)) return false;
    }
  }

  #rulesOf(folder: string): readonly Rule[] {
    return this.#rules.getOrInsertComputed(folder, () => {
      const file = readTextFile(join(folder, '.gitignore'), SETTINGS_BYTES);
      return file.kind === 'text' ? linesOf(file.text).flatMap((line) => ruleOf(line) ?? []) : [];
    });
  }
}

function ruleOf(line: string): Rule | undefined {
  const [, negation = '', body = ''] = /^(!?)(.*?)(?<!\\)\s*$/.exec(line) ?? [];
  if (body === '' || line.startsWith('#')) return undefined;
  const isFolder = body.endsWith('/');
  const bare = body.replace(/\/+$/, '');
  // Bun's globs know alternatives in braces, git's do not.
  const glob = bare.replace(/^\//, '').replace(/[{}]/g, String.raw`\$&`);
  const pattern = new Bun.Glob(bare.includes('/') ? glob : `**/${glob}`);
  return { isKept: negation !== '', isFolder, matches: (path) => pattern.match(path) };
}
