import type { OpenDocument } from '../client/documents.ts';
import type { LspClient } from '../client/lsp-client.ts';
import type { Barrier } from '../registry/definition.ts';
import type { Answer, DiagnosticSource, Settlement } from './source.ts';

const METHOD = 'workspace/executeCommand';

/** Asks about single files as `inner` does, and settles all others by a command. */
export class BarrierSource implements DiagnosticSource {
  #settled = 0;

  constructor(
    private readonly client: LspClient,
    private readonly inner: DiagnosticSource,
    private readonly barrier: Barrier,
  ) {}

  ask(document: OpenDocument, signal: AbortSignal, deadline: number): Promise<Answer> {
    return this.inner.ask(document, signal, deadline);
  }

  async settle(uris: readonly string[]): Promise<Settlement> {
    if (!this.#offered) return 'not-offered';
    const { command } = this.barrier;
    // Quirk(gopls): without a token it asks for one first. The request is never cancelled: gopls would not hear it, and what it finds is of use later.
    const workDoneToken = `${command} ${++this.#settled}`;
    const reply = await this.client.request(METHOD, { command, arguments: this.barrier.arguments(uris, this.client.launch.root), workDoneToken });
    return reply.kind === 'result' ? 'settled' : 'refused';
  }

  get #offered(): boolean {
    const commands = this.client.provider('executeCommandProvider', METHOD)?.['commands'];
    return Array.isArray(commands) && commands.includes(this.barrier.command);
  }
}
