import type { DiagnosticsResult } from '../../../backend/diagnostics/source.ts';
import type { OpenDocument } from '../../../client/documents/documents.ts';
import { TOO_LONG } from '../../../jsonrpc/framing.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import { onAbort } from '../../../support/abort.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { whyInPart } from '../abilities.ts';
import type { DurationEstimate } from '../duration-estimate.ts';
import type { Deadline } from '../../base/deadline.ts';
import type { DocumentSync } from './document-sync.ts';
import type { FileResult, PendingRequest, PendingRequests } from './pending-requests.ts';
import type { ServerFindings } from './server-findings.ts';
import type { SessionParts } from '../session.ts';

interface DocumentRequestsParts extends SessionParts {
  readonly documents: DocumentSync;
  readonly findings: ServerFindings;
  readonly pendingRequests: PendingRequests;
  readonly durations: DurationEstimate;
  /** About the tree on disk: see {@link Turns}. */
  question<T>(ask: () => Promise<T>): Promise<T>;
}

/** Asks one server about open documents. What it answers late counts for the next check. */
export class DocumentRequests {
  #hasAnswered = false;
  /** When the last answer came, ms, performance.now. */
  #freeSince = 0;

  constructor(private readonly parts: DocumentRequestsParts) {}

  /** The server has answered completely about some document. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /**
   * Waits until the deadline. A request that a check no longer waits for goes on, and whoever asks the same
   * waits for its answer. One that is sent now is cancelled for good when `cancel` aborts.
   */
  async ask(document: OpenDocument, deadline: Deadline, cancel: AbortSignal): Promise<FileResult> {
    const late = this.parts.pendingRequests.lateOf(document, this.parts.documents.tree);
    if (late !== undefined) return this.#await(late, AbortSignal.any([deadline.signal, cancel]));
    const sent = this.#send(document, deadline);
    using _ = onAbort(cancel, () => {
      this.parts.pendingRequests.cancel(sent);
    });
    return await this.#await(sent, deadline.signal);
  }

  #send(document: OpenDocument, deadline: Deadline): PendingRequest {
    const { documents, source, pendingRequests } = this.parts;
    const { tree } = documents;
    const sent = performance.now();
    return pendingRequests.begin(document, tree, async (pendingRequest) => {
      const answer = await source.ask(document, pendingRequest.controller.signal, deadline.at);
      if (answer.kind === 'complete') this.#took(document.path, sent);
      return this.#conclude(pendingRequest, answer);
    });
  }

  /** The first answer took loading, too, and one that had to wait for another one only the rest. */
  #took(path: AdmittedPath, sent: number): void {
    const now = performance.now();
    if (this.#hasAnswered) this.parts.durations.took(path, now - Math.max(sent, this.#freeSince));
    this.#freeSince = now;
  }

  async #await(pendingRequest: PendingRequest, signal: AbortSignal): Promise<FileResult> {
    pendingRequest.awaited = true;
    const outcome = await waitFor(
      this.parts.question(() => pendingRequest.answer),
      signal,
    );
    this.parts.pendingRequests.leave(pendingRequest);
    return outcome.kind === 'done' ? outcome.value : { kind: 'timed-out' };
  }

  #conclude(pendingRequest: PendingRequest, answer: DiagnosticsResult): FileResult {
    const { document, tree } = pendingRequest;
    const { client, findings, options, pendingRequests } = this.parts;
    // Another request may have found out that the server is broken.
    if (answer.kind === 'closed' || client.state.kind === 'broken') return { kind: 'broken' };
    if (answer.kind === 'unanswered' || !client.documents.isOpen(document)) {
      options.log(
        `${client.name}: no answer for a file: ` +
          (answer.kind === 'unanswered' ? answer.why : 'closed meanwhile'),
      );
      if (answer.kind !== 'unanswered') return { kind: 'timed-out' };
      const isTooLong = answer.why.includes(TOO_LONG);
      if (!isTooLong && answer.isRefusal !== true) return { kind: 'timed-out' };
      if (!pendingRequest.superseded && client.documents.isCurrent(document)) findings.refused(document.path);
      if (isTooLong) return { kind: 'timed-out', why: TOO_LONG };
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
