import type { OpenDocument } from '../client/documents.ts';
import type { LspClient } from '../client/lsp-client.ts';
import type { Publish } from '../client/published.ts';
import type { BarrierRequest } from './barrier.ts';
import type { Answer, DiagnosticSource, BarrierOutcome } from './source.ts';

/** Of one document, for as long as it is open. */
interface Memory {
  latest?: Publish;
  /** A barrier that was sent right behind a version, for whoever asks about it first. */
  sent?: { readonly version: number; readonly barrierOutcome: Promise<BarrierOutcome> };
}

/**
 * Servers that only publish, more than once for one version or not at all where nothing has changed, and that say on request when they are
 * done: their last publish counts then. `unfenced` asks a server that does not know the request.
 */
export class FencedPushSource implements DiagnosticSource {
  /** By {@link OpenDocument.opening}. */
  readonly #memories = new WeakMap<object, Memory>();

  constructor(
    private readonly client: LspClient,
    private readonly barrier: BarrierRequest,
    private readonly unfenced: DiagnosticSource,
  ) {
    client.published.listen((publish) => {
      const document = client.documents.get(publish.path);
      if (document !== undefined) this.#memory(document).latest = publish;
    });
  }

  /** What is broken elsewhere is looked into after the text was saved: the barrier in between does not wait for that. */
  textSent(document: OpenDocument): void {
    this.#memory(document).sent = { version: document.version, barrierOutcome: this.barrier.pass([document.uri]) };
  }

  async ask(document: OpenDocument, signal: AbortSignal, deadline: number): Promise<Answer> {
    const barrierOutcome = await this.#barrierOutcome(document);
    if (this.client.ended.aborted) return { kind: 'closed' };
    if (barrierOutcome === 'not-offered') return this.unfenced.ask(document, signal, deadline);
    const { latest } = this.#memory(document);
    if (barrierOutcome === 'refused') return { kind: 'unanswered', why: 'the barrier was refused' };
    if (latest === undefined || (latest.version ?? Infinity) < document.version) return { kind: 'unanswered', why: 'nothing published' };
    return { kind: 'complete', items: latest.items };
  }

  #barrierOutcome(document: OpenDocument): Promise<BarrierOutcome> {
    const memory = this.#memory(document);
    const { sent } = memory;
    delete memory.sent;
    return sent?.version === document.version ? sent.barrierOutcome : this.barrier.pass([document.uri]);
  }

  #memory({ opening }: OpenDocument): Memory {
    const known = this.#memories.get(opening);
    if (known !== undefined) return known;
    const made: Memory = {};
    this.#memories.set(opening, made);
    return made;
  }
}
