/** How long work may hold the event loop before others get their turn, ms. */
const SLICE = 4;

/** Long work in short slices, so that answers of servers are read meanwhile. */
export class TimeSlices {
  #since = performance.now();

  /** Whether it is time for {@link pause}. */
  get due(): boolean {
    return performance.now() - this.#since > SLICE;
  }

  /** Resolves after whatever else was waiting has had its turn. */
  async pause(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#since = performance.now();
  }
}
