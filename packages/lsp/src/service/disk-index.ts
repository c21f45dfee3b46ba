import type { FileChange } from '../client/registrations.ts';
import type { Log } from '../log.ts';
import type { AdmittedPath, DiskStamp } from '../paths.ts';
import type { WatchFilter } from './disk-names.ts';
import { ScanStrategy } from './scan-strategy.ts';
import { fileState, type FileState, isSameFile, lookAt } from './disk-state.ts';
import { DiskTree } from './disk-tree.ts';
import type { AnnouncedChange, Session } from './session.ts';
import { inTurns } from './turn-taking.ts';
import type { Workspace } from './workspace.ts';

export interface DiskIndexOptions {
  readonly workspace: Workspace;
  readonly isOfInterest: WatchFilter;
  /** Tells everybody whom it may concern. */
  readonly tell: (changes: readonly AnnouncedChange[]) => NotifiedSessions;
  readonly log: Log;
  /** From how many files and folders on they are watched, where the platform can. */
  readonly watchedFrom?: number;
}

/** Who was told, and when, ms, performance.now. The promises never reject. */
export type NotifiedSessions = ReadonlyMap<Session, Promise<number>>;

/** What moved on disk behind us. */
export interface Moved {
  readonly changes: readonly AnnouncedChange[];
  readonly notified: NotifiedSessions;
}

const NOTHING: Moved = { changes: [], notified: new Map() };

type IndexState =
  | { readonly kind: 'unseen' }
  /** @property began ns since 1970 */
  | { readonly kind: 'walking'; readonly began: bigint }
  | { readonly kind: 'known' }
  | { readonly kind: 'too-large' };

/**
 * What there is on disk below the workspace root, and what has moved since it was looked at last.
 *
 * It is only looked at when somebody asks (REQ-EXCL-040). Whoever looks has everybody told, so that what was found is lost to nobody.
 */
export class DiskIndex {
  readonly #tree: DiskTree;
  readonly #look: ScanStrategy;
  #state: IndexState = { kind: 'unseen' };
  readonly #walked = Promise.withResolvers<void>();
  #running: Promise<Moved> | undefined;
  #next: Promise<Moved> | undefined;
  #found: AnnouncedChange[] = [];
  readonly #expected = new Map<AdmittedPath, { readonly change: FileChange; readonly state: FileState | undefined }>();
  #revision = 0;
  readonly #byEnding = new Map<string, ReadonlyMap<AdmittedPath, DiskStamp>>();

  constructor(private readonly options: DiskIndexOptions) {
    const { workspace, isOfInterest, log, watchedFrom } = options;
    const moved = this.#note.bind(this);
    this.#tree = new DiskTree({ workspace, isOfInterest, moved });
    this.#look = new ScanStrategy(this.#tree, { root: workspace.root, log, ...(watchedFrom !== undefined && { watchedFrom }) });
  }

  /** Resolves once everything was looked at for the first time; not before somebody sweeps. Never rejects. */
  get walked(): Promise<void> {
    return this.#walked.promise;
  }

  /** False while the first walk lasts, and where there is too much to know all of it. */
  get isWhole(): boolean {
    return this.#state.kind === 'known';
  }

