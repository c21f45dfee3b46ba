import { availableParallelism } from 'node:os';
import type { OpenDocument } from '../../client/documents/documents.ts';
import type { LspClient } from '../../client/lsp-client.ts';
import type { Publish } from '../../client/documents/published.ts';
import { onAbort } from '../../support/abort.ts';
import { perKey } from '../../support/per-key.ts';
import type { BarrierOutcome, BarrierRequest } from './barrier.ts';
import type { DiagnosticsResult, DiagnosticSource } from './source.ts';

/** More at once than a server has threads for would arrive together at the end. */
const MOST_AT_A_TIME = 4;

/** State of one document, for as long as it is open. */
interface Memory {
  latest?: Publish;
  /** It was asked about. */
  wasAsked?: true;
  /** A barrier sent right after a version. The first request about that version uses it. */
  sent?: { readonly version: number; readonly barrierOutcome: Promise<BarrierOutcome> };
}

/**
 * For servers that only publish, and that report on request when they are done: then their last
 * publish counts. They publish more than once for one version, or not at all where nothing changed.
 * `withoutBarrier` asks a server that does not support the barrier.
 *
 * Where the server publishes once for a document that was opened, the first question about it waits for
 * that instead: while a barrier is being passed, the server begins with no other document.
 */
export class BarrierPushSource implements DiagnosticSource {
  readonly answersOnRequest = false;
  readonly atATime: number;
  /** By {@link OpenDocument.opening}. */
  readonly #memory = perKey<object, Memory>(() => ({}));

  constructor(
    private readonly client: LspClient,
    readonly barrier: BarrierRequest,
    private readonly withoutBarrier: DiagnosticSource,
    private readonly publishesOpened: boolean,
  ) {
    this.atATime = publishesOpened ? Math.min(MOST_AT_A_TIME, availableParallelism()) : MOST_AT_A_TIME;
    // Quirk(clangd 22): a document with two updates that is closed before the first one has begun
    // keeps one of its few threads waiting for good. When all of them wait, it answers nothing more.
    if (barrier.settlesOpenings) client.documents.settled(0);
    client.published.listen((publish) => {
      const document = client.documents.inServer(publish.path);
      if (document === undefined) return;
      if (publishesOpened) {
        // An empty one without a version is about the document as it was closed.
        if (publish.version === undefined || publish.version < document.version) return;
        client.documents.openingDone(document);
      }
      this.#memory(document.opening).latest = publish;
    });
  }

  /**
   * The server checks for errors in other files only after the text was saved. The barrier sent
   * before the save does not wait for that.
   */
  textSent(document: OpenDocument): void {
    if (this.#isOpening(document)) return;
    this.#memory(document.opening).sent = {
      version: document.version,
      barrierOutcome: this.barrier.pass([document.uri]),
    };
  }

  async ask(document: OpenDocument, signal: AbortSignal, deadline: number): Promise<DiagnosticsResult> {
    const isOpening = this.#isOpening(document);
    this.#memory(document.opening).wasAsked = true;
    if (isOpening) return this.#firstPublish(document, signal);
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

  /** Nothing but its opening was sent of it, and nobody has asked: its first publish is the answer. */
  #isOpening(document: OpenDocument): boolean {
    const { latest, wasAsked } = this.#memory(document.opening);
    return (
      this.publishesOpened && document.before === undefined && latest === undefined && wasAsked === undefined
    );
  }

  async #firstPublish(document: OpenDocument, signal: AbortSignal): Promise<DiagnosticsResult> {
    const { ended, published } = this.client;
    const { promise, resolve } = Promise.withResolvers<DiagnosticsResult>();
    const unlisten = published.listen(({ path, version, items }) => {
      if (path === document.path && version !== undefined && version >= document.version)
        resolve({ kind: 'complete', items });
    });
    using _ = onAbort(AbortSignal.any([signal, ended]), () => {
      resolve(ended.aborted ? { kind: 'closed' } : { kind: 'unanswered', why: 'cancelled' });
    });
    const result = await promise;
    unlisten();
    return result;
  }

  #barrierOutcome(document: OpenDocument): Promise<BarrierOutcome> {
    const memory = this.#memory(document.opening);
    const { sent } = memory;
    delete memory.sent;
    return sent?.version === document.version ? sent.barrierOutcome : this.barrier.pass([document.uri]);
  }
}
