import type { Revision } from './code/language.js';

/** One change of a file, from the call of the tool to its result. */
export interface WriteAttempt extends Revision {
  /** ms, performance.now. */
  readonly began: number;
  ended: number;
}

/** So many changes are remembered, of each file. */
const KEPT = 64;

/**
 * The changes of one file. Agents that change it at the same time do not know whose text came last,
 * so a verdict is right if it is about any text that the file may have had.
 */
export class Ledger {
  readonly #attempts: WriteAttempt[] = [];

  begin(revision: Revision): WriteAttempt {
    const attempt: WriteAttempt = { ...revision, began: performance.now(), ended: Infinity };
    this.#attempts.push(attempt);
    if (this.#attempts.length > KEPT) this.#attempts.shift();
    return attempt;
  }

  end(attempt: WriteAttempt): void {
    attempt.ended = performance.now();
  }

  /** What the result of a change may be about: itself, and those that were under way at the same time. */
  beside({ began, ended }: WriteAttempt): Revision[] {
    return this.#attempts.filter((other) => other.ended >= began && other.began <= ended);
  }

  /** What the file may have held at some moment between two, ms, performance.now. */
  between(from: number, to: number): Revision[] {
    return this.#attempts.filter(
      (attempt) =>
        attempt.began <= to &&
        !this.#attempts.some((later) => later.began >= attempt.ended && later.ended <= from),
    );
  }
}
