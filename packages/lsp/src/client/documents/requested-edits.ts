import { isObject } from '../../support/json.ts';

type Listener = (edit: unknown) => void;

/**
 * Passes on what a server asks the client to apply. Nothing is applied (REQ-EXCL-020): the server
 * reads `applied: false`, whether a command was run that listens or not.
 */
export class RequestedEdits {
  readonly #listeners = new Set<Listener>();

  /** @param params of `workspace/applyEdit` */
  receive(params: unknown): { applied: false; failureReason: string } {
    if (isObject(params)) for (const listener of [...this.#listeners]) listener(params['edit']);
    return { applied: false, failureReason: 'this client does not apply edits' };
  }

  /** Returns the function that ends the subscription. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
