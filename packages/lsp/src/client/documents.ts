import type { DidOpenTextDocumentParams, TextDocumentContentChangeEvent } from 'vscode-languageserver-protocol';
import { type AdmittedPath, type DiskStamp, toUri } from '../paths.ts';
import { contentChange } from './text-edit.ts';

/** A text as a server has it. A new text makes a new value: holding one is holding that version. */
export interface OpenDocument {
  readonly path: AdmittedPath;
  readonly uri: string;
  readonly languageId: string;
  /** Starts at 1 and grows with every change, also over closing and opening again. */
  readonly version: number;
  readonly text: string;
  /** The file as it was on disk when the text was taken over; undefined if there was none. */
  readonly stamp: DiskStamp | undefined;
  /** Nobody has told the server another text since it was opened. */
  readonly justOpened: boolean;
  /** How many publishes the client had received when this version was sent. */
  readonly sentAt: number;
}

/** What the server wants to hear about documents, from its `textDocumentSync`. */
export interface SyncOptions {
  readonly change: 'none' | 'full' | 'incremental';
  readonly openClose: boolean;
  readonly save: 'none' | 'plain' | 'with-text';
}

export interface Text {
  readonly path: AdmittedPath;
  readonly text: string;
  readonly stamp: DiskStamp | undefined;
  readonly languageId: string;
}

/** The open documents of one client, least recently used first. Every method sends at once: call them inside the client's queue. */
export class Documents {
  readonly #open = new Map<AdmittedPath, OpenDocument>();
  readonly #versions = new Map<AdmittedPath, number>();

  constructor(
    private readonly options: () => SyncOptions,
    private readonly notify: (method: string, params: unknown) => void,
    private readonly publishes: () => number,
  ) {}

  get size(): number {
    return this.#open.size;
  }

  get(path: AdmittedPath): OpenDocument | undefined {
    return this.#open.get(path);
  }

  /** True as long as the server has not been told a newer text, whether the document is still open or not. */
  isCurrent(document: OpenDocument): boolean {
    return this.#versions.get(document.path) === document.version;
  }

  /** Most recently used first. */
  all(): OpenDocument[] {
    return [...this.#open.values()].reverse();
  }

  /** Opens the document or tells the server its new text; an unchanged text is not sent again. */
  put(text: Text): OpenDocument {
    const known = this.#open.get(text.path);
    if (known === undefined) return this.#didOpen(text);
    if (known.text === text.text) return this.#keep({ ...known, stamp: text.stamp });
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
    if (this.#open.get(document.path)?.version !== document.version || !this.options().openClose) return false;
    this.notify('textDocument/didClose', { textDocument: { uri: document.uri } });
    this.#notifyOpen(document);
    return true;
  }

  /** Closes the least recently used documents beyond `limit`, `keep` excepted. */
  trim(limit: number, keep: ReadonlySet<AdmittedPath>): void {
    for (const path of [...this.#open.keys()]) {
      if (this.#open.size <= limit) return;
      if (!keep.has(path)) this.close(path);
    }
  }

  clear(): void {
    this.#open.clear();
    this.#versions.clear();
  }

  #didOpen({ path, text, stamp, languageId }: Text): OpenDocument {
    const document = { path, uri: toUri(path), languageId, version: this.#nextVersion(path), text, stamp, justOpened: true, sentAt: this.publishes() };
    if (this.options().openClose) this.#notifyOpen(document);
    return this.#keep(document);
  }

  #notifyOpen({ uri, languageId, version, text }: OpenDocument): void {
    const params: DidOpenTextDocumentParams = { textDocument: { uri, languageId, version, text } };
    this.notify('textDocument/didOpen', params);
  }

  #didChange(known: OpenDocument, { text, stamp }: Text): OpenDocument {
    const { change } = this.options();
    const document = { ...known, version: this.#nextVersion(known.path), text, stamp, justOpened: false, sentAt: this.publishes() };
    if (change !== 'none') {
      const changes: TextDocumentContentChangeEvent[] = [change === 'full' ? { text } : contentChange(known.text, text)];
      this.notify('textDocument/didChange', {
        textDocument: { uri: document.uri, version: document.version },
        contentChanges: changes,
      });
    }
    return this.#keep(document);
  }

  #nextVersion(path: AdmittedPath): number {
    const version = (this.#versions.get(path) ?? 0) + 1;
    this.#versions.set(path, version);
    return version;
  }

  #keep(document: OpenDocument): OpenDocument {
    this.#open.delete(document.path);
    this.#open.set(document.path, document);
    return document;
  }
}
