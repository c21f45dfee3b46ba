import type { FileChangeType } from '../../client/protocol/registrations.ts';
import type { Log } from '../../support/log.ts';
import { type AdmittedPath, type DiskStamp, isBelow } from '../../support/paths.ts';
import { inTurns } from '../../support/time-slices.ts';
import type { WatchFilter } from './disk-names.ts';
import { ScanStrategy } from './scan-strategy.ts';
import { type FileState } from './disk-state.ts';
import { DiskTree } from './disk-tree.ts';
import { ReadPlaces } from './read-places.ts';
import type { AnnouncedChange } from './announced-change.ts';
import type { Workspace } from '../base/workspace.ts';

/** A change on disk, and the file after it. */
export interface FoundChange extends AnnouncedChange {
  readonly state: FileState | undefined;
  /** The last state of a deleted file, where it is known: one that was moved has it under its new name. */
  readonly was?: FileState;
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
  /** How many files and folders are known. */
  readonly most?: number;
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

/** How often large folders are left out one by one, before all are that are not needed. */
const MOST_ROUNDS = 12;
/** Which part of the limit is kept then, so that it does not happen for each folder. */
const KEPT = 0.75;
/** How many of them the log names. */
const MOST_NAMED = 5;

/** ns since 1970. A server that is started now reads nothing before the next millisecond. */
function soon(): bigint {
  return BigInt(Date.now() + 1) * 1_000_000n;
}

/**
 * The files and folders below the workspace root, and what has changed since the last sweep.
 *
 * The disk is swept only on request (REQ-EXCL-040). Each sweep notifies all concerned sessions, so
 * that no session misses a change that the sweep found.
 */
export class DiskIndex {
  readonly #tree: DiskTree;
  readonly #look: ScanStrategy;
  readonly #places: ReadPlaces;
  #state: IndexState = { kind: 'unseen' };
  readonly #walked = Promise.withResolvers<void>();
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #found: FoundChange[] = [];
  /** Folders that were left out, and that the next sweep walks for the first time. */
  #reportedLeft = 0;
  #rules = 0;
  #added: { readonly folder: string; readonly began: bigint }[] = [];
  readonly #own: Listing = { revision: 0, byEnding: new Map() };
  readonly #ignored: Listing = { revision: 0, byEnding: new Map() };

