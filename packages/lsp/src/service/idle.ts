/** What no timer can count (24 days) is cut to what one can. ms. */
const LONGEST = 2 ** 31 - 1;

/**
 * Tells when something has been left alone for a while. One timer, which is set anew only when it has run out, and which keeps no process
 * alive.
 */
export class Idleness {
  /** Resolves once nothing has been under way for the whole while, and then for good. Never rejects. */
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

  /** As long as the promise is pending, something is under way; the while begins when it settles. */
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

  /** It will never be reached. */
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
