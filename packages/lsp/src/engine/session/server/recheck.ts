import type { OpenDocument } from '../../../client/documents/documents.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import type { Diagnostic } from '../../../types.ts';
import type { ServerFindings } from './server-findings.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { mayChangeAll } from '../abilities.ts';
import type { Deadline } from '../../base/deadline.ts';
import type { DocumentRequests } from './document-requests.ts';
import type { DocumentSync } from './document-sync.ts';
import type { PendingRequests } from './pending-requests.ts';
import type { SessionParts } from '../session.ts';
import { diskText, documentOnDisk } from '../../disk/text-source.ts';

interface RecheckParts extends SessionParts {
  readonly documents: DocumentSync;
  readonly findings: ServerFindings;
  readonly requests: DocumentRequests;
  readonly pendingRequests: PendingRequests;
  /** The server is not idle while the promise is pending. */
  trackActivity<T>(work: Promise<T>): Promise<T>;
}

/**
 * What one language server reports now about a file that was not edited. Opens the file where it
 * has to.
 */
export class Recheck {
  constructor(private readonly parts: RecheckParts) {}

  /** Undefined where the server does not answer in time. */
  async at(
    path: AdmittedPath,
    deadline: Deadline,
    cancel: AbortSignal,
  ): Promise<readonly Diagnostic[] | undefined> {
    const { client, session, documents } = this.parts;
    const signal = AbortSignal.any([deadline.signal, cancel]);
    const known = client.documents.inServer(path);
    const isReopened = known !== undefined && session.launch.reopensAfter !== undefined;
    if (isReopened && documents.changedSince(known)?.length !== 0) client.documents.outdate(known);
    const open = client.documents.get(path);
    if (open !== undefined) {
      const renewed = await this.renewed(open, signal);
      return renewed && this.#ask(renewed, deadline, cancel);
    }
    if (session.launch.excludes?.(path)) return this.#gone(path);
    const unopened = await this.#askUnopened(path, signal);
    if (unopened !== 'open-first') return unopened;
    const document = await this.#open(path);
    if (document === 'gone') return this.#gone(path);
    if (document === undefined) return undefined;
    const opened = await this.renewed(document, signal);
    const diagnostics = opened && (await this.#ask(opened, deadline, cancel));
    await documents.release(opened ?? document);
    return diagnostics;
  }

  /**
   * Opens the document anew, if what the server has read for it may have changed since. Undefined where that
   * takes too long: what the server says of it tells nothing.
   */
  async renewed(document: OpenDocument, signal: AbortSignal): Promise<OpenDocument | undefined> {
    const { client, pendingRequests, source } = this.parts;
    const isOutdated = client.documents.isOutdated(document) || (await this.#isReached(document, signal));
    if (!isOutdated) return document;
    client.documents.outdate(document);
    // Closed now, it would never be answered about.
    if (!(await pendingRequests.untilUnawaited(document.path, signal))) return undefined;
    const barrier = client.documents.isSettled(document) ? undefined : source.barrier;
    if (barrier !== undefined) await waitFor(barrier.pass([document.uri]), signal);
    if (signal.aborted) return undefined;
    const reopened = await this.parts.documents.reopen(document);
    if (!client.documents.isOutdated(reopened)) return reopened;
    if (pendingRequests.isAwaited(document.path)) return this.renewed(reopened, signal);
    // Asked, it says that it is broken.
    return client.ended.aborted ? reopened : undefined;
  }

  /**
   * It may include, through others, a file that has changed since it was sent: the server publishes nothing
   * about a text that is still the same.
   */
  async #isReached(document: OpenDocument, signal: AbortSignal): Promise<boolean> {
    const { documents, options, session } = this.parts;
    if (session.launch.reopensAfter === undefined) return false;
    const changed = documents.changedSince(document);
    if (changed?.length === 0) return false;
    if (changed === undefined || changed.some((path) => mayChangeAll(session, path))) return true;
    const graph = await waitFor(options.importGraph(session.definition), signal);
    return graph.kind === 'gave-up' || graph.value?.dependents(changed).has(document.path) !== false;
  }

  async #ask(
    document: OpenDocument,
    deadline: Deadline,
    cancel: AbortSignal,
  ): Promise<readonly Diagnostic[] | undefined> {
    const { client, requests } = this.parts;
    const result = await requests.ask(document, deadline, cancel);
    // Another check may have changed the document meanwhile; its own report has the findings.
    return result.kind === 'complete' && client.documents.isCurrent(document)
      ? result.diagnostics
      : undefined;
  }

  async #askUnopened(
    path: AdmittedPath,
    signal: AbortSignal,
  ): Promise<readonly Diagnostic[] | 'open-first' | undefined> {
    const { client, documents, findings, source } = this.parts;
    if (source.askUnopened === undefined) return 'open-first';
    const { tree } = documents;
    const [answer, text] = await Promise.all([
      this.parts.trackActivity(source.askUnopened(path, signal)),
      diskText(path),
    ]);
    if (answer.kind === 'open-first') return 'open-first';
    if (text.kind === 'refused' || answer.kind === 'outside') return this.#gone(path);
    if (answer.kind !== 'complete' || client.documents.get(path) !== undefined) return undefined;
    const diagnostics = findings.toDiagnostics(path, answer.items);
    findings.answered(path, diagnostics, text.content.text, tree);
    return diagnostics;
  }

  /** Opens the file: pyright and ESLint report every file as clean that is not open. */
  async #open(path: AdmittedPath): Promise<OpenDocument | 'gone' | undefined> {
    const { session, documents } = this.parts;
    const text = await documentOnDisk(session.definition, path);
    if (text === undefined) return 'gone';
    const [document] = await documents.synchronise([text]);
    return document;
  }

  /** No findings for a file that does not exist, or that no project holds. */
  #gone(path: AdmittedPath): readonly Diagnostic[] {
    const { session, options } = this.parts;
    options.known.forget(session, path);
    return [];
  }
}
