import type { Host } from './host.js';
import type { Step } from './plan/plan.js';

/**
 * The sessions of one run, one after the other. An agent often begins with a file that its session
 * has never heard of, so the session is begun anew whenever fewer than half of the edits so far
 * were of such files.
 */
export class Sessions {
  readonly #known = new Set<string>();
  #edits = 0;
  #first = 0;

  constructor(private current: Host) {}

  get host(): Host {
    return this.current;
  }

  /**
   * A new session is due. Not where the disk changes before the edit: what it was before is then
   * unknown to both.
   */
  isOld({ before, unannounced }: Step): boolean {
    return unannounced.length === 0 && this.#known.has(before.path) && 2 * this.#first <= this.#edits;
  }

  async begin(start: () => Promise<Host>): Promise<void> {
    await this.current.close();
    this.current = await start();
    this.#known.clear();
  }

  /** @returns whether the session hears of the file for the first time */
  edit({ before, after }: Step): boolean {
    const isFirst = !this.#known.has(before.path);
    this.#edits += 1;
    if (isFirst) this.#first += 1;
    this.#known.add(before.path).add(after.path);
    return isFirst;
  }
}
