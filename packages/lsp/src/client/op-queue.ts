/**
 * Serialises the writes of one client (REQ-CONC-020).
 *
 * A write is a step that sends notifications; it may await the disk, never a server. What follows a write (the question for
 * diagnostics, a navigation request) is sent after it and outside the queue, so nobody waits behind somebody else's answer.
 */
export class OpQueue {
  #tail: Promise<unknown> = Promise.resolve();

  /** Runs after every write that was queued before it, whether those failed or not. */
  write<T>(step: () => Promise<T>): Promise<T> {
    const done = this.#tail.then(step);
    this.#tail = done.catch(() => undefined);
    return done;
  }
}