  constructor(private readonly options: DiskIndexOptions) {
    const { workspace, watchFilter, log, watchedFrom, most } = options;
    const moved = this.#note.bind(this);
    this.#tree = new DiskTree({ workspace, watchFilter, moved });
    this.#places = new ReadPlaces({
      isWalked: (path) => this.#tree.changeOf(path) !== 'unknown',
      workspace,
      watchFilter,
      moved,
    });
    this.#look = new ScanStrategy(this.#tree, {
      root: workspace.root,
      log,
      ...(watchedFrom !== undefined && { watchedFrom }),
      ...(most !== undefined && { most }),
    });
  }

  /** Resolves at the end of the first walk, which only a call of `sweep` begins. Never rejects. */
  get walked(): Promise<void> {
    return this.#walked.promise;
  }

  /** False during the first walk, and if there are too many files to know all of them. */
  get isWhole(): boolean {
    return this.isWalked && this.#tree.left.size === 0;
  }

  /** The first walk is over, though it may have left out large folders. */
  get isWalked(): boolean {
    return this.#state.kind === 'known';
  }

  /**
   * Whether a folder at or below this one is left out, so that changes there are not noticed.
   *
   * @param counts whether such a folder matters
   */
  lacks(root: string, counts: (folder: string, isIgnored: boolean) => boolean): boolean {
    return (
      this.#state.kind === 'too-large' ||
      [...this.#tree.left].some(
        (folder) =>
          (folder === root || isBelow(folder, root)) && counts(folder, this.#tree.isIgnoredFolder(folder)),
      )
    );
  }

  /** These files are worked at: their folders are looked at first, and are not left out. */
  need(paths: readonly AdmittedPath[]): void {
    const found = this.#tree.need(paths).map((folder) => ({ folder, began: soon() }));
    if (found.length === 0) return;
    this.#added.push(...found);
    this.#look.lookAtAll();
  }

  /**
   * Files whose names end with one of these, or equal one, as of the last sweep, without those that git
   * ignores. Returns the same object until one of them has changed.
   *
   * @param endings lower case, as in a registry entry: `.ts`, `makefile`
   * @param tree those of another work tree, which somebody works at; see {@link WorkTrees}
   */
  files(endings: readonly string[], tree?: string): ReadonlyMap<AdmittedPath, DiskStamp> {
    const all = this.allFiles(endings);
    const { trees } = this.options.workspace;
    if (!trees.areWorkedAt) return all;
    return this.#own.byEnding.getOrInsertComputed(
      [trees.revision, tree, ...endings].join('\0'),
      () => new Map([...all].filter(([path]) => trees.workedAround(path) === tree)),
    );
  }

  /** The same, also of the other work trees that somebody works at. */
  allFiles(endings: readonly string[]): ReadonlyMap<AdmittedPath, DiskStamp> {
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

  /** See {@link Listings.of}, as of the last sweep. */
  listingOf(folder: string): number {
    return this.#tree.listings.of(folder);
  }

  /** Changes whenever a sweep finds that git may ignore other files than before. */
  get rules(): number {
    return this.#rules;
  }

  /** By git; false for a file that a tool has edited. */
  isIgnored(path: AdmittedPath): boolean {
    return this.#tree.isIgnored(path);
  }

  /** Tools have edited these files: they count, whatever git ignores. */
  edited(paths: readonly AdmittedPath[]): void {
    this.#tree.edited(paths);
  }

  /** The other names by which links of the workspace lead to this file, as of the last sweep. */
  aliasesOf(path: AdmittedPath): readonly AdmittedPath[] {
    return this.#tree.links.aliasesOf(path);
  }

  /** A server has read these files, and no others: those that no walk finds are looked at, too. */
  read(server: object, files: readonly string[]): void {
    this.#places.read(
      server,
      files.map((path) => this.options.workspace.walked(path)),
    );
  }

  /** A server has read this file, which no walk finds, or one beside it. */
  mayBeRead(path: AdmittedPath): boolean {
    return this.#places.mayHold(path);
  }

  /** The server has ended. */
  forget(server: object): void {
    this.#places.forget(server);
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
      this.#state = { kind: 'walking', began: soon() };
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

  /** Resolves once all is known that was changed before the call. Before the first walk nothing has. */
  seen(): Promise<void> {
    return this.#state.kind === 'unseen' ? Promise.resolve() : this.sweep();
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
    if (this.#state.kind !== 'too-large' && !this.#look.isStill) await this.#lookAtDisk();
    if (this.#places.size > 0) await inTurns(this.#places.sweep());
    if (this.#tree.hasOtherRules()) {
      await inTurns(this.#tree.sortOut());
      this.#rules++;
    }
    if (this.#state.kind === 'walking') this.#state = { kind: 'known' };
    this.#walked.resolve();
    const changes = this.#found;
    this.#found = [];
    if (changes.length > 0) this.options.found(changes);
    await this.#look.prepare();
  }

  async #lookAtDisk(): Promise<void> {
    const work = this.#look.look();
    const added = new Set(this.#added);
    await inTurns(this.#withinLimit(work));
    if (!this.#isWithinLimit()) await this.#look.prepare();
    for (let round = 0; ; round++) {
      if (this.#isWithinLimit()) await inTurns(this.#withinLimit(work));
      if (this.#isWithinLimit()) break;
      const isLast = round >= MOST_ROUNDS;
      if (this.#tree.leave(this.#look.most * KEPT, isLast)) continue;
      this.#state = { kind: 'too-large' };
      this.options.log(
        `more than ${this.#look.most} files and folders: what moves on disk by itself is not noticed`,
      );
      this.#look.close();
      return;
    }
    this.#added = this.#added.filter((one) => !added.has(one));
    this.#reportLeft();
  }

  #reportLeft(): void {
    const { left } = this.#tree;
    if (left.size === this.#reportedLeft) return;
    this.#reportedLeft = left.size;
    const named = [...left].slice(0, MOST_NAMED).join(', ');
    const more = left.size > MOST_NAMED ? ` and ${left.size - MOST_NAMED} more` : '';
    this.options.log(
      `more than ${this.#look.most} files and folders: what moves by itself in these folders is not ` +
        `noticed until a file there is edited: ${named}${more}`,
    );
  }

  #isWithinLimit(): boolean {
    return this.#tree.size <= this.#look.most;
  }

  /** Can be resumed. */
  *#withinLimit(work: Generator<undefined, void>): Generator<undefined, void> {
    while (this.#isWithinLimit() && work.next().done !== true) yield;
  }

  #note(change: FileChangeType, path: AdmittedPath, state: FileState | undefined, was?: FileState): void {
    const index = this.#state;
    const began =
      index.kind === 'walking'
        ? index.began
        : this.#added.findLast(({ folder }) => isBelow(path, folder))?.began;
    if (this.options.knows({ path, change, state })) {
      // A host may announce a new file as `changed`. The files that import it need `created`.
      const known = this.options.latest(path);
      if (began === undefined && change === 'created' && known?.change === 'changed')
        this.#found.push({ path, change, state });
      return;
    }
    if (began === undefined) {
      this.#found.push({ path, change, state, ...(was && { was }) });
    } else if (state !== undefined && state.ctimeNs >= began) {
      // A server started during the first walk may have read the file before the change, or missed
      // it.
      this.#found.push({ path, change: 'changed', state }, { path, change: 'created', state });
    }
  }
}
