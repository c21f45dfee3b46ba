import { resolve } from 'node:path';

/** The session's own model. */
const OWN = '';
/** More files than this are nobody's. */
const MOST = 10_000;

/** Which agent of a session has changed which file last: its own model, or one of its subagents. */
export class Agents {
  readonly #writers = new Map<string, string>();
  /** Those that have changed something, and have not ended. */
  readonly #changing = new Map<string, { isReminded: boolean }>();

  /** @param files absolute; a command may have changed any */
  changed(agent: string = OWN, files: readonly string[]): void {
    if (!this.#changing.has(agent)) this.#changing.set(agent, { isReminded: false });
    for (const file of files) if (this.#writers.size < MOST) this.#writers.set(file, agent);
  }

  /**
   * A subagent is about to end, or the session's own turn is. Undefined where there is nothing to remind it
   * of: it has changed nothing, or this is the end of what a reminder has led to.
   *
   * @returns whether a file below this folder is its own to mend
   */
  ending(agent: string, root: string): ((file: string) => boolean) | undefined {
    const own = this.#changing.get(agent);
    if (own === undefined || own.isReminded) {
      this.#changing.delete(agent);
      return undefined;
    }
    const isAlone = this.#changing.size === 1;
    return (file) => {
      const writer = this.#writers.get(resolve(root, file));
      return writer === undefined ? isAlone : writer === agent;
    };
  }

  /**
   * The session's own turn has ended, and all that is open was for its model to read. Subagents may have been
   * killed without a word: those that still work are here again with their next change.
   */
  turnEnded(): void {
    this.#changing.clear();
  }

  /** @param isReminded it goes on, and its next end is passed over */
  ended(agent: string, isReminded: boolean): void {
    if (isReminded) this.#changing.set(agent, { isReminded });
    else this.#changing.delete(agent);
  }
}
