import type { Side } from '../side.js';

/**
 * The least that can be done to be right: no exact client can be faster. It knows nothing but the
 * edits it is told.
 */
export interface Floor extends Side {
  /** Bytes of what runs between two questions, and of all that it has started. */
  resident(): Promise<number>;
}
