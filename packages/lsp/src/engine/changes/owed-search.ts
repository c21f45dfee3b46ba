import type { ImportLanguage } from '../../backend/imports/imports.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { PendingChanges } from './pending-changes.ts';

/**
 * What no complete search for affected files has covered yet. It is owed by a server, root and toolchain, not
 * by one process: what a search that was cut short still had to find is not forgotten with the process.
 */
export class OwedSearch {
  /** For a language whose imports can be read. */
  readonly pendingChanges: PendingChanges | undefined;
  /**
   * Files created or changed on disk, and those with findings that ended with their process: the likeliest
   * of all to be broken.
   */
  readonly first = new Set<AdmittedPath>();

  #hadFindings = false;

  constructor(imports: ImportLanguage | undefined) {
    this.pendingChanges = imports === undefined ? undefined : new PendingChanges(imports);
  }

  /** The process has ended that had findings about these files. */
  processEnded(withFindings: readonly AdmittedPath[]): void {
    this.#hadFindings ||= withFindings.length > 0;
    if (this.pendingChanges === undefined) return;
    for (const path of withFindings) {
      this.first.add(path);
      this.pendingChanges.edited(path, undefined, undefined);
    }
  }

  /** Whether another process takes anything over. It does so once. */
  takeOver(): boolean {
    const isOwed = this.#hadFindings || this.pendingChanges?.isEmpty === false;
    this.#hadFindings = false;
    return isOwed;
  }
}
