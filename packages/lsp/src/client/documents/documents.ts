import type {
  DidOpenTextDocumentParams,
  TextDocumentContentChangeEvent,
} from 'vscode-languageserver-protocol';
import { type AdmittedPath, type DiskStamp, toUri } from '../../support/paths.ts';
import { Openings } from './openings.ts';
import { contentChange, hasLineSeparators } from './text-edit.ts';

/** The content of a file at one moment. */
export interface Content {
  readonly text: string;
  /** The disk state when the text was read; undefined if the file did not exist. */
  readonly stamp: DiskStamp | undefined;
  /**
   * When the text was read, ms, performance.now. Of two contents of a file, the later one is valid.
   */
  readonly asOf: number;
}

export interface Text extends Content {
  readonly path: AdmittedPath;
  readonly languageId: string;
  /** The content before the change that the caller asks about; undefined where it is not known. */
  readonly previously?: string;
}

/**
 * A text as a server has it. A new text makes a new object: holding an object means holding that
 * version.
 */
export interface OpenDocument extends Text {
  readonly uri: string;
  /** Unique among all texts sent to this server. Later texts have greater versions. */
  readonly version: number;
  /** How many publishes the client had received when this version was sent. */
  readonly publishesBefore: number;
  /** When it was sent, ms, performance.now. */
  readonly sentAt: number;
  /**
   * The version that it replaced, and when that one was sent; undefined for a document just opened.
   */
  readonly before: { readonly version: number; readonly sentAt: number } | undefined;
  /**
   * The same object from opening to closing. State that lives as long as the open document is keyed
   * by it.
   */
  readonly opening: object;
  /** There is no such file: the document is an overlay. */
  readonly isProposed?: true;
}

/** A document whose text is not on disk, and what {@link Documents.restore} brings back. */
export interface Overlay {
  readonly document: OpenDocument;
  /** The text without the overlay; undefined for a file that is not on disk. */
  readonly former: Text | undefined;
  readonly wasOpen: boolean;
}

/** Which document notifications the server wants, from its `textDocumentSync`. */
export interface SyncOptions {
  readonly change: 'none' | 'full' | 'incremental';
  readonly openClose: boolean;
  readonly save: 'none' | 'plain' | 'with-text';
}

/** See ServerLaunch, of process/launch.ts. */
export interface DocumentTraits {
  readonly reopensAfter?: ((changed: string, text: string) => boolean) | undefined;
  readonly sentAs?: ((path: string, text: string) => string) | undefined;
  readonly settingsOf?: ((path: string) => Readonly<Record<string, unknown>> | undefined) | undefined;
}

/**
 * The open documents of one client, least recently used first. Every method sends at once: call
 * them inside the client's queue.
 */
export class Documents {
  readonly #open = new Map<string, OpenDocument>();
  /** Closed here, and open in the server until it has settled. */
  readonly #closing = new Map<string, OpenDocument>();
  readonly #openings = new Openings();
  #lastVersion = 0;

  constructor(
    private readonly options: () => SyncOptions,
    private readonly notify: (method: string, params: unknown) => void,
    private readonly publishes: () => number,
    private readonly launch: DocumentTraits = {},
  ) {}

  get(path: string): OpenDocument | undefined {
    return this.#open.get(path);
  }

  /** As the server has it, which may not have been told yet that it is closed. */
  inServer(path: string): OpenDocument | undefined {
    return this.#open.get(path) ?? this.#closing.get(path);
  }

  /** How many documents were opened. */
  get opened(): number {
    return this.#openings.count;
  }

  /** See {@link Openings.settled}: from now on no document is closed in the server before that. */
  settled(opened: number): void {
    this.#openings.settled(opened);
    for (const [path, document] of this.#closing) {
      if (!this.isSettled(document)) continue;
      this.#closing.delete(path);
      this.#notifyClose(document);
    }
  }

  /** See {@link Openings.done}. */
  openingDone({ path, opening }: OpenDocument): void {
    this.#openings.done(opening);
    const closing = this.#closing.get(path);
    if (closing?.opening !== opening) return;
    this.#closing.delete(path);
    this.#notifyClose(closing);
  }

  isSettled({ opening }: OpenDocument): boolean {
    return this.#openings.isSettled(opening);
  }

