/** Longest delay of a timer, ms. A timer set for longer fires at once. */
const LONGEST = 2 ** 31 - 1;

/** How long one check waits for one server: an absolute deadline that can only move closer. */
export class Deadline implements Disposable {
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout>;
  #deadline: number;
  #endedEarly = false;

  /** @param ms from now; cut to the longest that a timer can count (24 days) */
  constructor(ms: number) {
    const bounded = Math.min(ms, LONGEST);
    this.#deadline = performance.now() + bounded;
    this.#timer = this.#arm(bounded);
  }

  /** Aborts when the deadline has passed, or at a call of `end`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** ms, performance.now. */
  get at(): number {
    return this.#deadline;
  }

  get over(): boolean {
    return this.signal.aborted;
  }

  /** The waiting code called `end` before the deadline had passed. */
  get endedEarly(): boolean {
    return this.#endedEarly;
  }

  /** Moves the deadline to `ms` from now, if that is earlier. */
  shorten(ms: number): void {
    if (this.over || performance.now() + ms >= this.#deadline) return;
    this.#deadline = performance.now() + ms;
    clearTimeout(this.#timer);
    this.#timer = this.#arm(ms);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#endedEarly ||= !this.over;
    this.#controller.abort();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }

  #arm(ms: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      this.#controller.abort();
    }, ms);
  }
}
