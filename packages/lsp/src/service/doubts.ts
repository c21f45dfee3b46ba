import type { Session } from './session.ts';

/** Sessions whose project has changed since what they say about other files was verified. */
export class Doubts {
  readonly #latest = new WeakMap<Session, object>();

  raise(sessions: Iterable<Session>): void {
    for (const session of sessions) this.#latest.set(session, {});
  }

  /** What there is to settle; undefined where nothing has changed. */
  about(session: Session): object | undefined {
    return this.#latest.get(session);
  }

  /** @param doubt the one that there was before the verification: a change meanwhile raises another */
  settle(session: Session, doubt: object): void {
    if (this.#latest.get(session) === doubt) this.#latest.delete(session);
  }
}
