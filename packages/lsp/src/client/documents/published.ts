import type { Diagnostic } from 'vscode-languageserver-protocol';
import { isObject } from '../../support/json.ts';
import { toPath } from '../../support/paths.ts';
import { boundedItems } from './bounded-items.ts';

/** One `textDocument/publishDiagnostics`. */
export interface Publish {
  readonly path: string;
  /** As the server sent it; most servers leave it out. */
  readonly version: number | undefined;
  readonly items: readonly Diagnostic[];
  /** Numbers the publishes of this client, so that "later than" needs no clock. */
  readonly serial: number;
  /** When it arrived, ms, performance.now. */
  readonly at: number;
}

type Listener = (publish: Publish) => void;

/**
 * Passes on the publishes of a server to its listeners: the sources, and the list of known files.
 * Stores none.
 */
export class Published {
  readonly #listeners = new Set<Listener>();
  #serial = 0;

  /** The serial of the latest publish. */
  get serial(): number {
    return this.#serial;
  }

  /** @param params of the notification; a malformed one is dropped */
  receive(params: unknown): void {
    if (!isObject(params) || typeof params['uri'] !== 'string' || !Array.isArray(params['diagnostics']))
      return;
    const path = toPath(params['uri']);
    if (path === undefined) return;
    // Some servers send null for an unknown version.
    const version = typeof params['version'] === 'number' ? params['version'] : undefined;
    const items = boundedItems(params['diagnostics']);
    const publish = { path, version, items, serial: ++this.#serial, at: performance.now() };
    for (const listener of [...this.#listeners]) listener(publish);
  }

  /** Returns the function that ends the subscription. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
