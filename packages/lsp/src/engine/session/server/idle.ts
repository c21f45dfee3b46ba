/** Longest delay of a timer (24 days), ms. Longer limits are cut to this. */
const LONGEST = 2 ** 31 - 1;

/**
 * Detects when something has been idle for a while. It has one timer. The timer is set again only
 * after it has run out, and keeps no process alive.
 */
export class Idleness {
  /**
   * Resolves once no work has been in progress for the whole limit, and stays resolved. Never
   * rejects.
   */
  readonly reached: Promise<void>;

  readonly #reached = Promise.withResolvers<void>();
  #limit: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #underWay = 0;
  #last = performance.now();

  /** @param limit ms; 0: never */
  constructor(limit: number) {
    this.reached = this.#reached.promise;
    this.#limit = Math.min(limit, LONGEST);
    this.#arm(this.#limit);
  }

  /** Work is in progress while the promise is pending. The idle time begins when it settles. */
  async trackActivity<T>(work: Promise<T>): Promise<T> {
    this.#underWay++;
    try {
      return await work;
    } finally {
      this.#underWay--;
      this.#last = performance.now();
      if (this.#timer === undefined && this.#underWay === 0) this.#arm(this.#limit);
    }
  }

  /** ms since the last work; 0 while some is in progress. */
  get unused(): number {
    return this.#underWay > 0 ? 0 : Math.max(1, Math.round(performance.now() - this.#last));
  }

  /** From now on `reached` does not resolve. */
  end(): void {
    clearTimeout(this.#timer);
    this.#limit = 0;
  }

  #arm(ms: number): void {
    if (this.#limit === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#underWay > 0) return;
      const left = this.#last + this.#limit - performance.now();
      if (left > 0) this.#arm(left);
      else this.#reached.resolve();
    }, ms);
    this.#timer.unref();
  }
}
