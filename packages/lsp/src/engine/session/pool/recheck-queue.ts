import { perKey } from '../../../support/per-key.ts';
import { TimeSlices } from '../../../support/time-slices.ts';
import { Condition } from '../../../support/condition.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import type { StaleMark, StaleProjects } from './stale-projects.ts';
import { DurationEstimate } from '../duration-estimate.ts';
import { Deadline } from '../../base/deadline.ts';
import type { Session } from '../session.ts';

/**
 * How long the pause must be before a file is begun that no caller waits for: so many times the
 * file's estimated duration, within these limits, ms. So the next check waits for no more than a
 * small part of the pause before it. A host that has several calls to make goes on at once, and
 * finds the server free. A model that reads the result first takes longer than the pause.
 */
const PAUSE = { times: 10, least: 2000, most: 5000 } as const;

/**
 * How many of the queued files are searched for one that fits, as each of them costs a look at the
 * disk.
 */
const LOOK_AHEAD = 200;

/**
 * A file that is begun must be likely to end within the bound: in `times` its estimated duration,
 * before the `last` part of the bound begins. Larger margins leave out files that would have ended
 * in time (ADR 0019). Without a margin, the next check waits for a file that outlasts the bound.
 */
const MARGIN = { times: 1.5, last: 0.1 } as const;

export interface RecheckQueueOptions {
  readonly session: Session;
  readonly staleMark: StaleMark;
  /**
   * In the order in which they are asked about. Those that the stale mark has verified already are
   * skipped.
   */
  readonly paths: readonly AdmittedPath[];
  /** Those of the paths that a caller waits for; absent: all of them. */
  readonly awaited?: readonly AdmittedPath[];
  /**
   * Whether the session would check the file if it was edited; the others are passed over. Each answer costs
   * looks at the disk, so it is asked when it is the file's turn. Absent: all.
   */
  readonly isServed?: (path: AdmittedPath) => boolean;
  /** Finds what is asked about after `paths`; undefined where that fails. Never rejects. */
  readonly more: (() => Promise<readonly AdmittedPath[] | undefined>) | undefined;
  /** How long one file may take, ms. */
  readonly msPerFile: number;
  /** Until when a caller waits for it, ms, performance.now; without it, no caller waits. */
  readonly awaitedUntil?: number;
  /** Called once all of them are verified. */
  finished(): void;
}

/**
 * Rechecks the files that a change may have broken. When no caller waits any more, it goes on until
 * it is interrupted: with one file at a time, after a pause. Most servers cannot be stopped while
 * they check a file, and the next check would have to wait for that.
 */
export class RecheckQueue {
  readonly options: RecheckQueueOptions;
  /** Resolves when every file was asked about, or the queue was interrupted. Never rejects. */
  readonly over: Promise<void>;

  readonly #queue: AdmittedPath[];
  /** Undefined until they are found. */
  #more: readonly AdmittedPath[] | undefined;
  readonly #interrupted = new AbortController();
  readonly #progress = new Condition();
  readonly #timeSlices = new TimeSlices();
  readonly #asked = new Set<AdmittedPath>();
  readonly #passedOver = new Set<AdmittedPath>();
  /** All were asked about. */
  #isOver = false;
  #awaitedUntil: number;
  /** ms. */
  readonly #reserve: number;
  #workers = 0;
  /** No further file will be answered in time for a waiting caller. */
  #isResting = false;
  readonly #unawaited = Promise.withResolvers<void>();

  /**
   * @param durations of the session
   * @param before the queue in progress for the same stale mark: what it verifies is not asked
   * about again
   */
  constructor(
    options: RecheckQueueOptions,
    private readonly durations: DurationEstimate,
    before?: RecheckQueue,
  ) {
    this.options = options;
    const now = performance.now();
    this.#awaitedUntil = options.awaitedUntil ?? now;
    this.#reserve = MARGIN.last * Math.max(0, this.#awaitedUntil - now);
    this.#more = options.more === undefined ? [] : undefined;
    this.#queue = this.#unverified(options.paths);
    this.over = this.#run(before);
  }

