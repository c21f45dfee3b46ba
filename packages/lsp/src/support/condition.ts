/**
 * A condition that becomes true later. Code that changes the state calls `changed`; code that waits
 * passes its test to `until`.
 */
export class Condition {
  readonly #waiters = new Set<() => void>();

  /** Wakes every waiter whose test holds now. */
  changed(): void {
    for (const wake of [...this.#waiters]) wake();
  }

  /** Resolves to true as soon as `test` holds, to false when `signal` aborts first. */
  until(test: () => boolean, signal: AbortSignal): Promise<boolean> {
    if (test()) return Promise.resolve(true);
    if (signal.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const settle = (held: boolean): void => {
        this.#waiters.delete(wake);
        signal.removeEventListener('abort', give);
        resolve(held);
      };
      const wake = (): void => {
        if (test()) settle(true);
      };
      const give = (): void => {
        settle(false);
      };
      this.#waiters.add(wake);
      signal.addEventListener('abort', give);
    });
  }
}
