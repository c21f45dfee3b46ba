import type { Side } from '../side.js';

/** The least that can be done to be right: what nobody can be faster than. It knows nothing but the edits it is told. */
export interface Floor extends Side {
  /** Bytes of what runs between two questions, and of all that it has started. */
  resident(): Promise<number>;
}