  /** All of them that are the session's are verified. */
  get complete(): boolean {
    const { paths } = this.options;
    return this.#more !== undefined && this.#unverified([...paths, ...this.#more]).length === 0;
  }

  /** All that a caller waits for is verified. */
  get isAnswered(): boolean {
    const { awaited } = this.options;
    return awaited === undefined ? this.complete : this.#unverified(awaited).length === 0;
  }

  /**
   * Resolves when so many files have been asked about, or all that are awaited, or when no further one would
   * be answered in time, or when `signal` aborts.
   */
  async reached(count: number, signal: AbortSignal): Promise<void> {
    const { awaited } = this.options;
    const areAsked = (): boolean =>
      awaited === undefined ? this.#isOver : this.#unverified(awaited).every((path) => this.#asked.has(path));
    await this.#progress.until(
      () => this.#asked.size >= count || areAsked() || this.#isResting || this.#isInterrupted,
      signal,
    );
  }

  get isAwaited(): boolean {
    return performance.now() < this.#awaitedUntil;
  }

  /** No caller waits for it any more. */
  leave(): void {
    this.#awaitedUntil = Math.min(this.#awaitedUntil, performance.now());
    this.#unawaited.resolve();
    this.#progress.changed();
  }

  /** Resolves when no caller waits for it, or it is over. From then on it can be taken over. */
  get free(): Promise<void> {
    return Promise.race([this.over, this.#unawaited.promise]);
  }

  /** Cancels the requests in progress. */
  interrupt(): void {
    this.#interrupted.abort();
    this.#progress.changed();
  }

  /** One that has ended would give no answer about thousands of files, each at once. */
  get #isInterrupted(): boolean {
    return this.#interrupted.signal.aborted || this.options.session.state.kind !== 'active';
  }

  async #run(before: RecheckQueue | undefined): Promise<void> {
    const { more, session, paths } = this.options;
    if (before !== undefined) {
      await before.free;
      before.interrupt();
      this.#await(this.#unverified(paths));
    }
    const askAll = (): Promise<unknown> =>
      Promise.all(Array.from({ length: session.atATime }, () => this.#work()));
    await askAll();
    if (more !== undefined && !this.#isInterrupted) {
      this.#more = await more();
      this.#await(this.#unverified([...new Set([...paths, ...(this.#more ?? [])])]));
      await askAll();
    }
    this.#isOver = true;
    this.#progress.changed();
    if (this.complete) this.options.finished();
  }

  #await(paths: readonly AdmittedPath[]): void {
    this.#queue.length = 0;
    for (const path of paths) this.#queue.push(path);
    this.#progress.changed();
  }

  #unverified(paths: readonly AdmittedPath[]): AdmittedPath[] {
    const { verified } = this.options.staleMark;
    return paths.filter((path) => !verified.has(path) && !this.#passedOver.has(path));
  }

  async #work(): Promise<void> {
    this.#workers++;
    for (let path = await this.#turn(); path !== undefined; path = await this.#turn())
      await this.#verify(path);
    this.#workers--;
  }

  /** The next file; undefined where other workers do the rest. */
  async #turn(): Promise<AdmittedPath | undefined> {
    const { isServed } = this.options;
    while (this.#queue.length > 0 && !this.#isInterrupted && (this.isAwaited || this.#workers === 1)) {
      const at = this.#queue.slice(0, LOOK_AHEAD).findIndex((path) => this.#fits(path));
      const [path] = at === -1 ? [] : this.#queue.splice(at, 1);
      if (path !== undefined) {
        if (isServed?.(path) !== false) return path;
        this.#passedOver.add(path);
        this.#progress.changed();
        if (this.#timeSlices.due) await this.#timeSlices.pause();
        continue;
      }
      if (this.#workers > 1) return undefined;
      await this.#rest();
    }
    return undefined;
  }

  /**
   * The file delays neither the result that a caller waits for nor, by the estimate, the next
   * check.
   */
  #fits(path: AdmittedPath): boolean {
    const now = performance.now();
    return this.isAwaited
      ? now + MARGIN.times * this.durations.likely(path) + this.#reserve < this.#awaitedUntil
      : now >= this.#awaitedUntil + this.#pauseBefore(path);
  }

  /** ms. */
  #pauseBefore(path: AdmittedPath): number {
    return Math.min(Math.max(PAUSE.times * this.durations.likely(path), PAUSE.least), PAUSE.most);
  }

  async #rest(): Promise<void> {
    const { isAwaited } = this;
    this.#isResting = true;
    // Callers need not wait while no file fits.
    setImmediate(() => this.#progress.changed());
    const pause = isAwaited
      ? 0
      : Math.min(...this.#queue.slice(0, LOOK_AHEAD).map((path) => this.#pauseBefore(path)));
    using deadline = new Deadline(Math.max(0, this.#awaitedUntil + pause - performance.now()));
    await this.#progress.until(() => this.#isInterrupted || this.isAwaited !== isAwaited, deadline.signal);
  }

  async #verify(path: AdmittedPath): Promise<void> {
    const { session, staleMark, msPerFile: ms } = this.options;
    using deadline = new Deadline(ms);
    const begun = performance.now();
    const diagnostics = await session.recheck(path, deadline, this.#interrupted.signal);
    const took = performance.now() - begun;
    // An interrupted recheck would have taken longer, so its time counts only above the estimate.
    if (!this.#isInterrupted || took > this.durations.likely(path)) this.durations.took(path, took);
    if (this.#isInterrupted) return;
    if (diagnostics !== undefined) staleMark.verified.set(path, diagnostics);
    this.#asked.add(path);
    this.#progress.changed();
  }
}

/** The rechecks in progress. */
export class RecheckQueues {
  readonly #underWay = new Set<RecheckQueue>();
  readonly #paceOf = perKey<Session, DurationEstimate>(
    ({ definition }) => new DurationEstimate(definition.perFile),
  );
  readonly #asides = new Set<AbortController>();

  /**
   * Asks for what no caller waits for. Like a recheck, it is interrupted by a request that a caller
   * waits for, and does not go on.
   */
  async aside(ask: (interrupted: AbortSignal) => Promise<unknown>): Promise<void> {
    const controller = new AbortController();
    this.#asides.add(controller);
    await ask(controller.signal).finally(() => this.#asides.delete(controller));
  }

  /**
   * Queues after a recheck of the same stale mark that a caller waits for. Interrupts rechecks of
   * an older stale mark, and those that no caller waits for.
   */
  begin(options: RecheckQueueOptions): RecheckQueue {
    const ofSession = [...this.#underWay].filter((other) => other.options.session === options.session);
    const before = ofSession.findLast(
      (other) => other.options.staleMark === options.staleMark && other.isAwaited,
    );
    for (const other of ofSession)
      if (other.options.staleMark !== options.staleMark || !other.isAwaited) other.interrupt();
    const recheckQueue = new RecheckQueue(options, this.#paceOf(options.session), before);
    this.#underWay.add(recheckQueue);
    void recheckQueue.over.then(() => {
      this.#underWay.delete(recheckQueue);
    });
    return recheckQueue;
  }

  /**
   * Frees the servers for a request that a caller waits for. Returns what was in progress, for
   * `resume`.
   */
  interrupt(): RecheckQueueOptions[] {
    const interrupted = [...this.#underWay];
    this.#underWay.clear();
    for (const recheckQueue of interrupted) recheckQueue.interrupt();
    for (const aside of this.#asides) aside.abort();
    return interrupted.map(({ options: { awaitedUntil: _, ...options } }) => options);
  }

  /** Goes on with what was interrupted, as far as its project has not changed since. */
  resume(interrupted: readonly RecheckQueueOptions[], staleProjects: StaleProjects): void {
    for (const recheckQueue of interrupted)
      if (staleProjects.about(recheckQueue.session) === recheckQueue.staleMark) this.begin(recheckQueue);
  }
}
