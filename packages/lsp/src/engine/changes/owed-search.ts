import type { AdmittedPath } from '../../support/paths.ts';

/**
 * What no complete search for affected files has covered yet. It is owed by a server and root, not by one
 * process: what a search that was cut short still had to find is not forgotten with the process.
 */
export class OwedSearch {
  /**
   * Files to be asked about before all others, whatever changes meanwhile: those with findings that are known
   * no longer, the likeliest of all to be broken, and those that a check has not had an answer about yet:
   * what is known of these is about a former text.
   */
  readonly first = new Set<AdmittedPath>();
  /** Up to this position of the tree, a check has waited for a search, which may have been cut short. */
  tried = 0;
  #hadFindings = false;

  /** @param searched the position of the tree whose files were all searched */
  constructor(public searched: number) {}

  /** A check asks about these files. Whatever becomes of it, they are owed an answer until they have one. */
  asked(texts: Iterable<{ readonly path: AdmittedPath }>): void {
    for (const { path } of texts) this.first.add(path);
  }

  /**
   * The process has ended that had findings about these files, or has read other settings since.
   *
   * @param withFindings in the order in which they are asked about
   */
  findingsDropped(withFindings: readonly AdmittedPath[]): void {
    this.#hadFindings ||= withFindings.length > 0;
    for (const path of withFindings) this.first.add(path);
  }

  /** Whether another process has findings to look for. It takes them over once. */
  takeOver(): boolean {
    const isOwed = this.#hadFindings;
    this.#hadFindings = false;
    return isOwed;
  }
}
