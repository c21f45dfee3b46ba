import type { Log } from '../../support/log.ts';
import type { FolderWatch } from './folder-watch.ts';
import type { Folder } from './disk-folder.ts';
import type { DiskTree } from './disk-tree.ts';

/** Scanning fewer files and folders takes a fraction of a millisecond: ADR 0013. */
const WATCHED_FROM = 200;

/** Scanning more than this each time would delay every answer. */
const MOST_SWEPT = 50_000;

/** Watching more than this would cost too much memory, at 1.3 KB each. */
const MOST_WATCHED = 100_000;

/**
 * Files that can change without a trace in their folders: this many cost as much as a full scan
 * did.
 */
const MOST_ALIASES = 1_000;

/** How long changes without an event may stay unnoticed while files are checked, ms. */
const WHOLE_EVERY = 600_000;

type Watching =
  | { readonly kind: 'unneeded' }
  | { readonly kind: 'on'; readonly watch: FolderWatch<Folder> }
  | { readonly kind: 'impossible' };

/**
 * How the tree is scanned: all of it each time, or, where it is large and the platform reports what
 * was touched, only that.
 */
export class ScanStrategy {
  #watching: Watching = { kind: 'unneeded' };
  #isDue = true;
  /** ms, performance.now */
  #wholeAt = 0;

  constructor(
    private readonly tree: DiskTree,
    private readonly options: {
      readonly root: string;
      readonly log: Log;
      readonly watchedFrom?: number;
      readonly most?: number;
    },
  ) {}

  /** How many files and folders can be known. */
  get most(): number {
    return this.options.most ?? (this.#watching.kind === 'on' ? MOST_WATCHED : MOST_SWEPT);
  }

  /** Known without a scan: nothing was touched. */
  get isStill(): boolean {
    return (
      this.#watching.kind === 'on' &&
      !this.#isDue &&
      this.#watching.watch.isStill &&
      this.tree.aliases === 0 &&
      this.tree.isTrusted
    );
  }

  /** The next scan has the folders watched. */
  get isAboutToWatch(): boolean {
    return this.#watching.kind === 'on' && this.#isDue;
  }

  /**
   * Makes the next scan a full one if the last full one is that long ago, so that it finds changes
   * without an event. Returns true if so.
   */
  renew(): boolean {
    if (this.#watching.kind !== 'on' || this.#isDue || performance.now() - this.#wholeAt < WHOLE_EVERY)
      return false;
    this.#isDue = true;
    return true;
  }

  /** Makes the next scan a full one. */
  lookAtAll(): void {
    this.#isDue = true;
  }

  /** Call it between two scans. Never rejects. */
  async prepare(): Promise<void> {
    if (this.#watching.kind !== 'unneeded' || this.tree.size < (this.options.watchedFrom ?? WATCHED_FROM))
      return;
    this.#begin(await openWatch(this.options.root));
  }

  #begin(watch: FolderWatch<Folder> | string): void {
    if (typeof watch === 'string') {
      this.#giveUp(watch);
      return;
    }
    // The strategy may have been closed meanwhile.
    if (this.#watching.kind !== 'unneeded') {
      watch.close();
      return;
    }
    this.#watching = { kind: 'on', watch };
    this.tree.watchWith(watch);
    this.#isDue = true;
  }

  /** Finds every change made before the call. Yields where other work may have a turn. */
  *look(): Generator<undefined, void> {
    const touched = this.#watching.kind === 'on' ? this.#watching.watch.take() : undefined;
    if (touched !== undefined && !this.#isDue && this.tree.isTrusted) yield* this.tree.update(touched);
    if (touched === undefined || this.#isDue || !this.tree.isTrusted) yield* this.#lookAtAll();
    const problem = this.#problem;
    if (problem !== undefined) this.#giveUp(problem);
  }

  close(): void {
    if (this.#watching.kind === 'on') this.#watching.watch.close();
    this.#watching = { kind: 'impossible' };
    this.tree.watchWith(undefined);
  }

  *#lookAtAll(): Generator<undefined, void> {
    this.#isDue = false;
    this.#wholeAt = performance.now();
    yield* this.tree.sweep();
  }

  get #problem(): string | undefined {
    if (this.#watching.kind !== 'on') return undefined;
    if (this.tree.aliases > MOST_ALIASES)
      return `more than ${MOST_ALIASES} files are links or have other names besides`;
    return this.#watching.watch.problem;
  }

  #giveUp(reason: string): void {
    this.close();
    this.options.log(`the workspace is not watched but looked at each time: ${reason}`);
  }
}

/** The watch, or why there is none. */
async function openWatch(root: string): Promise<FolderWatch<Folder> | string> {
  if (process.platform !== 'linux') return 'only Linux tells reliably what was touched';
  const { watchFolders } = await import('./folder-watch.ts');
  return watchFolders<Folder>(root);
}
