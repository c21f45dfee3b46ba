import type { LspClient } from '../../client/lsp-client.ts';
import type { OpenDocument } from '../../client/documents/documents.ts';
import type { Publish } from '../../client/documents/published.ts';
import { PushSource } from '../../backend/diagnostics/push.ts';
import type { DiagnosticsResult, DiagnosticSource } from '../../backend/diagnostics/source.ts';
import { type ServerStrategies, strategiesOf } from '../../backend/strategies.ts';
import { ErrorCodes } from '../../jsonrpc/connection.ts';
import { perKey } from '../../support/per-key.ts';

const PING = 'telemetry/ping';
/**
 * Between two questions whether its server has started, ms. Quirk(flow): it connects to its server only
 * once it has heard nothing for a second.
 */
const PAUSE = 1500;

/**
 * Quirk(flow): it publishes nothing about a file without errors. But it passes `telemetry/ping` on to
 * its server, which answers in order, after what it publishes for the texts before. Until that server
 * has started, it refuses.
 */
class FlowSource implements DiagnosticSource {
  readonly answersOnRequest = false;
  readonly #latest = perKey<object, { publish?: Publish }>(() => ({}));
  readonly #withoutPing: PushSource;

  constructor(private readonly client: LspClient) {
    this.#withoutPing = new PushSource(client);
    client.published.listen((publish) => {
      const document = client.documents.inServer(publish.path);
      if (document !== undefined) this.#latest(document.opening).publish = publish;
    });
  }

  async ask(document: OpenDocument, signal: AbortSignal, deadline: number): Promise<DiagnosticsResult> {
    while (!signal.aborted) {
      const reply = await this.client.request(PING, undefined, signal);
      if (reply.kind === 'closed') return { kind: 'closed' };
      if (reply.kind === 'result')
        return { kind: 'complete', items: this.#latest(document.opening).publish?.items ?? [] };
      if (reply.kind === 'error' && reply.error.code === ErrorCodes.MethodNotFound)
        return this.#withoutPing.ask(document, signal, deadline);
      await Bun.sleep(PAUSE);
    }
    return { kind: 'unanswered', why: 'its server has not started yet' };
  }
}

export const FLOW: ServerStrategies = {
  ...strategiesOf({ source: 'push' }),
  diagnostics: (client) => new FlowSource(client),
};
