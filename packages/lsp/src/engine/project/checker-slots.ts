import { Condition } from '../../support/condition.ts';

/** How many checkers run at once. Each may take a processor or more, and a gigabyte. */
const MOST = 2;

/** Queues checkers for a limited number of slots. */
export class CheckerSlots {
  readonly #busy: (string | undefined)[] = [];
  readonly #freed = new Condition();

  /**
   * Resolves to the result of `work`, or to undefined if `signal` aborted before its turn.
   *
   * @param group work of the same group runs one at a time
   */
  async within<T>(
    group: string | undefined,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T | undefined> {
    const isFree = (): boolean =>
      this.#busy.length < MOST && (group === undefined || !this.#busy.includes(group));
    // Another waiter may have woken first and taken the slot.
    do {
      if (!(await this.#freed.until(isFree, signal))) return undefined;
    } while (!isFree());
    this.#busy.push(group);
    try {
      return await work();
    } finally {
      this.#busy.splice(this.#busy.indexOf(group), 1);
      this.#freed.changed();
    }
  }
}
