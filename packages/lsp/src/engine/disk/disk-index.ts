import type { FileChangeType } from '../../client/protocol/registrations.ts';
import type { Log } from '../../support/log.ts';
import type { AdmittedPath, DiskStamp } from '../../support/paths.ts';
import { inTurns } from '../../support/time-slices.ts';
import type { WatchFilter } from './disk-names.ts';
import { ScanStrategy } from './scan-strategy.ts';
import { type FileState } from './disk-state.ts';
import { DiskTree } from './disk-tree.ts';
import type { AnnouncedChange } from './announced-change.ts';
import type { Workspace } from '../base/workspace.ts';

/** A change on disk, and the file after it. */
export interface FoundChange extends AnnouncedChange {
  readonly state: FileState | undefined;
}

export interface DiskIndexOptions {
  readonly workspace: Workspace;
  readonly watchFilter: WatchFilter;
  /** What is known already of a file, by whoever saw it before the sweep did. */
  readonly latest: (path: AdmittedPath) => AnnouncedChange | undefined;
  /** The file is known to be in this state. */
  readonly knows: (change: FoundChange) => boolean;
  readonly found: (changes: readonly FoundChange[]) => void;
  readonly log: Log;
  /**
   * The number of files and folders from which on they are watched, if the platform supports it.
   */
  readonly watchedFrom?: number;
}

/** Files as they were listed last. */
interface Listing {
  revision: number;
  readonly byEnding: Map<string, ReadonlyMap<AdmittedPath, DiskStamp>>;
}

type IndexState =
  | { readonly kind: 'unseen' }
  /** @property began ns since 1970 */
  | { readonly kind: 'walking'; readonly began: bigint }
  | { readonly kind: 'known' }
  | { readonly kind: 'too-large' };

/**
 * The files and folders below the workspace root, and what has changed since the last sweep.
 *
 * The disk is swept only on request (REQ-EXCL-040). Each sweep notifies all concerned sessions, so
 * that no session misses a change that the sweep found.
 */
export class DiskIndex {
  readonly #tree: DiskTree;
  readonly #look: ScanStrategy;
  #state: IndexState = { kind: 'unseen' };
  readonly #walked = Promise.withResolvers<void>();
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #found: FoundChange[] = [];
  readonly #own: Listing = { revision: 0, byEnding: new Map() };
  readonly #ignored: Listing = { revision: 0, byEnding: new Map() };

