import type { AdmittedPath } from '../../../support/paths.ts';
import type { Diagnostic } from '../../../types.ts';
import type { Session } from '../session.ts';

/** A project has changed, so what its session reported about other files may be stale. */
export interface StaleMark {
  /**
   * What the session has reported about single files since. It holds until the next change, which
   * makes another stale mark.
   */
  readonly verified: Map<AdmittedPath, readonly Diagnostic[]>;
}

/** Sessions whose project has changed since their findings in other files were verified. */
export class StaleProjects {
  readonly #latest = new WeakMap<Session, StaleMark>();

  markStale(sessions: Iterable<Session>): void {
    for (const session of sessions) this.#latest.set(session, { verified: new Map() });
  }

  /** The stale mark of the session; undefined where nothing has changed. */
  about(session: Session): StaleMark | undefined {
    return this.#latest.get(session);
  }

  /**
   * @param staleMark the one that there was before the recheck
   * @returns false where a change meanwhile has made another
   */
  clear(session: Session, staleMark: StaleMark): boolean {
    return this.#latest.get(session) === staleMark && this.#latest.delete(session);
  }
}
