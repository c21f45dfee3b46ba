import type { AdmittedPath } from '../../../support/paths.ts';
import type { Diagnostic } from '../../../types.ts';
import type { Session } from '../session.ts';

/** A project has changed, so what its session reported about other files may be stale. */
export interface StaleMark {
  /** The position of the last change that concerns the session. */
  readonly at: number;
  /** What the session has reported about single files since. It holds until the next change. */
  readonly verified: Map<AdmittedPath, readonly Diagnostic[]>;
}

/** Sessions whose project has changed since their findings in other files were verified. */
export class StaleProjects {
  readonly #marks = new WeakMap<Session, StaleMark>();

  /** Something may have changed that no entry of the log tells. */
  markStale(sessions: Iterable<Session>): void {
    for (const session of sessions) this.#mark(session, session.notified.latest);
  }

  /** The stale mark of the session; undefined where nothing has changed, and it owes no answer. */
  about(session: Session): StaleMark | undefined {
    const at = session.notified.latest;
    const mark = this.#marks.get(session);
    if (mark?.at === at) return mark;
    const { searched, first } = session.owed;
    return mark !== undefined || at > searched || first.size > 0 ? this.#mark(session, at) : undefined;
  }

  /**
   * @param staleMark the one that there was before the recheck
   * @returns false where a change meanwhile has made another
   */
  clear(session: Session, staleMark: StaleMark): boolean {
    if (this.about(session) !== staleMark) return false;
    session.owed.searched = Math.max(session.owed.searched, staleMark.at);
    return this.#marks.delete(session);
  }

  #mark(session: Session, at: number): StaleMark {
    const mark = { at, verified: new Map() };
    this.#marks.set(session, mark);
    return mark;
  }
}
