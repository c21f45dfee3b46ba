import type { OpenDocument } from '../../client/documents/documents.ts';
import type { LspClient } from '../../client/lsp-client.ts';
import { PULL_METHOD, type PullSource } from './pull.ts';
import type { DiagnosticsResult, DiagnosticSource } from './source.ts';

/**
 * For servers whose way of reporting is not known: pull where the server offers it, even if it is
 * registered while a push is awaited already. Push otherwise.
 */
export class AutoSource implements DiagnosticSource {
  constructor(
    private readonly client: LspClient,
    private readonly pull: PullSource,
    private readonly push: DiagnosticSource,
  ) {}

  get answersOnRequest(): boolean {
    return this.pull.offered;
  }

  get isOrdered(): boolean {
    return this.pull.offered || this.push.isOrdered !== false;
  }

  textSent(document: OpenDocument): void {
    if (!this.pull.offered) this.push.textSent?.(document);
  }

  async ask(document: OpenDocument, signal: AbortSignal, deadline: number): Promise<DiagnosticsResult> {
    if (this.pull.offered) return this.pull.ask(document, signal, deadline);
    const pushed = new AbortController();
    const listening = AbortSignal.any([signal, pushed.signal]);
    const push = this.push.ask(document, listening, deadline);
    const registered = this.client.registrations.whenRegistered(PULL_METHOD, listening);
    const first = await Promise.race([push, registered.then((offered) => (offered ? undefined : push))]);
    pushed.abort();
    return first ?? (await this.pull.ask(document, signal, deadline));
  }
}
