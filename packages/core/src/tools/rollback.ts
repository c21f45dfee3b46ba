import { rm } from 'node:fs/promises';

/** How to take back what a commit has done so far, and what it keeps aside for that. */
export class Rollback {
  readonly #steps: { readonly what: string; readonly undo: () => Promise<void> }[] = [];
  readonly #kept: string[] = [];

  add(what: string, undo: () => Promise<void>): void {
    this.#steps.push({ what, undo });
  }

  /** An original under another name; it goes when it is no longer needed. */
  keep(path: string): void {
    this.#kept.push(path);
  }

  /** Takes everything back, last things first. Returns what could not be, for people. */
  async run(): Promise<string[]> {
    const lost: string[] = [];
    for (const { what, undo } of this.#steps.reverse()) {
      await undo().catch((error: unknown) =>
        lost.push(`${what} (${error instanceof Error ? error.message : String(error)})`),
      );
    }
    return lost;
  }

  /** The commit is done: its originals go. One that cannot be removed is only a stray file, and no reason to fail. */
  async discard(): Promise<void> {
    await Promise.all(this.#kept.map((path) => rm(path, { force: true }).catch(() => undefined)));
  }
}
