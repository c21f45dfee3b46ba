/** How long work may block the event loop, ms. */
const SLICE = 4;

/** Splits long work into short slices, so that answers of servers are read in between. */
export class TimeSlices {
  #since = performance.now();

  /** Whether the work should call {@link pause}. */
  get due(): boolean {
    return performance.now() - this.#since > SLICE;
  }

  /** Resolves after other waiting work has run. */
  async pause(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#since = performance.now();
  }
}
