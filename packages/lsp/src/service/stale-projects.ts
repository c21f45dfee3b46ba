import type { AdmittedPath } from '../paths.ts';
import type { Diagnostic } from '../types.ts';
import type { Session } from './session.ts';

/** A project has changed, and what its session holds about other files may be out of date. */
export interface StaleMark {
  /** What it has said about single files since; true until the next change, which raises another doubt. */
  readonly verified: Map<AdmittedPath, readonly Diagnostic[]>;
}

/** Sessions whose project has changed since what they say about other files was verified. */
export class StaleProjects {
  readonly #latest = new WeakMap<Session, StaleMark>();

  markStale(sessions: Iterable<Session>): void {
    for (const session of sessions) this.#latest.set(session, { verified: new Map() });
  }

  /** What there is to settle; undefined where nothing has changed. */
  about(session: Session): StaleMark | undefined {
    return this.#latest.get(session);
  }

  /**
   * @param staleMark the one that there was before the verification
   * @returns false where a change meanwhile has raised another
   */
  clear(session: Session, staleMark: StaleMark): boolean {
    return this.#latest.get(session) === staleMark && this.#latest.delete(session);
  }
}
