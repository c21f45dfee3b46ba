import { Condition } from '../condition.ts';
import type { AdmittedPath } from '../paths.ts';
import type { StaleMark } from './stale-projects.ts';
import { DurationEstimate } from './duration-estimate.ts';
import { Deadline } from './deadline.ts';
import type { Session } from './session.ts';

/**
 * How long it has been quiet before a file is begun that nobody waits for: so many times as long as the file is likely to take, within these limits, ms.
 * So the next check waits for no more than a small part of the pause before it, and whoever goes on at once, as hosts do that have several calls to
 * make, finds the server free; a model that reads the result first thinks for longer than that.
 */
const PAUSE = { times: 10, least: 2000, most: 5000 } as const;

/** So many of the files to come are looked at for one that fits, as each look is one at the disk. */
const LOOK_AHEAD = 200;

/**
 * A file that is begun must be likely to end within the bound: in `times` its estimated duration, before the `last` part
 * of the bound begins. Larger margins leave files out that would have ended in time (ADR 0019); without any, the next
 * check waits for a file that outlasts the bound.
 */
const MARGIN = { times: 1.5, last: 0.1 } as const;

export interface VerificationOptions {
  readonly session: Session;
  readonly staleMark: StaleMark;
  /** In the order in which they are asked about; those that the doubt has verified already are not. */
  readonly paths: readonly AdmittedPath[];
  /** To be asked about after those, once they are found. Never rejects. */
  readonly more: Promise<readonly AdmittedPath[]> | undefined;
  /** How long one file may take, ms. */
  readonly deadline: number;
  /** Until when somebody waits for it, ms, performance.now; without it, nobody does. */
  readonly awaitedUntil?: number;
  /** Called once all of them are verified. */
  finished(): void;
}

/**
 * Asks a session about the files that a change may have broken. Goes on when nobody waits any more, until it is interrupted; then about one file at a
 * time, after a pause: most servers cannot be stopped while they look at a file, and the next check would have to wait for that.
 */
export class RecheckQueue {
  readonly options: VerificationOptions;
  /** Resolves when every file was asked about, or it was interrupted. Never rejects. */
  readonly over: Promise<void>;

  readonly #queue: AdmittedPath[];
  readonly #interrupted = new AbortController();
  readonly #progress = new Condition();
  #left: number;
  #awaitedUntil: number;
  /** ms. */
  readonly #reserve: number;
  #workers = 0;
  /** No further file will be answered for whoever waits. */
  #isResting = false;
  readonly #unawaited = Promise.withResolvers<void>();

  /**
   * @param durations of the session
   * @param before of the same doubt, and under way: what it verifies is not asked about once more
   */
  constructor(
    options: VerificationOptions,
    private readonly durations: DurationEstimate,
    before?: RecheckQueue,
  ) {
    this.options = options;
    const now = performance.now();
    this.#awaitedUntil = options.awaitedUntil ?? now;
    this.#reserve = MARGIN.last * Math.max(0, this.#awaitedUntil - now);
    this.#queue = this.#unverified(options.paths);
    this.#left = this.#queue.length;
    this.over = this.#run(before);
  }

  /** Everything was judged. */
  get complete(): boolean {
    return this.options.paths.every((path) => this.options.staleMark.verified.has(path));
  }

