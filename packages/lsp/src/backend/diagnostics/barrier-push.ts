import type { OpenDocument } from '../../client/documents/documents.ts';
import type { LspClient } from '../../client/lsp-client.ts';
import type { Publish } from '../../client/documents/published.ts';
import { perKey } from '../../support/per-key.ts';
import type { BarrierOutcome, BarrierRequest } from './barrier.ts';
import type { DiagnosticsResult, DiagnosticSource } from './source.ts';

/** State of one document, for as long as it is open. */
interface Memory {
  latest?: Publish;
  /** A barrier sent right after a version. The first request about that version uses it. */
  sent?: { readonly version: number; readonly barrierOutcome: Promise<BarrierOutcome> };
}

/**
 * For servers that only publish, and that report on request when they are done: then their last
 * publish counts. They publish more than once for one version, or not at all where nothing changed.
 * `withoutBarrier` asks a server that does not support the barrier.
 */
export class BarrierPushSource implements DiagnosticSource {
  readonly answersOnRequest = false;
  /** By {@link OpenDocument.opening}. */
  readonly #memory = perKey<object, Memory>(() => ({}));

  constructor(
    private readonly client: LspClient,
    readonly barrier: BarrierRequest,
    private readonly withoutBarrier: DiagnosticSource,
  ) {
    // Quirk(clangd 22): a document with two updates that is closed before the first one has begun
    // keeps one of its few threads waiting for good. When all of them wait, it answers nothing more.
    if (barrier.settlesOpenings) client.documents.settled(0);
    client.published.listen((publish) => {
      const document = client.documents.inServer(publish.path);
      if (document !== undefined) this.#memory(document.opening).latest = publish;
    });
  }

  /**
   * The server checks for errors in other files only after the text was saved. The barrier sent
   * before the save does not wait for that.
   */
  textSent(document: OpenDocument): void {
    this.#memory(document.opening).sent = {
      version: document.version,
      barrierOutcome: this.barrier.pass([document.uri]),
    };
  }

  async ask(document: OpenDocument, signal: AbortSignal, deadline: number): Promise<DiagnosticsResult> {
    const barrierOutcome = await this.#barrierOutcome(document);
    if (this.client.ended.aborted) return { kind: 'closed' };
    if (barrierOutcome === 'not-offered') return this.withoutBarrier.ask(document, signal, deadline);
    const { latest } = this.#memory(document.opening);
    if (barrierOutcome === 'refused')
      return { kind: 'unanswered', why: 'the barrier was refused', isRefusal: true };
    if (latest === undefined || (latest.version ?? Infinity) < document.version)
      return { kind: 'unanswered', why: 'nothing published' };
    return { kind: 'complete', items: latest.items };
  }

  #barrierOutcome(document: OpenDocument): Promise<BarrierOutcome> {
    const memory = this.#memory(document.opening);
    const { sent } = memory;
    delete memory.sent;
    return sent?.version === document.version ? sent.barrierOutcome : this.barrier.pass([document.uri]);
  }
}
