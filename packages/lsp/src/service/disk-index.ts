import type { FileChange } from '../client/registrations.ts';
import type { Log } from '../log.ts';
import type { AdmittedPath, DiskStamp } from '../paths.ts';
import type { Interest } from './disk-names.ts';
import { fileState, type FileState, isSameFile, lookAt } from './disk-state.ts';
import { DiskTree } from './disk-tree.ts';
import type { AnnouncedChange, Session } from './session.ts';
import { inTurns } from './turn-taking.ts';
import type { Workspace } from './workspace.ts';

/** Where there are more files and folders than this, looking at all of them would hold back every answer. */
const LIMIT = 50_000;

export interface DiskIndexOptions {
  readonly workspace: Workspace;
  readonly isOfInterest: Interest;
  /** Tells everybody whom it may concern. */
  readonly tell: (changes: readonly AnnouncedChange[]) => Told;
  readonly log: Log;
}

/** Who was told, and when, ms, performance.now. The promises never reject. */
export type Told = ReadonlyMap<Session, Promise<number>>;

/** What moved on disk behind us. */
export interface Moved {
  readonly changes: readonly AnnouncedChange[];
  readonly told: Told;
}

const NOTHING: Moved = { changes: [], told: new Map() };

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
  #state: IndexState = { kind: 'unseen' };
  readonly #walked = Promise.withResolvers<void>();
  #running: Promise<Moved> | undefined;
  #next: Promise<Moved> | undefined;
  #found: AnnouncedChange[] = [];
  readonly #expected = new Map<AdmittedPath, { readonly state: FileState | undefined }>();
  readonly #byEnding = new Map<string, ReadonlyMap<AdmittedPath, DiskStamp>>();

  constructor(private readonly options: DiskIndexOptions) {
    const { workspace, isOfInterest } = options;
    const moved = this.#note.bind(this);
    this.#tree = new DiskTree({ workspace, isOfInterest, moved });
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
    const key = endings.join(' ');
    const known = this.#byEnding.get(key);
    if (known !== undefined) return known;
    const files = new Map<AdmittedPath, DiskStamp>(this.#tree.files(endings));
    this.#byEnding.set(key, files);
    return files;
  }

  /** These were just written, or deleted, by somebody who tells of it: no news, unless they move once more. */
  expect(paths: Iterable<AdmittedPath>): void {
    for (const path of paths) {
      const seen = lookAt(path);
      this.#expected.set(path, { state: seen.kind === 'file' ? fileState(path, seen.stat) : undefined });
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

  #begin(): Promise<Moved> {
    const sweep = this.#sweep();
    this.#running = sweep;
    void sweep.then(() => {
      if (this.#running === sweep) this.#running = undefined;
    });
    return sweep;
  }

  async #sweep(): Promise<Moved> {
    if (this.#state.kind === 'too-large') return NOTHING;
    const expected = [...this.#expected];
    await inTurns(this.#withinLimit());
    for (const [path, expectation] of expected) if (this.#expected.get(path) === expectation) this.#expected.delete(path);
    if (this.#state.kind === 'walking') this.#state = { kind: 'known' };
    this.#walked.resolve();
    const changes = this.#found;
    this.#found = [];
    return changes.length === 0 ? NOTHING : { changes, told: this.options.tell(changes) };
  }

  *#withinLimit(): Generator<undefined, void> {
    const work = this.#tree.sweep();
    while (work.next().done !== true) {
      if (this.#tree.size > LIMIT) {
        this.#state = { kind: 'too-large' };
        this.options.log(`more than ${LIMIT} files and folders: what moves on disk by itself is not noticed`);
        return;
      }
      yield;
    }
  }

  #note(change: FileChange, path: AdmittedPath, state: FileState | undefined): void {
    this.#byEnding.clear();
    const expectation = this.#expected.get(path);
    if (expectation !== undefined && isSameFile(expectation.state, state)) return;
    if (this.#state.kind !== 'walking') {
      this.#found.push({ path, change });
    } else if (state !== undefined && state.ctimeNs >= this.#state.began) {
      // A server that has been started meanwhile may have read it before, or missed it.
      this.#found.push({ path, change: 'created' }, { path, change: 'changed' });
    }
  }
}

function both(earlier: Moved, later: Moved): Moved {
  return { changes: [...earlier.changes, ...later.changes], told: new Map([...earlier.told, ...later.told]) };
}