  /**
   * The files whose names end so, or are so, as the last sweep found them; the same object until something has moved.
   *
   * @param endings lower case, as in a registry entry: `.ts`, `makefile`
   */
  files(endings: readonly string[]): ReadonlyMap<AdmittedPath, DiskStamp> {
    if (this.#revision !== this.#tree.revision) this.#byEnding.clear();
    this.#revision = this.#tree.revision;
    const key = endings.join(' ');
    const known = this.#byEnding.get(key);
    if (known !== undefined) return known;
    const files = new Map<AdmittedPath, DiskStamp>(this.#tree.files(endings));
    this.#byEnding.set(key, files);
    return files;
  }

  /** Another one once something has moved, as far as the last sweep has found it. */
  get revision(): number {
    return this.#tree.revision;
  }

  /** A file as the last sweep found it; undefined where none has. */
  lastSeen(path: AdmittedPath): DiskStamp | undefined {
    return this.#state.kind === 'too-large' ? undefined : this.#tree.lastSeen(path);
  }

  /** How a file differs from what the last sweep found, looked at now; `unknown` where no sweep has looked at it. */
  newsOf(path: AdmittedPath): FileChange | 'none' | 'unknown' {
    return this.#state.kind === 'unseen' || this.#state.kind === 'too-large' ? 'unknown' : this.#tree.newsOf(path);
  }

  /** Begins the first walk, unless it has begun. To be called before a server is started: it may have read whatever moves from then on. */
  begin(): void {
    if (this.#state.kind === 'unseen') void this.sweep();
  }

  /** These were just written, or deleted, by somebody who tells of it: no news, unless they move once more. */
  expect(changes: Iterable<AnnouncedChange>): void {
    for (const { path, change } of changes) {
      const seen = lookAt(path);
      this.#expected.set(path, { change, state: seen.kind === 'file' ? fileState(path, seen.stat) : undefined });
    }
  }

  /**
   * Looks at everything and tells of what moved. The answer holds all that was moved before the call, be it found by a sweep under way; those who
   * call meanwhile share the next one. The first call only begins the first walk: nothing is known yet that could have moved. Never rejects.
   */
  sweep(): Promise<Moved> {
    if (this.#state.kind === 'unseen') {
      // No server that is started now has read anything before the next millisecond.
      this.#state = { kind: 'walking', began: BigInt(Date.now() + 1) * 1_000_000n };
      void this.#begin();
      return Promise.resolve(NOTHING);
    }
    if (this.#next !== undefined) return this.#next;
    if (this.#running === undefined) return this.#begin();
    this.#next = this.#running.then(async (found) => {
      this.#next = undefined;
      return both(found, await this.#begin());
    });
    return this.#next;
  }

  /**
   * Looks at everything, where that was long ago and only what was touched is looked at: some changes touch nothing. To be called by who waits for
   * something else; nobody waits for this. Never rejects.
   */
  async lookAround(): Promise<void> {
    await this.#running;
    if (this.#look.renew()) await this.sweep();
  }

  /** Lets go of what the system keeps for it. From now on it looks at everything each time. */
  close(): void {
    this.#look.close();
  }

  #begin(): Promise<Moved> {
    const sweep = this.#sweep();
    this.#running = sweep;
    void sweep.then(() => {
      if (this.#running !== sweep) return;
      this.#running = undefined;
      // So that nobody waits for it.
      if (this.#look.isAboutToWatch && this.#next === undefined) void this.#begin();
    });
    return sweep;
  }

  async #sweep(): Promise<Moved> {
    if (this.#state.kind === 'too-large') return NOTHING;
    const expected = [...this.#expected];
    if (!this.#look.isStill) await this.#lookAtDisk();
    for (const [path, expectation] of expected) if (this.#expected.get(path) === expectation) this.#expected.delete(path);
    if (this.#state.kind === 'walking') this.#state = { kind: 'known' };
    this.#walked.resolve();
    const changes = this.#found;
    this.#found = [];
    const moved = changes.length === 0 ? NOTHING : { changes, notified: this.options.tell(changes) };
    await this.#look.prepare();
    return moved;
  }

  async #lookAtDisk(): Promise<void> {
    const work = this.#look.look();
    await inTurns(this.#withinLimit(work));
    if (this.#isWithinLimit()) return;
    await this.#look.prepare();
    if (this.#isWithinLimit()) await inTurns(this.#withinLimit(work));
    if (this.#isWithinLimit()) return;
    this.#state = { kind: 'too-large' };
    this.options.log(`more than ${this.#look.most} files and folders: what moves on disk by itself is not noticed`);
    this.#look.close();
  }

  #isWithinLimit(): boolean {
    return this.#tree.size <= this.#look.most;
  }

  /** Can be gone on with. */
  *#withinLimit(work: Generator<undefined, void>): Generator<undefined, void> {
    while (this.#isWithinLimit() && work.next().done !== true) yield;
  }

  #note(change: FileChange, path: AdmittedPath, state: FileState | undefined): void {
    const expectation = this.#expected.get(path);
    const index = this.#state;
    if (expectation !== undefined && isSameFile(expectation.state, state)) {
      // Hosts need not know that a file is new, but whoever imports it has to.
      if (index.kind !== 'walking' && change === 'created' && expectation.change === 'changed') this.#found.push({ path, change });
      return;
    }
    if (index.kind !== 'walking') {
      this.#found.push({ path, change });
    } else if (state !== undefined && state.ctimeNs >= index.began) {
      // A server that has been started meanwhile may have read it before, or missed it.
      this.#found.push({ path, change: 'created' }, { path, change: 'changed' });
    }
  }
}

function both(earlier: Moved, later: Moved): Moved {
  return { changes: [...earlier.changes, ...later.changes], notified: new Map([...earlier.notified, ...later.notified]) };
}
