import type { DiagnosticsResult } from '../../../backend/diagnostics/source.ts';
import type { OpenDocument } from '../../../client/documents/documents.ts';
import { TOO_LONG } from '../../../jsonrpc/framing.ts';
import { onAbort } from '../../../support/abort.ts';
import { waitFor } from '../../../support/wait-for.ts';
import type { Diagnostic } from '../../../types.ts';
import { whyInPart } from '../abilities.ts';
import type { Deadline } from '../../base/deadline.ts';
import type { DocumentSync } from './document-sync.ts';
import type { PendingRequest, PendingRequests } from './pending-requests.ts';
import type { ServerFindings } from './server-findings.ts';
import type { SessionParts } from '../session.ts';

interface DocumentRequestsParts extends SessionParts {
  readonly documents: DocumentSync;
  readonly findings: ServerFindings;
  readonly pendingRequests: PendingRequests;
  /** About the tree on disk: see {@link Turns}. */
  question<T>(ask: () => Promise<T>): Promise<T>;
}

/** The result of one document's check by its server. */
export type FileResult =
  | { readonly kind: 'complete'; readonly diagnostics: readonly Diagnostic[] }
  /** `why`: where more time would not help. */
  | { readonly kind: 'timed-out'; readonly why?: string }
  | { readonly kind: 'broken' };

/** Asks one server about open documents. What it answers late counts for the next check. */
export class DocumentRequests {
  #hasAnswered = false;

  constructor(private readonly parts: DocumentRequestsParts) {}

  /** The server has answered completely about some document. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** Waits until the deadline. The request is cancelled for good when `cancel` aborts. */
  async ask(document: OpenDocument, deadline: Deadline, cancel: AbortSignal): Promise<FileResult> {
    const { documents, source, pendingRequests } = this.parts;
    const pendingRequest = pendingRequests.begin(document);
    const { tree } = documents;
    using _ = onAbort(cancel, () => {
      pendingRequest.controller.abort();
    });
    const result = source.ask(document, pendingRequest.controller.signal, deadline.at).then((answer) => {
      const concluded = this.#conclude(pendingRequest, answer, tree);
      pendingRequests.end(pendingRequest);
      return concluded;
    });
    const outcome = await waitFor(
      this.parts.question(() => result),
      deadline.signal,
    );
    pendingRequest.awaited = false;
    return outcome.kind === 'done' ? outcome.value : { kind: 'timed-out' };
  }

  #conclude(pendingRequest: PendingRequest, answer: DiagnosticsResult, tree: number): FileResult {
    const { document } = pendingRequest;
    const { client, findings, options, pendingRequests } = this.parts;
    // Another request may have found out that the server is broken.
    if (answer.kind === 'closed' || client.state.kind === 'broken') return { kind: 'broken' };
    if (answer.kind === 'unanswered' || !client.documents.isOpen(document)) {
      options.log(
        `${client.name}: no answer for a file: ` +
          (answer.kind === 'unanswered' ? answer.why : 'closed meanwhile'),
      );
      if (answer.kind !== 'unanswered') return { kind: 'timed-out' };
      if (answer.why.includes(TOO_LONG)) return { kind: 'timed-out', why: TOO_LONG };
      if (answer.isRefusal !== true) return { kind: 'timed-out' };
      const inPart = whyInPart(this.parts.session, document.path);
      return { kind: 'timed-out', why: inPart ?? answer.why };
    }
    client.lastError = undefined;
    this.#hasAnswered = true;
    this.parts.session.requestStats.answered();
    const diagnostics = findings.toDiagnostics(document.path, answer.items);
    if (!pendingRequest.superseded && client.documents.isCurrent(document)) {
      pendingRequests.supersedeEarlier(pendingRequest);
      findings.answered(document.path, diagnostics, document.text, tree);
      for (const [path, items] of answer.related ?? []) findings.learn(path, items);
    }
    return { kind: 'complete', diagnostics };
  }
}
