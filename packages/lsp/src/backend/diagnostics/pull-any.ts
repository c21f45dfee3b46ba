import type { OpenDocument } from '../../client/documents.ts';
import type { LspClient } from '../../client/lsp-client.ts';
import { type AdmittedPath, toUri } from '../../support/paths.ts';
import { PullSource } from './pull.ts';
import type { DiagnosticsResult, DiagnosticSource, UnopenedResult } from './source.ts';

/**
 * Pulls from a server that checks every file of its project alike, opened or not, and reports files
 * outside its projects as clean.
 */
export class PullAnySource implements DiagnosticSource {
  readonly answersOnRequest = true;
  readonly #pull: PullSource;

  constructor(client: LspClient) {
    this.#pull = new PullSource(client);
  }

  ask(document: OpenDocument, signal: AbortSignal, deadline: number): Promise<DiagnosticsResult> {
    return this.#pull.ask(document, signal, deadline);
  }

  askUnopened(path: AdmittedPath, signal: AbortSignal): Promise<UnopenedResult> {
    return this.#pull.ask({ uri: toUri(path), opening: {} }, signal, Infinity);
  }
}
