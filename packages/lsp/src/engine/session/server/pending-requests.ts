import { Condition } from '../../../support/condition.ts';
import type { OpenDocument } from '../../../client/documents/documents.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import type { Diagnostic } from '../../../types.ts';

/** The result of one document's check by its server. */
export type FileResult =
  | { readonly kind: 'complete'; readonly diagnostics: readonly Diagnostic[] }
  /** `why`: where more time would not help. */
  | { readonly kind: 'timed-out'; readonly why?: string }
  | { readonly kind: 'broken' };

/** One that was not answered for so long may be lost: whoever asks the same sends it again, ms. */
const LOST_AFTER = 60_000;

/** A request in progress. It outlives a check that stopped waiting for it, until its text changes. */
export interface PendingRequest {
  readonly document: OpenDocument;
  /** That the server was notified of when it was sent, see `DocumentSync.tree`. */
  readonly tree: number;
  /** ms, performance.now. */
  readonly sentAt: number;
  readonly controller: AbortController;
  readonly answer: Promise<FileResult>;
  awaited: boolean;
  /** A later request about the same file was answered first. */
  superseded: boolean;
}

/** The requests of one server that are in progress. */
export class PendingRequests {
  /** In the order in which they began. */
  readonly #underWay = new Set<PendingRequest>();
  readonly #unawaited = new Condition();

  /** @param send sends it at once */
  begin(
    document: OpenDocument,
    tree: number,
    send: (pendingRequest: PendingRequest) => Promise<FileResult>,
  ): PendingRequest {
    this.abortUnawaited(document.path);
    const { promise: answer, resolve } = Promise.withResolvers<FileResult>();
    const pendingRequest: PendingRequest = {
      document,
      tree,
      sentAt: performance.now(),
      controller: new AbortController(),
      answer,
      awaited: true,
      superseded: false,
    };
    this.#underWay.add(pendingRequest);
    const ended = (): void => {
      this.#underWay.delete(pendingRequest);
      this.#unawaited.changed();
    };
    resolve(send(pendingRequest).finally(ended));
    return pendingRequest;
  }

  /** Files whose verdict a caller waits for. */
  awaited(): AdmittedPath[] {
    return [...this.#underWay].flatMap(({ awaited, document }) => (awaited ? [document.path] : []));
  }

  /** A caller waits for the answer, and has not cancelled it. */
  isAwaited(path: AdmittedPath): boolean {
    return [...this.#underWay].some(
      ({ awaited, controller, document }) => awaited && !controller.signal.aborted && document.path === path,
    );
  }

  /** The caller waits no longer. */
  leave(pendingRequest: PendingRequest): void {
    pendingRequest.awaited = false;
    this.#unawaited.changed();
  }

  cancel({ controller }: PendingRequest): void {
    controller.abort();
    this.#unawaited.changed();
  }

  /** True once no caller waits for an answer about the file, false where `signal` aborts first. */
  untilUnawaited(path: AdmittedPath, signal: AbortSignal): Promise<boolean> {
    return this.#unawaited.until(() => !this.isAwaited(path), signal);
  }

  /** Files whose verdict comes later than a caller has waited for it. */
  late(): AdmittedPath[] {
    return [...this.#underWay].flatMap((one) => (isLate(one) ? [one.document.path] : []));
  }

  /** The answer about the file as it is now has not come. */
  isPending(path: AdmittedPath): boolean {
    return [...this.#underWay].some((one) => one.document.path === path && isOpen(one));
  }

  /** The late answer that will be about this text, and about this tree. */
  lateOf({ opening, version }: OpenDocument, tree: number): PendingRequest | undefined {
    return [...this.#underWay].find(
      (one) =>
        isLate(one) &&
        performance.now() - one.sentAt < LOST_AFTER &&
        one.tree === tree &&
        one.document.opening === opening &&
        one.document.version === version,
    );
  }

  /**
   * Cancels requests that no caller waits for any more, so that the server is free for the next.
   */
  abortUnawaited(path: AdmittedPath): void {
    for (const { document, awaited, controller } of this.#underWay)
      if (document.path === path && !awaited) controller.abort();
  }

  /** Results of earlier requests about the same file are stale from now on. */
  supersedeEarlier(pendingRequest: PendingRequest): void {
    for (const earlier of this.#underWay) {
      if (earlier === pendingRequest) return;
      if (earlier.document.path === pendingRequest.document.path) earlier.superseded = true;
    }
  }
}

function isOpen({ superseded, controller }: PendingRequest): boolean {
  return !superseded && !controller.signal.aborted;
}

function isLate(pendingRequest: PendingRequest): boolean {
  return !pendingRequest.awaited && isOpen(pendingRequest);
}