  /** Resolves when so many files have been asked about, or all, or when no further one would be answered in time, or `signal` aborts. */
  async reached(count: number, signal: AbortSignal): Promise<void> {
    const rest = Math.max(0, this.#left - count);
    await this.#progress.until(() => this.#left <= rest || this.#isResting || this.#isInterrupted, signal);
  }

  get isAwaited(): boolean {
    return performance.now() < this.#awaitedUntil;
  }

  /** Nobody waits for it any more. */
  leave(): void {
    this.#awaitedUntil = Math.min(this.#awaitedUntil, performance.now());
    this.#unawaited.resolve();
    this.#progress.changed();
  }

  /** Resolves when nobody waits for it, or it is over; from then on it can be taken over. */
  get free(): Promise<void> {
    return Promise.race([this.over, this.#unawaited.promise]);
  }

  /** Takes back what is being asked. */
  interrupt(): void {
    this.#interrupted.abort();
    this.#progress.changed();
  }

  get #isInterrupted(): boolean {
    return this.#interrupted.signal.aborted;
  }

  async #run(before: RecheckQueue | undefined): Promise<void> {
    const { more, session, paths } = this.options;
    if (before !== undefined) {
      await before.free;
      before.interrupt();
      this.#await(this.#unverified(paths));
    }
    const askAll = (): Promise<unknown> => Promise.all(Array.from({ length: session.atATime }, () => this.#work()));
    await askAll();
    if (this.complete) this.options.finished();
    if (more === undefined || this.#isInterrupted) return;
    this.#await(this.#unverified(await more));
    await askAll();
  }

  #await(paths: readonly AdmittedPath[]): void {
    this.#queue.splice(0, Infinity, ...paths);
    this.#left = paths.length;
    this.#progress.changed();
  }

  #unverified(paths: readonly AdmittedPath[]): AdmittedPath[] {
    return paths.filter((path) => !this.options.staleMark.verified.has(path));
  }

  async #work(): Promise<void> {
    this.#workers++;
    for (let path = await this.#turn(); path !== undefined; path = await this.#turn()) await this.#verify(path);
    this.#workers--;
  }

  /** The next file; undefined where others do the rest. */
  async #turn(): Promise<AdmittedPath | undefined> {
    while (this.#queue.length > 0 && !this.#isInterrupted && (this.isAwaited || this.#workers === 1)) {
      const at = this.#queue.slice(0, LOOK_AHEAD).findIndex((path) => this.#fits(path));
      if (at !== -1) return this.#queue.splice(at, 1)[0];
      if (this.#workers > 1) return undefined;
      await this.#rest();
    }
    return undefined;
  }

  /** It holds back neither the result that is waited for nor, as far as can be told, the next check. */
  #fits(path: AdmittedPath): boolean {
    const now = performance.now();
    return this.isAwaited ? now + MARGIN.times * this.durations.likely(path) + this.#reserve < this.#awaitedUntil : now >= this.#awaitedUntil + this.#pauseBefore(path);
  }

  /** ms. */
  #pauseBefore(path: AdmittedPath): number {
    return Math.min(Math.max(PAUSE.times * this.durations.likely(path), PAUSE.least), PAUSE.most);
  }

  async #rest(): Promise<void> {
    const { isAwaited } = this;
    this.#isResting = true;
    // Whoever waits need not wait for nothing.
    setImmediate(() => this.#progress.changed());
    const pause = isAwaited ? 0 : Math.min(...this.#queue.slice(0, LOOK_AHEAD).map((path) => this.#pauseBefore(path)));
    using deadline = new Deadline(Math.max(0, this.#awaitedUntil + pause - performance.now()));
    await this.#progress.until(() => this.#isInterrupted || this.isAwaited !== isAwaited, deadline.signal);
  }

  async #verify(path: AdmittedPath): Promise<void> {
    const { session, staleMark, deadline: ms } = this.options;
    using deadline = new Deadline(ms);
    const begun = performance.now();
    const diagnostics = await session.recheck(path, deadline, this.#interrupted.signal);
    const took = performance.now() - begun;
    // One that was interrupted takes longer than that.
    if (!this.#isInterrupted || took > this.durations.likely(path)) this.durations.took(path, took);
    if (this.#isInterrupted) return;
    if (diagnostics !== undefined) staleMark.verified.set(path, diagnostics);
    this.#left--;
    this.#progress.changed();
  }
}

/** The verifications under way. */
export class RecheckQueues {
  readonly #underWay = new Set<RecheckQueue>();
  readonly #paces = new WeakMap<Session, DurationEstimate>();

  /** One after the other where somebody else waits for the same doubt; what runs about an older one, or for nobody, gives way. */
  begin(options: VerificationOptions): RecheckQueue {
    const ofSession = [...this.#underWay].filter((other) => other.options.session === options.session);
    const before = ofSession.findLast((other) => other.options.staleMark === options.staleMark && other.isAwaited);
    for (const other of ofSession) if (other.options.staleMark !== options.staleMark || !other.isAwaited) other.interrupt();
    const recheckQueue = new RecheckQueue(options, this.#paceOf(options.session), before);
    this.#underWay.add(recheckQueue);
    void recheckQueue.over.then(() => {
      this.#underWay.delete(recheckQueue);
    });
    return recheckQueue;
  }

  /** Frees the servers for a question that somebody waits for. Returns what was under way, for `begin` to go on with. */
  interrupt(): VerificationOptions[] {
    const interrupted = [...this.#underWay];
    this.#underWay.clear();
    for (const recheckQueue of interrupted) recheckQueue.interrupt();
    return interrupted.map(({ options: { awaitedUntil: _, ...options } }) => options);
  }

  #paceOf(session: Session): DurationEstimate {
    const durations = this.#paces.get(session) ?? new DurationEstimate();
    this.#paces.set(session, durations);
    return durations;
  }
}
