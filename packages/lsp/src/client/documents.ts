import type { DidOpenTextDocumentParams, TextDocumentContentChangeEvent } from 'vscode-languageserver-protocol';
import { type AdmittedPath, type DiskStamp, toUri } from '../paths.ts';
import { contentChange, hasLineSeparators } from './text-edit.ts';

/** What a file held at one moment. */
export interface Content {
  readonly text: string;
  /** The file as it was on disk when the text was taken over; undefined if there was none. */
  readonly stamp: DiskStamp | undefined;
  /** When that was, ms, performance.now: of two contents of a file, the later one is true. */
  readonly asOf: number;
}

export interface Text extends Content {
  readonly path: AdmittedPath;
  readonly languageId: string;
  /** What the file held before the change for which somebody asks; undefined where nobody knows. */
  readonly previously?: string;
}

/** A text as a server has it. A new text makes a new value: holding one is holding that version. */
export interface OpenDocument extends Text {
  readonly uri: string;
  /** No other text that this server was told has the same one; later ones have greater ones. */
  readonly version: number;
  /** How many publishes the client had received when this version was sent. */
  readonly publishesBefore: number;
  /** When it was sent, ms, performance.now. */
  readonly sentAt: number;
  /** The version that it replaced, and when that one was sent; undefined where it was just opened. */
  readonly before: { readonly version: number; readonly sentAt: number } | undefined;
  /** The same object from opening to closing: what is remembered only as long as the document is open hangs on it. */
  readonly opening: object;
}

/** What the server wants to hear about documents, from its `textDocumentSync`. */
export interface SyncOptions {
  readonly change: 'none' | 'full' | 'incremental';
  readonly openClose: boolean;
  readonly save: 'none' | 'plain' | 'with-text';
}

/** The open documents of one client, least recently used first. Every method sends at once: call them inside the client's queue. */
export class Documents {
  readonly #open = new Map<string, OpenDocument>();
  #lastVersion = 0;

  constructor(
    private readonly options: () => SyncOptions,
    private readonly notify: (method: string, params: unknown) => void,
    private readonly publishes: () => number,
  ) {}

  get(path: string): OpenDocument | undefined {
    return this.#open.get(path);
  }

  /** False once the document was closed, also if it has been opened again. */
  isOpen(document: OpenDocument): boolean {
    return this.#open.get(document.path)?.opening === document.opening;
  }

  /** The document is open, and the server was told no newer text. */
  isCurrent(document: OpenDocument): boolean {
    return this.#open.get(document.path)?.version === document.version;
  }

  get count(): number {
    return this.#open.size;
  }

  /** Most recently used first. */
  all(): OpenDocument[] {
    return [...this.#open.values()].reverse();
  }

  /** Opens the document or tells the server its new text; an unchanged text is not sent again, and one that was overtaken by a later is not at all. */
  put(text: Text): OpenDocument {
    const known = this.#open.get(text.path);
    if (known === undefined) return this.#didOpen(text);
    if (text.asOf < known.asOf) return this.#keep(known);
    if (known.text === text.text) return this.#keep({ ...known, stamp: text.stamp, asOf: text.asOf });
    if (hasLineSeparators(known.text)) {
      this.close(text.path);
      return this.#didOpen(text);
    }
    return this.#didChange(known, text);
  }

  /** After a write that reached the disk. */
  didSave(document: OpenDocument): void {
    const { save } = this.options();
    if (save === 'none') return;
    const textDocument = { uri: document.uri };
    this.notify('textDocument/didSave', save === 'with-text' ? { textDocument, text: document.text } : { textDocument });
  }

  close(path: AdmittedPath): void {
    const document = this.#open.get(path);
    if (document === undefined) return;
    this.#open.delete(path);
    if (this.options().openClose) this.notify('textDocument/didClose', { textDocument: { uri: document.uri } });
  }

  /** Makes the server look at the document afresh, in the same version; false if it has another one by now. */
  reopen(document: OpenDocument): boolean {
    if (!this.isCurrent(document) || !this.options().openClose) return false;
    this.whileClosed([document.path], () => undefined);
    return true;
  }

  /** Has the server see those of these documents that are open as closed while `tell` sends something, and then in the same version again. */
  whileClosed(paths: Iterable<AdmittedPath>, tell: () => void): void {
    const documents = this.options().openClose ? Array.from(paths).flatMap((path) => this.#open.get(path) ?? []) : [];
    for (const { uri } of documents) this.notify('textDocument/didClose', { textDocument: { uri } });
    tell();
    for (const document of documents) this.#notifyOpen(document);
  }

  /** Closes the least recently used documents beyond `limit`, `keep` excepted, and says which. */
  trim(limit: number, keep: ReadonlySet<AdmittedPath>): AdmittedPath[] {
    const oldest = [...this.#open.values()].map(({ path }) => path).filter((path) => !keep.has(path));
    const closed = oldest.slice(0, Math.max(0, this.#open.size - limit));
    for (const path of closed) this.close(path);
    return closed;
  }

  clear(): void {
    this.#open.clear();
  }

  #didOpen({ path, text, stamp, asOf, languageId }: Text): OpenDocument {
    const document: OpenDocument = {
      path,
      uri: toUri(path),
      languageId,
      version: ++this.#lastVersion,
      text,
      stamp,
      asOf,
      publishesBefore: this.publishes(),
      sentAt: performance.now(),
      before: undefined,
      opening: {},
    };
    if (this.options().openClose) this.#notifyOpen(document);
    return this.#keep(document);
  }

  #notifyOpen({ uri, languageId, version, text }: OpenDocument): void {
    const params: DidOpenTextDocumentParams = { textDocument: { uri, languageId, version, text } };
    this.notify('textDocument/didOpen', params);
  }

  #didChange(known: OpenDocument, { text, stamp, asOf }: Text): OpenDocument {
    const { change } = this.options();
    const document = {
      ...known,
      version: ++this.#lastVersion,
      text,
      stamp,
      asOf,
      publishesBefore: this.publishes(),
      sentAt: performance.now(),
      before: { version: known.version, sentAt: known.sentAt },
    };
    if (change !== 'none') {
      const changes: TextDocumentContentChangeEvent[] = [change === 'full' ? { text } : contentChange(known.text, text)];
      this.notify('textDocument/didChange', {
        textDocument: { uri: document.uri, version: document.version },
        contentChanges: changes,
      });
    }
    return this.#keep(document);
  }

  #keep(document: OpenDocument): OpenDocument {
    this.#open.delete(document.path);
    this.#open.set(document.path, document);
    return document;
  }
}
