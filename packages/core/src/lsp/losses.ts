/** How often a session joins or starts a service again, and within which time, ms. */
const MOST = 3;
const WITHIN = 10 * 60_000;

/** When a session has lost the service that it shares. A service that dies again and again is left. */
export class Losses {
  #at: readonly number[] = [];

  /**
   * @param now ms, of a clock that never goes back
   * @returns whether the service may be joined or started again
   */
  add(now: number): boolean {
    this.#at = [...this.#at.filter((at) => now - at < WITHIN), now];
    return this.#at.length <= MOST;
  }

  forget(): void {
    this.#at = [];
  }
}