  constructor(private readonly options: DiskIndexOptions) {
    const { workspace, watchFilter, log, watchedFrom } = options;
    const moved = this.#note.bind(this);
    this.#tree = new DiskTree({ workspace, watchFilter, moved });
    this.#look = new ScanStrategy(this.#tree, {
      root: workspace.root,
      log,
      ...(watchedFrom !== undefined && { watchedFrom }),
    });
  }

  /** Resolves at the end of the first walk, which only a call of `sweep` begins. Never rejects. */
  get walked(): Promise<void> {
    return this.#walked.promise;
  }

  /** False during the first walk, and if there are too many files to know all of them. */
  get isWhole(): boolean {
    return this.#state.kind === 'known';
  }

  /**
   * Files whose names end with one of these, or equal one, as of the last sweep, without those that git
   * ignores. Returns the same object until one of them has changed.
   *
   * @param endings lower case, as in a registry entry: `.ts`, `makefile`
   */
  files(endings: readonly string[]): ReadonlyMap<AdmittedPath, DiskStamp> {
    return this.#list(endings, false);
  }

  /** The same for those that git ignores and that no tool has edited. */
  ignoredFiles(endings: readonly string[]): ReadonlyMap<AdmittedPath, DiskStamp> {
    return this.#list(endings, true);
  }

  #list(endings: readonly string[], isIgnored: boolean): ReadonlyMap<AdmittedPath, DiskStamp> {
    const listing = isIgnored ? this.#ignored : this.#own;
    const revision = this.#tree.revisionOf(isIgnored);
    if (listing.revision !== revision) listing.byEnding.clear();
    listing.revision = revision;
    return listing.byEnding.getOrInsertComputed(
      endings.join(' '),
      () => new Map(this.#tree.files(endings, isIgnored)),
    );
  }

  /** By git; false for a file that a tool has edited. */
  isIgnored(path: AdmittedPath): boolean {
    return this.#tree.isIgnored(path);
  }

  /** Tools have edited these files: they count, whatever git ignores. */
  edited(paths: readonly AdmittedPath[]): void {
    this.#tree.edited(paths);
  }

  /** Changes whenever a sweep finds a change. */
  get revision(): number {
    return this.#tree.revision;
  }

  /** A file as of the last sweep; undefined if none has found it. */
  lastSeen(path: AdmittedPath): DiskStamp | undefined {
    return this.#state.kind === 'too-large' ? undefined : this.#tree.lastSeen(path);
  }

  /**
   * How the file, looked at now, differs from the last sweep; `unknown` if no sweep has looked at
   * it.
   */
  changeOf(path: AdmittedPath): FileChangeType | 'none' | 'unknown' {
    return this.#state.kind === 'unseen' || this.#state.kind === 'too-large'
      ? 'unknown'
      : this.#tree.changeOf(path);
  }

  /**
   * Begins the first walk, unless it has begun. Call this before a server is started: the server
   * may have read any file that changes from then on.
   */
  begin(): void {
    if (this.#state.kind === 'unseen') void this.sweep();
  }

  /**
   * Looks at everything, and reports changes that are not known yet: all that were made before the call are
   * known then. Callers that come during a sweep share the next one.
   *
   * The first call only begins the first walk: there is no earlier state to compare with. Never
   * rejects.
   */
  sweep(): Promise<void> {
    if (this.#state.kind === 'unseen') {
      // A server that is started now reads nothing before the next millisecond.
      this.#state = { kind: 'walking', began: BigInt(Date.now() + 1) * 1_000_000n };
      void this.#begin();
      return Promise.resolve();
    }
    if (this.#next !== undefined) return this.#next;
    if (this.#running === undefined) return this.#begin();
    this.#next = this.#running.then(() => {
      this.#next = undefined;
      return this.#begin();
    });
    return this.#next;
  }

  /**
   * Looks at everything if the last full sweep was long ago and sweeps only look at touched files:
   * some changes touch nothing. Call this while waiting for something else, and do not await it.
   * Never rejects.
   */
  async lookAround(): Promise<void> {
    await this.#running;
    if (this.#look.renew()) await this.sweep();
  }

  /** Releases the watches of the system. From now on each sweep looks at everything. */
  close(): void {
    this.#look.close();
  }

  #begin(): Promise<void> {
    const sweep = this.#sweep();
    this.#running = sweep;
    void sweep.then(() => {
      if (this.#running !== sweep) return;
      this.#running = undefined;
      // Sweep now, so that no request has to wait for it.
      if (this.#look.isAboutToWatch && this.#next === undefined) void this.#begin();
    });
    return sweep;
  }

  async #sweep(): Promise<void> {
    if (this.#state.kind === 'too-large') return;
    if (!this.#look.isStill) await this.#lookAtDisk();
    if (this.#tree.hasOtherRules()) await inTurns(this.#tree.sortOut());
    if (this.#state.kind === 'walking') this.#state = { kind: 'known' };
    this.#walked.resolve();
    const changes = this.#found;
    this.#found = [];
    if (changes.length > 0) this.options.found(changes);
    await this.#look.prepare();
  }

  async #lookAtDisk(): Promise<void> {
    const work = this.#look.look();
    await inTurns(this.#withinLimit(work));
    if (this.#isWithinLimit()) return;
    await this.#look.prepare();
    if (this.#isWithinLimit()) await inTurns(this.#withinLimit(work));
    if (this.#isWithinLimit()) return;
    this.#state = { kind: 'too-large' };
    this.options.log(
      `more than ${this.#look.most} files and folders: what moves on disk by itself is not noticed`,
    );
    this.#look.close();
  }

  #isWithinLimit(): boolean {
    return this.#tree.size <= this.#look.most;
  }

  /** Can be resumed. */
  *#withinLimit(work: Generator<undefined, void>): Generator<undefined, void> {
    while (this.#isWithinLimit() && work.next().done !== true) yield;
  }

  #note(change: FileChangeType, path: AdmittedPath, state: FileState | undefined): void {
    const index = this.#state;
    if (this.options.knows({ path, change, state })) {
      // A host may announce a new file as `changed`. The files that import it need `created`.
      const known = this.options.latest(path);
      if (index.kind !== 'walking' && change === 'created' && known?.change === 'changed')
        this.#found.push({ path, change, state });
      return;
    }
    if (index.kind !== 'walking') {
      this.#found.push({ path, change, state });
    } else if (state !== undefined && state.ctimeNs >= index.began) {
      // A server started during the first walk may have read the file before the change, or missed
      // it.
      this.#found.push({ path, change: 'created', state }, { path, change: 'changed', state });
    }
  }
}
