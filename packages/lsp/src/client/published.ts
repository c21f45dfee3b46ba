import type { Diagnostic, PublishDiagnosticsParams } from 'vscode-languageserver-protocol';
import { toPath } from '../paths.ts';

/** One `textDocument/publishDiagnostics`, kept until the next one for the same file. */
export interface Publish {
  readonly path: string;
  /** As the server sent it; most servers do not. */
  readonly version: number | undefined;
  readonly items: readonly Diagnostic[];
  /** Counts the publishes of this client, so that "later than" needs no clock. */
  readonly serial: number;
  /** When it came, ms, performance.now. */
  readonly at: number;
}

type Listener = (publish: Publish) => void;

/** What a server said by itself. Sources listen; so does whoever keeps the known files. */
export class Published {
  readonly #latest = new Map<string, Publish>();
  readonly #listeners = new Set<Listener>();
  #serial = 0;

  /** The serial of the newest publish so far. */
  get serial(): number {
    return this.#serial;
  }

  latest(path: string): Publish | undefined {
    return this.#latest.get(path);
  }

  receive(params: PublishDiagnosticsParams): void {
    const path = toPath(params.uri);
    if (path === undefined || !Array.isArray(params.diagnostics)) return;
    const publish = { path, version: params.version, items: params.diagnostics, serial: ++this.#serial, at: performance.now() };
    this.#latest.set(path, publish);
    for (const listener of [...this.#listeners]) listener(publish);
  }

  /** Returns the function that ends it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  clear(): void {
    this.#latest.clear();
    this.#listeners.clear();
  }
}
