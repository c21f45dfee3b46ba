import { Condition } from '../condition.ts';

/** How many checkers run at once: each may take a processor or more, and a gigabyte. */
const MOST = 2;

/** Has checkers wait for each other. */
export class CheckerSlots {
  readonly #busy: (string | undefined)[] = [];
  readonly #freed = new Condition();

  /**
   * Resolves to what `work` resolves to, to undefined where its turn had not come when `signal` aborted.
   *
   * @param group one at a time of those with the same
   */
  async within<T>(group: string | undefined, signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
    const isFree = (): boolean => this.#busy.length < MOST && (group === undefined || !this.#busy.includes(group));
    // Whoever was woken first may have taken it.
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
