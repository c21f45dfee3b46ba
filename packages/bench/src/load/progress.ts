import type { Tally } from './tally.js';

const EVERY_MS = 10_000;

/** Lines about a run that goes on, on stderr. */
export class Progress {
  readonly #started = performance.now();
  #told = performance.now();

  /** At most every ten seconds. */
  tell(what: string, tally: Tally): void {
    if (performance.now() - this.#told < EVERY_MS) return;
    this.say(`${what}: ${tally.count} calls, ${tally.timedOut()} timed out, ${tally.faults()} faults`);
  }

  say(line: string): void {
    this.#told = performance.now();
    console.error(`${Math.round((this.#told - this.#started) / 1000)} s: ${line}`);
  }
}
