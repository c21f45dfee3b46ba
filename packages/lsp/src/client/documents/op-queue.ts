/**
 * Serialises the writes of one client (REQ-CONC-020).
 *
 * A write is a step that sends notifications. It may await the disk, never a server. The request
 * after a write (for diagnostics, for navigation) is sent after it and outside of the queue, so no
 * caller waits for an answer to another.
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
