import type { OpenDocument } from '../client/documents.ts';
import type { AdmittedPath } from '../paths.ts';

/** A question under way. It outlives a check that stopped waiting for it, until its text changes or somebody asks anew. */
export interface PendingRequest {
  readonly document: OpenDocument;
  readonly controller: AbortController;
  awaited: boolean;
  /** A later question about the same file was answered first. */
  superseded: boolean;
}

/** The questions of one server that are under way. */
export class PendingRequests {
  /** In the order in which they were asked. */
  readonly #underWay = new Set<PendingRequest>();

  begin(document: OpenDocument): PendingRequest {
    this.abortUnawaited(document.path);
    const pendingRequest: PendingRequest = { document, controller: new AbortController(), awaited: true, superseded: false };
    this.#underWay.add(pendingRequest);
    return pendingRequest;
  }

  end(pendingRequest: PendingRequest): void {
    this.#underWay.delete(pendingRequest);
  }

  /** Files whose verdict somebody waits for. */
  awaited(): AdmittedPath[] {
    return [...this.#underWay].flatMap(({ awaited, document }) => (awaited ? [document.path] : []));
  }

  /** Questions that nobody waits for any more are taken back, so that the server is free for the next. */
  abortUnawaited(path: AdmittedPath): void {
    for (const { document, awaited, controller } of this.#underWay) if (document.path === path && !awaited) controller.abort();
  }

  /** What earlier questions about the same file bring is out of date from now on. */
  supersedeEarlier(pendingRequest: PendingRequest): void {
    for (const earlier of this.#underWay) {
      if (earlier === pendingRequest) return;
      if (earlier.document.path === pendingRequest.document.path) earlier.superseded = true;
    }
  }
}
