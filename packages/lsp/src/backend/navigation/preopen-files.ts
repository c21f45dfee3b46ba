import { basename, extname } from 'node:path';
import type { OpenDocument } from '../../client/documents/documents.ts';
import type { LspClient } from '../../client/lsp-client.ts';
import type { Barrier } from '../traits.ts';
import { BarrierRequest } from '../diagnostics/barrier.ts';
import {
  type AdmittedPath,
  type DiskStamp,
  diskStamp,
  sameStamp,
  toPath,
  toUri,
} from '../../support/paths.ts';
import { nameIn } from './name-at.ts';
import { readLocations } from './read-locations.ts';
import type { NavigationResult, NavigationSource, Question, WorkspaceView } from './source.ts';

/**
 * How many files are opened at most before the next wait for the server. A cancelled request must
 * not leave it busy for long.
 */
const AT_ONCE = 16;

const DEFINITION = 'textDocument/definition';

/** The state in which the server saw a file. */
interface Seen {
  /** While the file is open. */
  readonly version: number | undefined;
  /** While the file is closed. */
  readonly stamp: DiskStamp | undefined;
}

/**
 * For a server that knows only files that were opened in it, open or closed again (Quirk(clangd):
 * without an index of the project). Before a request whose answers may lie in any file, the files
 * that contain the name are opened. Before a request about names, all files are.
 */
export class PreopenFilesSource implements NavigationSource {
  readonly #seen = new Map<AdmittedPath, Seen>();
  readonly #barrierRequest: BarrierRequest;
  #showing = Promise.resolve();

  /** @param barrier passes when the server has read the files opened for it */
  constructor(
    private readonly client: LspClient,
    private readonly view: WorkspaceView,
    barrier: Barrier,
    private readonly inner: NavigationSource,
  ) {
    this.#barrierRequest = new BarrierRequest(client, barrier);
  }

  async ask(
    question: Question,
    document: OpenDocument | undefined,
    signal: AbortSignal,
  ): Promise<NavigationResult> {
    if (question.scope === 'workspace')
      await this.#show(await this.#concerned(question, document), document, signal);
    const reply = await this.inner.ask(question, document, signal);
    if (question.method !== DEFINITION || reply.kind !== 'result') return reply;
    // The answer may be a declaration. The definition is most likely in the file with the same stem
    // as the declaration's: core.h, core.cpp.
    const namesakes = this.#namesakesOf(reply.result, document);
    if (namesakes.length === 0) return reply;
    await this.#show(namesakes, document, signal);
    return this.inner.ask(question, document, signal);
  }

  /** Unseen files with the same stem as the files of the locations. */
  #namesakesOf(locations: unknown, document: OpenDocument | undefined): AdmittedPath[] {
    const stems = new Set([...readLocations(locations)].flatMap(({ uri }) => toPath(uri) ?? []).map(stemOf));
    return this.view.files(document?.path).filter((path) => stems.has(stemOf(path)) && !this.#hasSeen(path));
  }

  /** One call at a time: each needs room for the files it opens. */
  #show(
    paths: readonly AdmittedPath[],
    document: OpenDocument | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    this.#showing = this.#showing.then(() => this.#showUnseen(paths, document, signal));
    return this.#showing;
  }

  async #showUnseen(
    paths: readonly AdmittedPath[],
    document: OpenDocument | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const unseen = paths.filter((path) => !this.#hasSeen(path));
    // Leaves room for the document that the request is about.
    const atOnce = Math.max(1, Math.min(AT_ONCE, this.view.room - 1));
    for (let at = 0; at < unseen.length && !signal.aborted && !this.client.ended.aborted; at += atOnce) {
      const batch = unseen.slice(at, at + atOnce);
      const stamps = batch.map(diskStamp);
      await this.view.show(document === undefined ? batch : [...batch, document.path]);
      await this.#barrierRequest.pass(batch.map(toUri));
      batch.forEach((path, index) => {
        this.#seen.set(path, { version: this.client.documents.get(path)?.version, stamp: stamps[index] });
      });
    }
  }

  async #concerned(question: Question, document: OpenDocument | undefined): Promise<readonly AdmittedPath[]> {
    const name = nameIn(question, document);
    const graph = name === undefined ? undefined : await this.view.importGraph();
    if (name === undefined || graph === undefined) return this.view.files(document?.path);
    const named = [...graph.paths].filter(graph.containsIdentifier([name]));
    return document === undefined ? named : this.view.beside(document.path, named);
  }

  #hasSeen(path: AdmittedPath): boolean {
    const seen = this.#seen.get(path);
    if (seen === undefined) return false;
    const { documents } = this.client;
    const open = documents.get(path);
    return open === undefined
      ? sameStamp(seen.stamp, diskStamp(path))
      : open.version === seen.version && !documents.isOutdated(open);
  }
}

function stemOf(path: string): string {
  return basename(path, extname(path));
}