  /** What the server has read for it may have changed since it was opened. */
  isOutdated({ opening }: OpenDocument): boolean {
    return this.#openings.isOutdated(opening);
  }

  outdate({ opening }: OpenDocument): void {
    this.#openings.outdate(opening);
  }

  /** False once the document was closed, even if it was opened again. */
  isOpen(document: OpenDocument): boolean {
    return this.#open.get(document.path)?.opening === document.opening;
  }

  /** The document is open, and the server was sent no newer text. */
  isCurrent(document: OpenDocument): boolean {
    return this.#open.get(document.path)?.version === document.version;
  }

  /** The server judges the texts that it is sent, and not only what is on disk. */
  get areRead(): boolean {
    const { openClose, change } = this.options();
    return openClose && change !== 'none';
  }

  /** The greatest version that any document has had. */
  get lastVersion(): number {
    return this.#lastVersion;
  }

  get count(): number {
    return this.#open.size;
  }

  /** Most recently used first. */
  all(): OpenDocument[] {
    return [...this.#open.values()].reverse();
  }

  /**
   * Opens the document, or sends the server its new text. Sends neither an unchanged text, unless the
   * document is outdated, nor one that is older than the server's.
   *
   * @param isAwaited an answer about the document is: it is not closed for its own text
   */
  put(text: Text, isAwaited = false): OpenDocument {
    return this.#put(text, true, isAwaited);
  }

  /** @param isOnDisk other files that include this one are outdated by another text of it */
  #put(text: Text, isOnDisk: boolean, isAwaited = false): OpenDocument {
    const known = this.inServer(text.path);
    if (known === undefined) return this.#didOpen(text);
    this.#closing.delete(text.path);
    if (text.asOf < known.asOf) return this.#keep(known);
    const isRenewed = this.isOutdated(known) && this.isSettled(known);
    if (known.text === text.text && (isAwaited || !isRenewed))
      return this.#keep({ ...known, stamp: text.stamp, asOf: text.asOf });
    if (!isRenewed && !hasLineSeparators(known.text)) return this.#didChange(known, text, isOnDisk);
    this.#notifyClose(known);
    return this.#didOpen(text);
  }

  /**
   * Sends texts that are not on disk. Each has the stamp and the time of the text that it replaces:
   * so a text that was read meanwhile is newer than the restored one.
   *
   * Quirk(pyright): a file is opened in its own text first. Importers are checked again when an
   * open file changes, and not when it is opened with another text than pyright read before.
   *
   * Quirk(tsserver): all files are opened before one of them changes. When a file is opened, the
   * imports of the others are resolved, and a file that is created only later is not looked for
   * again.
   *
   * @param texts with the texts on disk, where those are not open; undefined if there is no such file
   */
  overlay(texts: readonly { readonly text: Text; readonly onDisk: Text | undefined }[]): Overlay[] {
    const opened = texts.map(({ text, onDisk }) => {
      const open = this.#open.get(text.path);
      return { text, open, former: open ?? (onDisk && this.put(onDisk)) };
    });
    return opened.map(({ text, open, former }) => this.#overlay(text, open, former));
  }

  #overlay(proposed: Text, open: OpenDocument | undefined, former: OpenDocument | undefined): Overlay {
    const { stamp, asOf } = former ?? { ...proposed, stamp: undefined };
    const shown = this.#put({ ...proposed, stamp, asOf }, false);
    const document = former === undefined ? this.#keep({ ...shown, isProposed: true }) : shown;
    return { document, former, wasOpen: open !== undefined };
  }

  /** Sends the text that there was before the overlay, and closes what was not open. */
  restore({ document, former, wasOpen }: Overlay): void {
    if (!this.isCurrent(document)) return;
    if (former !== undefined) this.#put({ ...former, asOf: document.asOf }, false);
    if (!wasOpen) this.close(document.path);
  }

