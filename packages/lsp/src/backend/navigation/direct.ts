import type { OpenDocument } from '../../client/documents.ts';
import type { LspClient } from '../../client/lsp-client.ts';
import { asksForRetry } from '../../jsonrpc/connection.ts';
import { isSuperseded } from './superseded.ts';
import type { NavigationResult, NavigationSource, Question } from './source.ts';

/**
 * Pause before a request is repeated that the server refused for the moment, ms. It doubles each
 * time.
 */
const PAUSE = { first: 5, longest: 250 } as const;

/**
 * For servers whose first answer is complete. Repeats the request where the server reports that it
 * was disturbed, until the caller cancels.
 */
export class DirectSource implements NavigationSource {
  constructor(private readonly client: LspClient) {}

  async ask(question: Question, document: OpenDocument | undefined, signal: AbortSignal): Promise<NavigationResult> {
    for (let pause: number = PAUSE.first; ; pause = Math.min(2 * pause, PAUSE.longest)) {
      if (isSuperseded(this.client, question, document)) return { kind: 'superseded' };
      const reply = await this.client.request(question.method, question.params(document?.uri ?? ''), signal);
      if (!asksForRetry(reply)) return reply;
      await Bun.sleep(pause);
    }
  }
}
