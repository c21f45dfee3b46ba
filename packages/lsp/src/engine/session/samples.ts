/** How many of the last measurements count. */
const MOST = 256;

/**
 * The last 256 measurements of one kind. Adding one costs next to nothing; quantiles are computed
 * on request.
 */
export class Samples {
  readonly #values: number[] = [];
  #next = 0;

  add(value: number): void {
    this.#values[this.#next] = value;
    this.#next = (this.#next + 1) % MOST;
  }

  /**
   * The smallest measurement that this share of all does not exceed. Never a value between two
   * measurements.
   *
   * @param share above 0, 1 at most
   * @returns undefined where there are none
   */
  quantile(share: number): number | undefined {
    const sorted = this.#values.toSorted((a, b) => a - b);
    return sorted[Math.ceil(share * sorted.length) - 1];
  }
}