  /**
   * A file has changed, on disk or in the server: others are outdated that may have read it.
   *
   * @param asOf it was on disk then: what was opened since has read it as it is. ms, performance.now
   */
  changed(path: string, asOf = Infinity): void {
    if (this.launch.reopensAfter === undefined) return;
    for (const document of [...this.#open.values(), ...this.#closing.values()]) {
      if (
        document.path !== path &&
        !(document.before === undefined && document.sentAt >= asOf) &&
        !this.#openings.isOutdated(document.opening) &&
        this.launch.reopensAfter(path, document.text)
      )
        this.#openings.outdate(document.opening);
    }
  }

  /** Call after a write that reached the disk. */
  didSave(document: OpenDocument): void {
    const { save } = this.options();
    if (save === 'none') return;
    const textDocument = { uri: document.uri };
    this.notify(
      'textDocument/didSave',
      save === 'with-text'
        ? { textDocument, text: this.#sentAs(document.path, document.text) }
        : { textDocument },
    );
  }

  close(path: AdmittedPath): void {
    const document = this.#open.get(path);
    if (document === undefined) return;
    this.#open.delete(path);
    if (this.isSettled(document)) this.#notifyClose(document);
    else this.#closing.set(path, withoutProposal(document));
  }

  #notifyClose({ uri }: OpenDocument): void {
    if (this.options().openClose) this.notify('textDocument/didClose', { textDocument: { uri } });
  }

  /**
   * Makes the server process the document again, in the same version. False if the document has
   * another version by now.
   */
  reopen(document: OpenDocument): boolean {
    if (!this.isCurrent(document) || !this.options().openClose) return false;
    this.whileClosed([document.path], () => undefined);
    return true;
  }

  /**
   * Closes those of these documents that are open while `tell` sends something. Then opens them
   * again in the same version.
   */
  whileClosed(paths: Iterable<AdmittedPath>, tell: () => void): void {
    const documents = this.options().openClose
      ? Array.from(paths).flatMap((path) => this.#open.get(path) ?? [])
      : [];
    for (const document of documents) this.#notifyClose(document);
    tell();
    for (const document of documents) this.#notifyOpen(document);
  }

  /**
   * Closes the least recently used documents beyond `limit`, except `keep`, and returns their
   * paths.
   */
  trim(limit: number, keep: ReadonlySet<AdmittedPath>): AdmittedPath[] {
    const oldest = [...this.#open.values()].map(({ path }) => path).filter((path) => !keep.has(path));
    const closed = oldest.slice(0, Math.max(0, this.#open.size - limit));
    for (const path of closed) this.close(path);
    return closed;
  }

  clear(): void {
    this.#open.clear();
    this.#closing.clear();
  }

  #sentAs(path: string, text: string): string {
    return this.launch.sentAs?.(path, text) ?? text;
  }

  /** A text that is about to be sent. */
  #sent({ text, stamp, asOf }: Text) {
    return {
      version: ++this.#lastVersion,
      text,
      stamp,
      asOf,
      publishesBefore: this.publishes(),
      sentAt: performance.now(),
    };
  }

  #didOpen(text: Text): OpenDocument {
    const { path, languageId } = text;
    const document: OpenDocument = {
      path,
      uri: toUri(path),
      languageId,
      ...this.#sent(text),
      before: undefined,
      opening: {},
    };
    if (this.options().openClose) this.#notifyOpen(document);
    return this.#keep(document);
  }

  #notifyOpen({ path, uri, languageId, version, text, opening }: OpenDocument): void {
    this.#openings.add(opening);
    const settings = this.launch.settingsOf?.(path);
    if (settings !== undefined) this.notify('workspace/didChangeConfiguration', { settings });
    const params: DidOpenTextDocumentParams = {
      textDocument: { uri, languageId, version, text: this.#sentAs(path, text) },
    };
    this.notify('textDocument/didOpen', params);
  }

  #didChange(known: OpenDocument, now: Text, isOnDisk: boolean): OpenDocument {
    const text = this.#sentAs(known.path, now.text);
    const { change } = this.options();
    const document = {
      ...known,
      ...this.#sent(now),
      before: { version: known.version, sentAt: known.sentAt },
    };
    if (change !== 'none') {
      const contentChanges: TextDocumentContentChangeEvent[] = [
        change === 'full' ? { text } : contentChange(this.#sentAs(known.path, known.text), text),
      ];
      this.notify('textDocument/didChange', {
        textDocument: { uri: document.uri, version: document.version },
        contentChanges,
      });
      if (isOnDisk) this.changed(known.path, now.asOf);
    }
    return this.#keep(document);
  }

  #keep(document: OpenDocument): OpenDocument {
    this.#open.delete(document.path);
    this.#open.set(document.path, document);
    return document;
  }
}

function withoutProposal({ isProposed, ...document }: OpenDocument): OpenDocument {
  return document;
}
