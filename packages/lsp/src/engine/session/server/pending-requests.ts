import type { OpenDocument } from '../../../client/documents/documents.ts';
import type { AdmittedPath } from '../../../support/paths.ts';

/**
 * A request in progress. It outlives a check that stopped waiting for it, until its text changes or
 * the file is asked about again.
 */
export interface PendingRequest {
  readonly document: OpenDocument;
  readonly controller: AbortController;
  awaited: boolean;
  /** A later request about the same file was answered first. */
  superseded: boolean;
}

/** The requests of one server that are in progress. */
export class PendingRequests {
  /** In the order in which they began. */
  readonly #underWay = new Set<PendingRequest>();

  begin(document: OpenDocument): PendingRequest {
    this.abortUnawaited(document.path);
    const pendingRequest: PendingRequest = {
      document,
      controller: new AbortController(),
      awaited: true,
      superseded: false,
    };
    this.#underWay.add(pendingRequest);
    return pendingRequest;
  }

  end(pendingRequest: PendingRequest): void {
    this.#underWay.delete(pendingRequest);
  }

  /** Files whose verdict a caller waits for. */
  awaited(): AdmittedPath[] {
    return [...this.#underWay].flatMap(({ awaited, document }) => (awaited ? [document.path] : []));
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
