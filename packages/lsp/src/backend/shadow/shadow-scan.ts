import type { BigIntStats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { NODE_MODULES, readEntries } from '../../support/folders.ts';
import { isNestedWorkTree, WORK_TREE_MARKS } from '../../support/git-folder.ts';
import { isBelow } from '../../support/paths.ts';

/** The originals of a shadow workspace. Paths are absolute; folders are real. */
export interface ShadowSubject {
  /** Folders to copy with everything below them. */
  readonly roots: readonly string[];
  /** Files to copy wherever they are, such as project files. */
  readonly named: readonly string[];
  /** Files and folders not to copy. */
  readonly leftOut: readonly string[];
}

/** What of the originals is copied. */
export interface ShadowRules {
  /** @param names all names in the folder of the file */
  copies(name: string, names: ReadonlySet<string>): boolean;
  /**
   * Where a link to a folder leads in the copy: to the copy of its target, which is copied wherever
   * it is, or to the target itself.
   */
  linked(target: string): 'copy' | 'original' | 'nowhere';
  /**
   * `installed`: version control and caches are left out, and each package in `node_modules` is
   * linked by itself. `sources`: packages are left out, too. `all`: nothing is.
   */
  readonly folders: 'installed' | 'sources' | 'all';
  /** Above this, copying costs too much. */
  readonly most: { readonly files: number; readonly bytes: number };
}

/** The content of a shadow workspace, by the absolute path of the original. */
export interface ShadowContent {
  /** Disk stamps of the files. */
  readonly files: ReadonlyMap<string, string>;
  /** The absolute, real targets of links. */
  readonly links: ReadonlyMap<string, string>;
}

/** Version control. */
const IGNORED: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', '.jj']);
const CACHE_TAG = 'CACHEDIR.TAG';

export class ShadowScan {
  readonly #files = new Map<string, string>();
  readonly #links = new Map<string, string>();
  /** Links to files, and their targets. */
  readonly #fileLinks = new Map<string, string>();
  readonly #leftOut: ReadonlySet<string>;
  /** Folders to scan with everything below them. */
  readonly #roots: Set<string>;
  #bytes = 0n;

  constructor(
    private readonly subject: ShadowSubject,
    private readonly rules: ShadowRules,
    private readonly signal: AbortSignal,
  ) {
    this.#leftOut = new Set(subject.leftOut);
    this.#roots = new Set(subject.roots);
  }

  /**
   * Undefined where there is too much to copy, or the caller has cancelled. Skips what cannot be
   * read.
   */
  async content(): Promise<ShadowContent | undefined> {
    await Promise.all(this.subject.named.map((path) => this.#file(path)));
    for (const root of this.#roots) {
      await this.#folder(root, root);
      for (let folder = dirname(root); dirname(folder) !== folder; folder = dirname(folder))
        await this.#modules(join(folder, NODE_MODULES));
    }
    for (const [path, target] of this.#fileLinks) {
      if (this.#files.has(target)) this.#links.set(path, target);
      else await this.#file(path);
    }
    return this.#isOver() ? undefined : { files: this.#files, links: this.#links };
  }

  #isOver(): boolean {
    const { files, bytes } = this.rules.most;
    return this.signal.aborted || this.#files.size > files || Number(this.#bytes) > bytes;
  }

  /** @param root of which it is a part */
  async #folder(folder: string, root: string): Promise<void> {
    const entries = await readEntries(folder);
    const names = new Set(entries.map(({ name }) => name));
    const isWhole = this.rules.folders === 'all';
    if (this.#isOver() || (names.has(CACHE_TAG) && !isWhole)) return;
    const isTree = WORK_TREE_MARKS.some((mark) => names.has(mark));
    if (isTree && !isWhole && !this.#roots.has(folder) && isNestedWorkTree(folder, root)) return;
    const folders: string[] = [];
    await Promise.all(
      entries.map(async (entry) => {
        const { name } = entry;
        const path = join(folder, name);
        if (this.#leftOut.has(path) || (IGNORED.has(name) && !isWhole)) return;
        if (name === NODE_MODULES && !isWhole) await this.#modules(path);
        else if (entry.isDirectory()) folders.push(path);
        else if (entry.isSymbolicLink() && (await statsOf(path))?.isDirectory() === true)
          await this.#link(path);
        else if (!this.rules.copies(name, names)) return;
        else if (entry.isSymbolicLink() && process.platform !== 'win32') await this.#fileLink(path);
        else await this.#file(path);
      }),
    );
    for (const each of folders) await this.#folder(each, root);
  }

  async #file(path: string): Promise<void> {
    const stats = await statsOf(path);
    if (stats?.isFile() !== true) return;
    this.#files.set(path, stampOf(stats));
    this.#bytes += stats.size;
  }

  /** Links each package separately: packages of the workspace differ from those of the registry. */
  async #modules(folder: string): Promise<void> {
    if (this.rules.folders !== 'installed') return;
    for (const entry of await readEntries(folder)) {
      const path = join(folder, entry.name);
      if (entry.name.startsWith('.')) continue;
      if (!entry.name.startsWith('@')) await this.#link(path);
      else for (const { name } of await readEntries(path)) await this.#link(join(path, name));
    }
  }

  async #link(path: string): Promise<void> {
    const target = await realpath(path).catch(() => undefined);
    const leadsTo = target === undefined ? 'nowhere' : this.rules.linked(target);
    if (target === undefined || leadsTo === 'nowhere') return;
    this.#links.set(path, target);
    if (
      leadsTo === 'copy' &&
      ![...this.#roots].some((root) => target === root || isBelow(target, root)) &&
      (await statsOf(target))?.isDirectory() === true
    )
      this.#roots.add(target);
  }

  async #fileLink(path: string): Promise<void> {
    const target = await realpath(path).catch(() => undefined);
    if (target !== undefined) this.#fileLinks.set(path, target);
  }
}

export function stampOf({ mtimeNs, ctimeNs, size, ino }: BigIntStats): string {
  return [mtimeNs, ctimeNs, size, ino].join(':');
}

/** Of the target of a link; undefined where there is none. */
export async function statsOf(path: string): Promise<BigIntStats | undefined> {
  return await stat(path, { bigint: true }).catch(() => undefined);
}
