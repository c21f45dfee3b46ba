import type { OpenDocument } from '../../client/documents/documents.ts';
import type { LspClient } from '../../client/lsp-client.ts';
import { requestWithRetry } from '../../client/request-with-retry.ts';
import { isSuperseded } from './superseded.ts';
import type { NavigationResult, NavigationSource, Question } from './source.ts';

/** For servers whose first answer is complete. */
export class DirectSource implements NavigationSource {
  constructor(private readonly client: LspClient) {}

  ask(
    question: Question,
    document: OpenDocument | undefined,
    signal: AbortSignal,
  ): Promise<NavigationResult> {
    const params = (): object | undefined =>
      isSuperseded(this.client, question, document) ? undefined : question.params(document?.uri ?? '');
    return requestWithRetry(this.client, question.method, params, signal);
  }
}
