import type { OpenDocument, Text } from '../../../client/documents/documents.ts';
import { type AdmittedPath, diskStamp, sameStamp } from '../../../support/paths.ts';
import { textsThatMoved } from '../../disk/moved-texts.ts';
import { upToDate } from '../../disk/text-source.ts';
import type { PendingRequests } from './pending-requests.ts';
import type { ServerOthers } from './server-others.ts';
import type { AnnouncedChange } from '../../disk/announced-change.ts';
import type { History, SessionParts } from '../session.ts';

interface DocumentSyncParts extends SessionParts {
  readonly others: ServerOthers;
  readonly pendingRequests: PendingRequests;
  /** Files that a caller waits for an answer about. */
  awaited(): readonly AdmittedPath[];
}

/** How many announcements are kept. */
const MOST_ANNOUNCED = 100;

/** Which documents one server has open, and in which texts. */
export class DocumentSync {
  /** Files that the server was notified of, each with the tree that its last change made. */
  readonly #changes = new Map<AdmittedPath, number>();
  #tree = 0;
  /** The last announcements, in the order in which they were called for. */
  #announced: readonly AnnouncedChange[] = [];
  #announcements = 0;
  #history: History | undefined;

  constructor(private readonly parts: DocumentSyncParts) {}

  /** A number for the tree that the server was notified of: how many changes led to it. */
  get tree(): number {
    return this.#tree;
  }

  /** Later changes make another list. */
  get history(): History {
    this.#history ??= [...this.#changes];
    return this.#history;
  }

  /** How many changes have been given for announcement, sent or not. */
  get announcements(): number {
    return this.#announcements;
  }

  /** What was given since there were `announcements`; undefined where that is more than is kept. */
  announcedSince(announcements: number): readonly AnnouncedChange[] | undefined {
    const count = this.#announcements - announcements;
    if (count > this.#announced.length) return undefined;
    return count === 0 ? [] : this.#announced.slice(-count);
  }

  #record(path: AdmittedPath): void {
    this.#changes.delete(path);
    this.#changes.set(path, ++this.#tree);
    this.#history = undefined;
  }

  /**
   * Sends everything that changed at once: announcements, then what changed on disk unannounced,
   * then the texts. Later reads of this client see all of it. The documents come back in the order
   * of the texts. Beyond the limit, documents that no caller waits for are closed.
   *
   * @param foreignDocuments texts of other sessions, see {@link Session.tell}
   */
  synchronise(
    texts: readonly Text[],
    changes: readonly AnnouncedChange[],
    foreignDocuments: readonly Text[] = [],
  ): Promise<OpenDocument[]> {
    if (changes.length > 0) {
      this.#announcements += changes.length;
      this.#announced = [...this.#announced, ...changes].slice(-MOST_ANNOUNCED);
    }
    return this.parts.client.queue.write(async () => {
      const given = new Set([...texts, ...foreignDocuments].map(({ path }) => path));
      const moved = await textsThatMoved(this.parts.client.documents.all(), given);
      const [now, visiting] = await Promise.all([
        Promise.all(texts.map(upToDate)),
        Promise.all(foreignDocuments.map(upToDate)),
      ]);
      if (moved.changes.length > 0) this.parts.options.textsMoved(moved.changes);
      const all = [...changes, ...moved.changes];
      for (const { path } of all) this.#record(path);
      this.parts.client.announce(all);
      const moves = all.map((move) => ({
        ...move,
        wasOpen: this.parts.client.documents.get(move.path) !== undefined,
      }));
      const unseen = moves.filter(
        ({ path, change, wasOpen }) => change !== 'changed' || !(given.has(path) || wasOpen),
      );
      const beforeOpening = moves.filter(
        ({ path, change }) => change === 'changed' && !given.has(path) && this.#isAsOpened(path),
      );
      this.parts.others.changed([...unseen, ...beforeOpening]);
      for (const { path, change } of changes) if (change === 'deleted') this.forget(path);
      for (const path of moved.gone) this.forget(path);
      for (const text of moved.texts) this.#put(text);
      this.#makeRoom([...now, ...visiting]);
      for (const foreignDocument of visiting) this.#receive(foreignDocument);
      const changed = new Set(changes.map(({ path }) => path));
      for (const { path, previously, text } of now) {
        if (this.parts.client.documents.get(path) !== undefined) continue;
        if (changed.has(path)) this.parts.others.edited(path, previously, text);
        else if (['created', 'changed'].includes(this.parts.options.changeOf(path)))
          this.parts.others.edited(path, undefined, text);
      }
      const documents = now.map((text) => this.#put(text, now.length === 1));
      if (unseen.some(({ path }) => this.parts.options.launch.reloads?.(path))) this.parts.client.reload();
      if (unseen.length > 0) this.parts.source.filesMoved?.(unseen);
      // The server may have ended while the disk was read.
      if (this.parts.client.ended.aborted) this.parts.client.documents.clear();
      return documents;
    });
  }

  /**
   * The document is open in the text that it was opened with, and the disk holds that text. A
   * change announced for it came before it was opened. The server may have read another text, which
   * is unknown here.
   */
  #isAsOpened(path: AdmittedPath): boolean {
    const document = this.parts.client.documents.get(path);
    return document?.isAsOpened === true && sameStamp(document.stamp, diskStamp(path));
  }

