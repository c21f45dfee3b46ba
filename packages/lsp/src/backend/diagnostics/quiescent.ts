import type { OpenDocument } from '../../client/documents/documents.ts';
import type { LspClient } from '../../client/lsp-client.ts';
import type { DiagnosticsResult, DiagnosticSource } from './source.ts';

/**
 * Asks as `inner` does once the server has loaded the project. Before that it reports every file as
 * clean.
 */
export class QuiescentSource implements DiagnosticSource {
  readonly answersOnRequest = true;
  constructor(
    private readonly client: LspClient,
    private readonly inner: DiagnosticSource,
  ) {}

  async ask(document: OpenDocument, signal: AbortSignal, deadline: number): Promise<DiagnosticsResult> {
    const { load, ended } = this.client;
    if (!(await load.whenQuiescent(AbortSignal.any([signal, ended])))) {
      return ended.aborted
        ? { kind: 'closed' }
        : { kind: 'unanswered', why: 'cancelled while the project was loaded' };
    }
    if (load.problem !== undefined) return { kind: 'unanswered', why: load.problem, isRefusal: true };
    return this.inner.ask(document, signal, deadline);
  }
}
