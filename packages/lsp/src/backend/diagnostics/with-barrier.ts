import type { OpenDocument } from '../../client/documents.ts';
import type { BarrierRequest } from './barrier.ts';
import type { DiagnosticsResult, DiagnosticSource, FileMove, BarrierOutcome } from './source.ts';

/** Asks about single files as `inner` does, and adds a barrier for all other files. */
export class WithBarrierSource implements DiagnosticSource {
  constructor(
    private readonly inner: DiagnosticSource,
    private readonly barrier: BarrierRequest,
  ) {}

  get answersOnRequest(): boolean {
    return this.inner.answersOnRequest;
  }

  get isOrdered(): boolean {
    return this.inner.isOrdered !== false;
  }

  ask(document: OpenDocument, signal: AbortSignal, deadline: number): Promise<DiagnosticsResult> {
    return this.inner.ask(document, signal, deadline);
  }

  get windingDown(): number {
    return this.barrier.windingDown;
  }

  awaitBarrier(uris: readonly string[], signal: AbortSignal): Promise<BarrierOutcome> {
    return this.barrier.pass(uris, signal);
  }

  textSent(document: OpenDocument): void {
    this.inner.textSent?.(document);
  }

  filesMoved(moves: readonly FileMove[]): void {
    this.inner.filesMoved?.(moves);
  }
}
