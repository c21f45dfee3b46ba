import type { Diagnostic } from 'vscode-languageserver-protocol';
import type { OpenDocument } from '../client/documents.ts';
import type { LspClient } from '../client/lsp-client.ts';
import { ErrorCodes, type Reply, type ResponseError, isObject } from '../jsonrpc/connection.ts';
import { toPath } from '../paths.ts';
import type { Answer, DiagnosticSource } from './source.ts';

export const PULL_METHOD = 'textDocument/diagnostic';

/** A server that cancels every attempt is given up on. */
const MAX_ATTEMPTS = 5;

/** LSP 3.17 pull diagnostics: the answer belongs to the version that was sent before the question. */
export class PullSource implements DiagnosticSource {
  /** The server's last full report per document, for answers that only say "unchanged". */
  readonly #reports = new Map<string, { resultId: string; items: readonly Diagnostic[] }>();

  constructor(private readonly client: LspClient) {}

  /** The server can be asked: it said so, or has registered it since. */
  get offered(): boolean {
    return this.#options() !== undefined;
  }

  async ask(document: OpenDocument, signal: AbortSignal): Promise<Answer> {
    // Quirk(pyright): the provider is registered after `initialized`, so the first question may come too early.
    if (!this.offered) {
      await this.client.registrations.whenRegistered(PULL_METHOD, AbortSignal.any([signal, this.client.ended]));
    }
    for (let attempt = 1; ; attempt++) {
      const reply = await this.client.request(PULL_METHOD, this.#params(document), signal);
      if (reply.kind === 'result') return this.#read(document, reply.result);
      if (reply.kind === 'closed') return { kind: 'closed' };
      if (attempt === MAX_ATTEMPTS || !asksForRetry(reply)) return { kind: 'unanswered', why: whyNot(reply) };
    }
  }

  #options(): Record<string, unknown> | undefined {
    return this.client.provider('diagnosticProvider', PULL_METHOD);
  }

  #params({ uri }: OpenDocument): object {
    const identifier = this.#options()?.['identifier'];
    const previous = this.#reports.get(uri);
    return {
      textDocument: { uri },
      ...(typeof identifier === 'string' ? { identifier } : {}),
      ...(previous === undefined ? {} : { previousResultId: previous.resultId }),
    };
  }

  #read({ uri }: OpenDocument, report: unknown): Answer {
    if (!isObject(report)) return { kind: 'complete', items: [] };
    if (report['kind'] === 'unchanged') return { kind: 'complete', items: this.#reports.get(uri)?.items ?? [] };
    // Quirk(gopls): `kind` is the empty string, so the items decide.
    const items = itemsOf(report);
    const { resultId } = report;
    if (typeof resultId === 'string') this.#reports.set(uri, { resultId, items });
    else this.#reports.delete(uri);
    return { kind: 'complete', items, related: relatedOf(report) };
  }
}

function itemsOf(report: Record<string, unknown>): readonly Diagnostic[] {
  return Array.isArray(report['items']) ? (report['items'] as Diagnostic[]) : [];
}

function relatedOf(report: Record<string, unknown>): Map<string, readonly Diagnostic[]> {
  const related = new Map<string, readonly Diagnostic[]>();
  if (!isObject(report['relatedDocuments'])) return related;
  for (const [uri, other] of Object.entries(report['relatedDocuments'])) {
    const path = toPath(uri);
    if (path !== undefined && isObject(other) && other['kind'] !== 'unchanged') related.set(path, itemsOf(other));
  }
  return related;
}

function asksForRetry(reply: Reply): boolean {
  if (reply.kind !== 'error') return false;
  if (reply.error.code === ErrorCodes.ContentModified) return true;
  return reply.error.code === ErrorCodes.ServerCancelled && retriggers(reply.error);
}

function retriggers({ data }: ResponseError): boolean {
  return !(isObject(data) && data['retriggerRequest'] === false);
}

function whyNot(reply: Reply): string {
  return reply.kind === 'error' ? `${PULL_METHOD}: ${reply.error.message} (${reply.error.code})` : `${PULL_METHOD}: ${reply.kind}`;
}
