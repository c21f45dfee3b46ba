import { rename, rm } from 'node:fs/promises';
import { type Escaped, escaped } from '../support/escaped.js';
import { proseInTags } from '../lsp/in-tags.js';

/** The steps that undo what a commit has done so far, and the files that it keeps for that. */
export class Rollback {
  readonly #steps: { readonly what: Escaped; readonly undo: () => Promise<void> }[] = [];
  readonly #kept = new Set<string>();
  /** Originals that could not be brought back. */
  readonly #stranded = new Set<string>();

  add(what: Escaped, undo: () => Promise<void>): void {
    this.#steps.push({ what, undo });
  }

  /** Keeps an original under another name; it is removed when it is no longer needed. */
  keep(path: string): void {
    this.#kept.add(path);
  }

  hasKept(path: string): boolean {
    return this.#kept.has(path);
  }

  /** Brings an original back. One that cannot be brought back stays where it is kept. */
  async restore(kept: string, path: string): Promise<void> {
    try {
      await rename(kept, path);
    } catch (error) {
      this.#stranded.add(kept);
      throw new Error(`${error instanceof Error ? error.message : String(error)}; the original is ${kept}`, {
        cause: error,
      });
    }
  }

  /** Removes an original that is in its place again. */
  async drop(kept: string): Promise<void> {
    if (!this.#stranded.has(kept)) await rm(kept, { force: true });
  }

  /**
   * Undoes all steps, the last one first.
   *
   * @returns what could not be undone, for people
   */
  async run(): Promise<Escaped[]> {
    const lost: Escaped[] = [];
    for (const { what, undo } of this.#steps.reverse()) {
      await undo().catch((error: unknown) =>
        lost.push(escaped`${what} (${proseInTags(error instanceof Error ? error.message : String(error))})`),
      );
    }
    return lost;
  }

  /**
   * Removes the originals after a successful commit. One that cannot be removed is only a leftover
   * file and no reason to fail.
   */
  async discard(): Promise<void> {
    await Promise.all([...this.#kept].map((path) => rm(path, { force: true }).catch(() => undefined)));
  }
}
