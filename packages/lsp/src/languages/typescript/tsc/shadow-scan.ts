import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { isBelow } from '../../../support/paths.ts';

/** The originals of a shadow workspace. */
export interface ShadowSubject {
  /** Absolute, real. */
  readonly workspaceRoot: string;
  /** Files to copy wherever they are, such as project files. Absolute. */
  readonly named: readonly string[];
  /** Files and folders not to copy; absolute. */
  readonly leftOut: readonly string[];
}

/** The content of a shadow workspace, by the absolute path of the original. */
export interface ShadowContent {
  /** Disk stamps of the files. */
  readonly files: ReadonlyMap<string, string>;
  /** The absolute, real targets of links. */
  readonly links: ReadonlyMap<string, string>;
}

/** Above this, copying costs too much for a check. */
export const MOST_FILES = 100_000;

const READ = /\.(?:[cm]?[jt]s|[jt]sx|json)$/i;
/** A compiler writes such a file beside a source of the same name, and reads the source instead. */
const WRITTEN = /(?:\.d\.([cm]?)ts|\.([cm]?)jsx?)$/i;
const IGNORED = new Set(['.git', '.hg', '.svn', '.jj']);
const CACHE_TAG = 'CACHEDIR.TAG';
const MODULES = 'node_modules';

export class ShadowScan {
  readonly #files = new Map<string, string>();
  readonly #links = new Map<string, string>();
  readonly #leftOut: ReadonlySet<string>;
  /** Folders to scan with everything below them. */
  readonly #roots: Set<string>;

  constructor(
    private readonly subject: ShadowSubject,
    private readonly signal: AbortSignal,
  ) {
    this.#leftOut = new Set(subject.leftOut);
    this.#roots = new Set([subject.workspaceRoot]);
  }

  /**
   * Undefined where there are too many files, or the caller has cancelled. Skips what cannot be
   * read.
   */
  async content(): Promise<ShadowContent | undefined> {
    await Promise.all(this.subject.named.map((path) => this.#file(path)));
    for (const root of this.#roots) {
      await this.#folder(root);
      for (let folder = dirname(root); dirname(folder) !== folder; folder = dirname(folder)) await this.#modules(join(folder, MODULES));
    }
    return this.#isOver() ? undefined : { files: this.#files, links: this.#links };
  }

  #isOver(): boolean {
    return this.signal.aborted || this.#files.size > MOST_FILES;
  }

  async #folder(folder: string): Promise<void> {
    const entries = await entriesOf(folder);
    const names = new Set(entries.map(({ name }) => name));
    if (this.#isOver() || names.has(CACHE_TAG)) return;
    const folders: string[] = [];
    await Promise.all(
      entries.map(async (entry) => {
        const { name } = entry;
        const path = join(folder, name);
        if (this.#leftOut.has(path) || IGNORED.has(name)) return;
        if (name === MODULES) await this.#modules(path);
        else if (entry.isDirectory()) folders.push(path);
        else if (entry.isSymbolicLink() && (await isFolder(path))) await this.#link(path);
        else if (READ.test(name) && !isOutput(name, names)) await this.#file(path);
      }),
    );
    for (const each of folders) await this.#folder(each);
  }

  async #file(path: string): Promise<void> {
    try {
      const { mtimeNs, ctimeNs, size, ino, mode } = await stat(path, { bigint: true });
      if ((mode & 0o170000n) === 0o100000n) this.#files.set(path, [mtimeNs, ctimeNs, size, ino].join(':'));
    } catch {
      // The file is gone, or its link has no target.
    }
  }

  /** Links each package separately: packages of the workspace differ from those of the registry. */
  async #modules(folder: string): Promise<void> {
    for (const entry of await entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.name.startsWith('.')) continue;
      if (!entry.name.startsWith('@')) await this.#link(path);
      else for (const { name } of await entriesOf(path)) await this.#link(join(path, name));
    }
  }

  async #link(path: string): Promise<void> {
    try {
      const target = await realpath(path);
      this.#links.set(path, target);
      if (isSource(target) && ![...this.#roots].some((root) => target === root || isBelow(target, root)) && (await isFolder(target))) this.#roots.add(target);
    } catch {
      // The link has no target.
    }
  }
}

/**
 * Whatever no package manager has installed is copied, wherever it is: compilers write beside their
 * sources, and never into installed packages.
 */
export function isSource(path: string): boolean {
  return !path.split(sep).includes(MODULES);
}

function isOutput(name: string, names: ReadonlySet<string>): boolean {
  const match = WRITTEN.exec(name);
  if (match === null) return false;
  const stem = name.slice(0, match.index);
  const kind = match[1] ?? match[2] ?? '';
  return names.has(`${stem}.${kind}ts`) || (kind === '' && names.has(`${stem}.tsx`));
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