  /**
   * Closes the document, unless a request is about it, or it was changed meanwhile. Many servers
   * check open files again and again.
   */
  release(document: OpenDocument): Promise<void> {
    return this.parts.client.queue.write(() => {
      const isWanted =
        !this.parts.client.documents.isCurrent(document) || this.parts.awaited().includes(document.path);
      if (isWanted) return Promise.resolve();
      this.parts.pendingRequests.abortUnawaited(document.path);
      this.parts.client.documents.close(document.path);
      return Promise.resolve();
    });
  }

  /** Call it before others are opened, so that no more documents are open than the limit. */
  #makeRoom(texts: readonly Text[]): void {
    const { documents } = this.parts.client;
    const comers = texts.filter(({ path }) => documents.get(path) === undefined).length;
    // Quirk(pyright, ESLint): they report a closed document as clean, so none is closed while its
    // verdict is waited for.
    const keep = new Set([...texts.map(({ path }) => path), ...this.parts.awaited()]);
    for (const path of documents.trim(this.parts.options.maxOpenDocuments - comers, keep))
      this.parts.pendingRequests.abortUnawaited(path);
  }

  /** @param alone no other document is asked about together with it */
  #put(text: Text, alone = false): OpenDocument {
    const before = this.parts.client.documents.get(text.path);
    const document = this.parts.client.documents.put(text);
    if (document.version !== before?.version) {
      if (before !== undefined) this.#record(text.path);
      this.parts.pendingRequests.abortUnawaited(text.path);
      if (before !== undefined) this.parts.others.edited(text.path, before.text, document.text);
      if (alone) this.parts.source.textSent?.(document);
      // didSave makes servers check their other open documents. With none open, they would only
      // restart what the opening has begun.
      const isFirst = before === undefined && this.parts.client.documents.count === 1;
      if (document.stamp !== undefined && !isFirst) this.parts.client.documents.didSave(document);
    }
    return document;
  }

  /**
   * Quirk(pyright): the importers of a file are rechecked when it changes, and not when it is
   * opened with another text than pyright read before.
   */
  #receive(foreignDocument: Text): void {
    const { documents } = this.parts.client;
    if (documents.get(foreignDocument.path) === undefined) {
      const { previously, text } = foreignDocument;
      documents.put({ ...foreignDocument, text: previously ?? `${text}\n` });
      this.parts.others.edited(foreignDocument.path, previously, text);
    }
    this.#put(foreignDocument);
  }

  /** The file is gone, or served by another session: nothing about it is kept. */
  forget(path: AdmittedPath): void {
    this.parts.pendingRequests.abortUnawaited(path);
    this.parts.client.documents.close(path);
    this.parts.options.known.forget(this.parts.session, path);
  }
}
