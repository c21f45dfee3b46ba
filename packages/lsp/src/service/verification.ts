import { Condition } from '../condition.ts';
import type { AdmittedPath } from '../paths.ts';
import type { Doubt } from './doubts.ts';
import { Patience } from './patience.ts';
import type { Session } from './session.ts';

export interface VerificationOptions {
  readonly session: Session;
  readonly doubt: Doubt;
  /** In the order in which they are asked about; those that the doubt has verified already are not. */
  readonly paths: readonly AdmittedPath[];
  /** To be asked about after those, once they are found. Never rejects. */
  readonly more: Promise<readonly AdmittedPath[]> | undefined;
  /** How long one file may take, ms. */
  readonly patience: number;
  /** Called once all of them are verified. */
  settled(): void;
}

/** Asks a session about the files that a change may have broken, one after the other. Goes on when nobody waits any more, until it is interrupted. */
export class Verification {
  readonly options: VerificationOptions;
  /** Resolves when every file was asked about, or it was interrupted. Never rejects. */
  readonly over: Promise<void>;

  readonly #queue: AdmittedPath[];
  readonly #interrupted = new AbortController();
  readonly #progress = new Condition();
  #left: number;

  /** @param before of the same doubt, and under way: what it verifies is not asked about once more */
  constructor(options: VerificationOptions, before?: Verification) {
    this.options = options;
    this.#queue = this.#unverified(options.paths);
    this.#left = this.#queue.length;
    this.over = this.#run(before);
  }

  /** Everything was judged. */
  get complete(): boolean {
    return this.options.paths.every((path) => this.options.doubt.verified.has(path));
  }

  /** Resolves when so many files have been asked about, or all, or when `signal` aborts. */
  async reached(count: number, signal: AbortSignal): Promise<void> {
    const rest = Math.max(0, this.#left - count);
    await this.#progress.until(() => this.#left <= rest || this.#isInterrupted, signal);
  }

  /** Takes back what is being asked. */
  interrupt(): void {
    this.#interrupted.abort();
    this.#progress.changed();
  }

  get #isInterrupted(): boolean {
    return this.#interrupted.signal.aborted;
  }

  async #run(before: Verification | undefined): Promise<void> {
    const { more, session, paths } = this.options;
    if (before !== undefined) {
      await before.over;
      this.#await(this.#unverified(paths));
    }
    const askAll = (): Promise<unknown> => Promise.all(Array.from({ length: session.atATime }, () => this.#work()));
    await askAll();
    if (this.complete) this.options.settled();
    if (more === undefined || this.#isInterrupted) return;
    this.#await(this.#unverified(await more));
    await askAll();
  }

  #await(paths: readonly AdmittedPath[]): void {
    this.#queue.splice(0, Infinity, ...paths);
    this.#left = paths.length;
    this.#progress.changed();
  }

  #next(): AdmittedPath | undefined {
    return this.#isInterrupted ? undefined : this.#queue.shift();
  }

  #unverified(paths: readonly AdmittedPath[]): AdmittedPath[] {
    return paths.filter((path) => !this.options.doubt.verified.has(path));
  }

  async #work(): Promise<void> {
    const { session, doubt, patience: ms } = this.options;
    for (let path = this.#next(); path !== undefined; path = this.#next()) {
      using patience = new Patience(ms);
      const diagnostics = await session.judgeAgain(path, patience, this.#interrupted.signal);
      if (this.#isInterrupted) return;
      if (diagnostics !== undefined) doubt.verified.set(path, diagnostics);
      this.#left--;
      this.#progress.changed();
    }
  }
}

/** The verifications under way. */
export class Verifications {
  readonly #underWay = new Set<Verification>();

  /** One after the other where somebody else asks about the same doubt; what runs about an older one is of no use any more. */
  begin(options: VerificationOptions): Verification {
    const ofSession = [...this.#underWay].filter((other) => other.options.session === options.session);
    const before = ofSession.findLast((other) => other.options.doubt === options.doubt);
    for (const other of ofSession) if (other.options.doubt !== options.doubt) other.interrupt();
    const verification = new Verification(options, before);
    this.#underWay.add(verification);
    void verification.over.then(() => {
      this.#underWay.delete(verification);
    });
    return verification;
  }

  /** Frees the servers for a question that somebody waits for. Returns what was under way, for `begin` to go on with. */
  interrupt(): VerificationOptions[] {
    const interrupted = [...this.#underWay];
    this.#underWay.clear();
    for (const verification of interrupted) verification.interrupt();
    return interrupted.map(({ options }) => options);
  }
}
