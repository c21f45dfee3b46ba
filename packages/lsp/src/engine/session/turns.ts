import { Condition } from '../../support/condition.ts';

interface Running {
  readonly interrupt: AbortController;
  readonly over: Promise<unknown>;
}

/**
 * Requests to one server are either questions about the tree on disk, any number at once, or one
 * proposal about another tree. A question never waits for an answer to a proposal: it interrupts
 * the proposal and begins as soon as the server was sent the old texts.
 */
export class Turns {
  readonly #changed = new Condition();
  #questions = 0;
  #proposal: Running | undefined;
  #isAfterProposal = false;

  /**
   * No question was asked since the last proposal. What the server publishes until then may be
   * about the proposal.
   */
  get isAfterProposal(): boolean {
    return this.#isAfterProposal;
  }

  async question<T>(ask: () => Promise<T>): Promise<T> {
    this.#questions++;
    try {
      if (this.#proposal !== undefined) {
        this.#proposal.interrupt.abort();
        await this.#proposal.over;
      }
      this.#isAfterProposal = false;
      return await ask();
    } finally {
      this.#questions--;
      this.#changed.changed();
    }
  }

  /**
   * Begins once no question is in progress; interrupted by one, it begins again. Undefined if it has
   * come to no result before `signal` aborted.
   *
   * @param propose ends soon after its signal aborts, and leaves the server with the old texts; it
   * has a result, or begins again
   */
  async proposal<T>(
    propose: (interrupted: AbortSignal) => Promise<T | undefined>,
    signal: AbortSignal,
  ): Promise<T | undefined> {
    const isFree = (): boolean => this.#questions === 0 && this.#proposal === undefined;
    while (!signal.aborted) {
      while (!isFree()) if (!(await this.#changed.until(isFree, signal))) return undefined;
      const result = await this.#run(propose);
      if (result !== undefined) return result;
    }
    return undefined;
  }

  async #run<T>(propose: (interrupted: AbortSignal) => Promise<T>): Promise<T> {
    const interrupt = new AbortController();
    this.#isAfterProposal = true;
    const run = propose(interrupt.signal);
    this.#proposal = { interrupt, over: run.catch(() => undefined) };
    try {
      return await run;
    } finally {
      this.#proposal = undefined;
      this.#changed.changed();
    }
  }
}
