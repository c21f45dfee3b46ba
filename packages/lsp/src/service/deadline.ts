/** Timers that are set for longer fire at once. ms. */
const LONGEST = 2 ** 31 - 1;

/** How long one check waits for one server: an absolute deadline that can only come nearer. */
export class Deadline implements Disposable {
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout>;
  #deadline: number;
  #isWithdrawn = false;

  /** @param ms from now; what no timer can count (24 days) is cut to what one can */
  constructor(ms: number) {
    const bounded = Math.min(ms, LONGEST);
    this.#deadline = performance.now() + bounded;
    this.#timer = this.#arm(bounded);
  }

  /** Aborts when the patience is over. */
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

  /** Who waited has given up by himself, before the time was over. */
  get cancelledByCaller(): boolean {
    return this.#isWithdrawn;
  }

  /** No more than `ms` from now. */
  shorten(ms: number): void {
    if (this.over || performance.now() + ms >= this.#deadline) return;
    this.#deadline = performance.now() + ms;
    clearTimeout(this.#timer);
    this.#timer = this.#arm(ms);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#isWithdrawn ||= !this.over;
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
