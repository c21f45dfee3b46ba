import type { Diagnostic } from 'vscode-languageserver-protocol';
import { boundedItems } from '../../client/documents/bounded-items.ts';
import type { OpenDocument } from '../../client/documents/documents.ts';
import type { LspClient } from '../../client/lsp-client.ts';
import { ErrorCodes } from '../../jsonrpc/connection.ts';
import { requestWithRetry } from '../../client/request-with-retry.ts';
import { isObject } from '../../support/json.ts';
import { toPath } from '../../support/paths.ts';
import type { DiagnosticsResult, DiagnosticSource } from './source.ts';

export const PULL_METHOD = 'textDocument/diagnostic';

/** How long a server that refuses is asked again behind a check, ms: a later result has its answer. */
const BEHIND = 30_000;

/** A file to ask about. A file that is not open gets a new `opening` each time. */
export type PulledDocument = Pick<OpenDocument, 'uri' | 'opening'>;

/** A full report, kept for later answers that are only "unchanged". */
interface Report {
  readonly resultId: string;
  readonly items: readonly Diagnostic[];
}

/**
 * LSP 3.17 pull diagnostics: the answer belongs to the version that was sent before the request.
 */
export class PullSource implements DiagnosticSource {
  readonly answersOnRequest = true;
  /**
   * Quirk(pyright): it has one thread and cannot be stopped. A second request would only wait for
   * the first one, and the next check would wait for both.
   */
  readonly atATime: number = 1;

  /**
   * The last report of each document, by {@link OpenDocument.opening}. What the server remembers of
   * a closed document is not relied on.
   */
  readonly #reports = new WeakMap<object, Report>();

  constructor(
    private readonly client: LspClient,
    private readonly traits: { readonly waitsForOffer: boolean } = { waitsForOffer: true },
  ) {}

  /** The server supports pull: it announced it, or has registered it since. */
  get offered(): boolean {
    return this.#options() !== undefined;
  }

  async ask(document: PulledDocument, signal: AbortSignal, deadline: number): Promise<DiagnosticsResult> {
    // Quirk(pyright): it registers the provider after `initialized`, so the first request may come
    // too early.
    if (this.traits.waitsForOffer && !this.offered) {
      await this.client.registrations.whenRegistered(
        PULL_METHOD,
        AbortSignal.any([signal, this.client.ended]),
      );
    }
    let previous: Report | undefined;
    const params = (): object => this.#params(document, (previous = this.#reports.get(document.opening)));
    const reply = await requestWithRetry(this.client, PULL_METHOD, params, signal, deadline + BEHIND);
    if (reply.kind === 'result') return this.#read(document, previous, reply.result);
    return reply.kind === 'closed' ? { kind: 'closed' } : { kind: 'unanswered', ...whyNot(reply) };
  }

  #options(): Record<string, unknown> | undefined {
    return this.client.provider('diagnosticProvider', PULL_METHOD);
  }

  #params({ uri }: PulledDocument, previous: Report | undefined): object {
    const identifier = this.#options()?.['identifier'];
    return {
      textDocument: { uri },
      ...(typeof identifier === 'string' ? { identifier } : {}),
      ...(previous === undefined ? {} : { previousResultId: previous.resultId }),
    };
  }

  /** @param previous the report whose `resultId` was sent with the request */
  #read({ opening }: PulledDocument, previous: Report | undefined, report: unknown): DiagnosticsResult {
    if (!isObject(report)) return { kind: 'unanswered', why: `${PULL_METHOD}: no report`, isRefusal: true };
    if (report['kind'] === 'unchanged') {
      return previous === undefined
        ? { kind: 'unanswered', why: `${PULL_METHOD}: unchanged since nothing` }
        : { kind: 'complete', items: previous.items };
    }
    // Quirk(gopls): `kind` is the empty string, so the items decide.
    const items = itemsOf(report);
    const { resultId } = report;
    if (typeof resultId === 'string') this.#reports.set(opening, { resultId, items });
    else this.#reports.delete(opening);
    return { kind: 'complete', items, related: relatedOf(report) };
  }
}

function itemsOf(report: Record<string, unknown>): readonly Diagnostic[] {
  return boundedItems(report['items']);
}

function relatedOf(report: Record<string, unknown>): Map<string, readonly Diagnostic[]> {
  const related = new Map<string, readonly Diagnostic[]>();
  if (!isObject(report['relatedDocuments'])) return related;
  for (const [uri, other] of Object.entries(report['relatedDocuments'])) {
    const path = toPath(uri);
    if (path !== undefined && isObject(other) && other['kind'] !== 'unchanged')
      related.set(path, itemsOf(other));
  }
  return related;
}

function whyNot(reply: Awaited<ReturnType<typeof requestWithRetry>>): { why: string; isRefusal?: true } {
  if (reply.kind !== 'error') return { why: `${PULL_METHOD}: ${reply.kind}` };
  const { message, code } = reply.error;
  const why = `${PULL_METHOD}: ${message} (${code})`;
  return INTERRUPTED.has(code) ? { why } : { why, isRefusal: true };
}

/** With more time, the server would have been asked again. */
const INTERRUPTED: ReadonlySet<number> = new Set([
  ErrorCodes.ContentModified,
  ErrorCodes.ServerCancelled,
  ErrorCodes.RequestCancelled,
]);
