import type { OpenDocument } from '../client/documents.ts';
import type { AdmittedPath } from '../paths.ts';

/** A question under way. It outlives a check that stopped waiting for it, until its text changes or somebody asks anew. */
export interface Inquiry {
  readonly document: OpenDocument;
  readonly controller: AbortController;
  awaited: boolean;
  /** A later question about the same file was answered first. */
  overtaken: boolean;
}

/** The questions of one server that are under way. */
export class Inquiries {
  /** In the order in which they were asked. */
  readonly #underWay = new Set<Inquiry>();

  begin(document: OpenDocument): Inquiry {
    this.supersede(document.path);
    const inquiry: Inquiry = { document, controller: new AbortController(), awaited: true, overtaken: false };
    this.#underWay.add(inquiry);
    return inquiry;
  }

  end(inquiry: Inquiry): void {
    this.#underWay.delete(inquiry);
  }

  /** Files whose verdict somebody waits for. */
  awaited(): AdmittedPath[] {
    return [...this.#underWay].flatMap(({ awaited, document }) => (awaited ? [document.path] : []));
  }

  /** Questions that nobody waits for any more are taken back, so that the server is free for the next. */
  supersede(path: AdmittedPath): void {
    for (const { document, awaited, controller } of this.#underWay) if (document.path === path && !awaited) controller.abort();
  }

  /** What earlier questions about the same file bring is out of date from now on. */
  overtake(inquiry: Inquiry): void {
    for (const earlier of this.#underWay) {
      if (earlier === inquiry) return;
      if (earlier.document.path === inquiry.document.path) earlier.overtaken = true;
    }
  }
}
