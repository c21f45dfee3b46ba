import type { OpenDocument } from '../client/documents.ts';
import type { LspClient } from '../client/lsp-client.ts';
import type { Barrier } from '../registry/definition.ts';
import { BarrierRequest } from '../diagnostics/barrier.ts';
import { type AdmittedPath, type DiskStamp, diskStamp, sameStamp, toUri } from '../paths.ts';
import { nameIn } from './name-at.ts';
import type { Answered, NavigationSource, Question, Surroundings } from './source.ts';

/** How many files are shown at most before the server is waited for, so that a question that is cancelled does not leave it busy for long. */
const AT_ONCE = 16;

/** A file as the server has seen it. */
interface Seen {
  /** While it is open. */
  readonly version: number | undefined;
  /** While it is not. */
  readonly stamp: DiskStamp | undefined;
}

/**
 * For a server that knows the files that it was shown, open or closed again, and no others (Quirk(clangd): without an index of the project). Before a
 * question whose answers may lie anywhere, those are shown to it that say the name in question; before one about names, all of them.
 */
export class ShowingSource implements NavigationSource {
  readonly #seen = new Map<AdmittedPath, Seen>();
  readonly #fence: BarrierRequest;
  #showing = Promise.resolve();

  /** @param barrier is passed when the server has read what it was shown */
  constructor(
    private readonly client: LspClient,
    private readonly surroundings: Surroundings,
    barrier: Barrier,
    private readonly inner: NavigationSource,
  ) {
    this.#fence = new BarrierRequest(client, barrier);
  }

  async ask(question: Question, document: OpenDocument | undefined, signal: AbortSignal): Promise<Answered> {
    if (question.reach === 'workspace') {
      // One after the other: each needs room for what it shows.
      const shown = this.#showing.then(() => this.#show(question, document, signal));
      this.#showing = shown;
      await shown;
    }
    return this.inner.ask(question, document, signal);
  }

  async #show(question: Question, document: OpenDocument | undefined, signal: AbortSignal): Promise<void> {
    const unseen = (await this.#concerned(question, document)).filter((path) => !this.#hasSeen(path));
    // Beside the document that the question is about.
    const atOnce = Math.max(1, Math.min(AT_ONCE, this.surroundings.room - 1));
    for (let at = 0; at < unseen.length && !signal.aborted && !this.client.ended.aborted; at += atOnce) {
      const batch = unseen.slice(at, at + atOnce);
      const stamps = batch.map(diskStamp);
      await this.surroundings.show(document === undefined ? batch : [...batch, document.path]);
      await this.#fence.pass(batch.map(toUri));
      batch.forEach((path, index) => {
        this.#seen.set(path, { version: this.client.documents.get(path)?.version, stamp: stamps[index] });
      });
    }
  }

  async #concerned(question: Question, document: OpenDocument | undefined): Promise<readonly AdmittedPath[]> {
    const name = nameIn(question, document);
    const graph = name === undefined ? undefined : await this.surroundings.importGraph();
    if (name === undefined || graph === undefined) return this.surroundings.files();
    return [...graph.paths].filter(graph.mentioning([name]));
  }

  #hasSeen(path: AdmittedPath): boolean {
    const seen = this.#seen.get(path);
    if (seen === undefined) return false;
    const open = this.client.documents.get(path);
    return open === undefined ? sameStamp(seen.stamp, diskStamp(path)) : open.version === seen.version;
  }
}
