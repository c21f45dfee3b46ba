import type { OpenDocument, Text } from '../../../client/documents/documents.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import { othersTurn } from '../../../support/time-slices.ts';
import { type ChangeEntry, MANY, type SeenChange } from '../../changes/change-log.ts';
import { stateOnDisk } from '../../disk/disk-state.ts';
import { type MovedTexts, textsThatMoved } from '../../disk/moved-texts.ts';
import { upToDate } from '../../disk/text-source.ts';
import type { PendingRequests } from './pending-requests.ts';
import type { History, SessionParts } from '../session.ts';

/** How often the disk is read anew because something changed meanwhile: some files change all the time. */
const MOST_ROUNDS = 3;

interface DocumentSyncParts extends SessionParts {
  readonly pendingRequests: PendingRequests;
  /** Files that a caller waits for an answer about. */
  awaited(): readonly AdmittedPath[];
}

/** What one server is sent: changes, by reading the log, and texts. */
export class DocumentSync {
  /**
   * Files that the server was notified of, each with the position of its last change, in this order: the last
   * ones. Findings from before the others count as outdated.
   */
  readonly #changes = new Map<AdmittedPath, number>();
  #history: History = { changes: [], before: 0 };
  #isListed = true;
  /** The position of the tree with which each document was sent last, by its opening. */
  readonly #sentWith = new WeakMap<object, number>();

  constructor(private readonly parts: DocumentSyncParts) {}

  /** A number for the tree that the server was notified of: the position of its last change. */
  get tree(): number {
    return this.parts.notified.last;
  }

  /** Later changes make another list. */
  get history(): History {
    if (!this.#isListed) this.#history = { ...this.#history, changes: [...this.#changes] };
    this.#isListed = true;
    return this.#history;
  }

  /** See {@link ServerTraits.textsSuffice}. */
  get #textsSuffice(): boolean {
    return this.parts.session.definition.textsSuffice === true;
  }

  #record({ path, position }: ChangeEntry): void {
    this.#changes.delete(path);
    this.#changes.set(path, position);
    this.#isListed = false;
    const [oldest] = this.#changes;
    if (this.#changes.size <= MANY || oldest === undefined) return;
    this.#changes.delete(oldest[0]);
    this.#history = { ...this.#history, before: oldest[1] };
  }

  /**
   * Sends everything that changed at once: what the log has since the last time, then the texts. Later reads
   * of this client see all of it. The documents come back in the order of the texts. Beyond the limit,
   * documents that no caller waits for are closed.
   *
   * @param foreignDocuments texts of other sessions, see {@link Session.catchUp}
   */
  synchronise(texts: readonly Text[], foreignDocuments: readonly Text[] = []): Promise<OpenDocument[]> {
    return this.parts.client.queue.write(() => this.#synchronise(texts, foreignDocuments));
  }

  /** Notifies the server of what it was not notified of yet. */
  async catchUp(): Promise<void> {
    const { client, notified } = this.parts;
    if (!notified.isBehind) return;
    await client.queue.write(() => (notified.isBehind ? this.#synchronise([], []) : Promise.resolve([])));
  }

  async #synchronise(texts: readonly Text[], foreignDocuments: readonly Text[]): Promise<OpenDocument[]> {
    const { client, options, source } = this.parts;
    const given = new Set([...texts, ...foreignDocuments].map(({ path }) => path));
    const { changes, moved, now, visiting } = await this.#read(texts, foreignDocuments, given);
    for (const change of changes) this.#record(change);
    const named = changes.length > MANY ? changes : changes.flatMap((change) => this.#byAllNames(change));
    const isOpened = new Set([...given, ...client.documents.all().map(({ path }) => path)]);
    client.announce(named, this.#textsSuffice ? isOpened : undefined);
    const unseen = named
      .map((change) => ({ ...change, wasOpen: client.documents.get(change.path) !== undefined }))
      .filter(({ path, change, wasOpen }) => change !== 'changed' || !(given.has(path) || wasOpen));
    for (const { path, change } of changes) if (change === 'deleted') this.forget(path);
    for (const path of moved.gone) this.forget(path);
    for (const text of moved.texts) this.#put(text);
    this.#makeRoom([...now, ...visiting]);
    for (const foreignDocument of visiting) this.#receive(foreignDocument);
    const documents = now.map((text) => this.#put(text, now.length === 1));
    const isForAll = unseen.length > MANY && options.launch.reloads !== undefined;
    if (isForAll || unseen.some(({ path }) => options.launch.reloads?.(path))) client.reload();
    if (unseen.length > 0) source.filesMoved?.(unseen);
    // The server may have ended while the disk was read.
    if (client.ended.aborted) client.documents.clear();
    return documents;
  }

  /**
   * The changes, and all texts as they are after them: what is appended while the disk is read is read, too.
   */
  async #read(
    texts: readonly Text[],
    foreignDocuments: readonly Text[],
    given: ReadonlySet<AdmittedPath>,
  ): Promise<{
    readonly changes: readonly ChangeEntry[];
    readonly moved: MovedTexts;
    readonly now: readonly Text[];
    readonly visiting: readonly Text[];
  }> {
    const { client, options, notified } = this.parts;
    const changes: ChangeEntry[] = [];
    for (let round = 1; ; round++) {
      options.changes.appendUnseen(this.#movedSettings());
      const taken = notified.take(given);
      this.#readSettings(taken);
      changes.push(...(taken ?? []));
      // A checkout was just found, by a look at the disk that has taken its time.
      if (changes.length > MANY) await othersTurn();
      const moved = await textsThatMoved(client.documents.all(), given);
      const [now, visiting] = await Promise.all([
        Promise.all(texts.map(upToDate)),
        Promise.all(foreignDocuments.map(upToDate)),
      ]);
      const unseen = [...now, ...visiting].flatMap((text) => this.#changeOf(text) ?? []);
      options.changes.appendUnseen([...moved.changes, ...unseen]);
      if (!notified.isBehind || round === MOST_ROUNDS) return { changes, moved, now, visiting };
    }
  }

  /** A server looks for what does not resolve by the name of a link. */
  #byAllNames(change: ChangeEntry): readonly ChangeEntry[] {
    const aliases = this.parts.options.aliasesOf(change.path);
    return aliases.length === 0 ? [change] : [change, ...aliases.map((path) => ({ ...change, path }))];
  }

  /** What no sweep looks at, because of its name. */
  #movedSettings(): SeenChange[] {
    return this.parts.settingsRead.moved.map((file) => {
      const path = this.parts.options.workspace.walked(file);
      const state = stateOnDisk(path);
      return { path, change: state === undefined ? 'deleted' : 'created', state };
    });
  }

  /** Where settings have changed, the process or its findings are outdated. */
  #readSettings(taken: readonly ChangeEntry[] | undefined): void {
    const { client, options, session, settingsRead } = this.parts;
    // A server that broke stays so.
    if (client.ended.aborted) return;
    if (taken === undefined) {
      options.isLost(session, 'more files have changed than it can be notified of');
      return;
    }
    const after = taken.map(({ path, change }) => ({
      path,
      means: settingsRead.after(path, client.registrations.watches(path, change)),
    }));
    const stale = after.find(({ means }) => means === 'stale');
    if (stale !== undefined)
      options.isLost(session, `${options.workspace.folder(stale.path)} has changed, which it reads once`);
    else if (after.some(({ means }) => means === 'read-again')) {
      options.owed.findingsDropped(options.known.densestOf(session, session.definition.perFile));
      options.known.drop(session);
    }
  }

  /** How a file whose text the server is about to be sent may differ from what the server was notified of. */
  #changeOf({ path, text }: Text): SeenChange | undefined {
    const open = this.parts.client.documents.get(path);
    if (open === undefined) return this.parts.options.changes.unseen(path);
    const state = stateOnDisk(path);
    return open.text === text || state === undefined
      ? undefined
      : { path, change: 'changed', state, texts: { before: open.text, after: text } };
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

  /**
   * Opens an outdated document anew, unless an answer about it is awaited. Somebody else may have done so, or
   * have sent another text.
   */
  reopen(document: OpenDocument): Promise<OpenDocument> {
    const { documents, queue } = this.parts.client;
    return queue.write(() => {
      const open = documents.get(document.path);
      return Promise.resolve(open?.text === document.text ? this.#put(open) : document);
    });
  }

  /**
   * Other files that have changed since the server was sent the document; undefined where those may be any.
   */
  changedSince({ opening, path }: OpenDocument): readonly AdmittedPath[] | undefined {
    const position = this.#sentWith.get(opening);
    const changes = position === undefined ? undefined : this.parts.notified.since(position);
    return changes?.flatMap((change) => (change.path === path ? [] : change.path));
  }

  /** @param alone no other document is asked about together with it */
  #put(text: Text, alone = false): OpenDocument {
    const { pendingRequests, notified } = this.parts;
    const before = this.parts.client.documents.get(text.path);
    const document = this.parts.client.documents.put(text, pendingRequests.isAwaited(text.path));
    if (document.version !== before?.version) {
      this.#sentWith.set(document.opening, notified.position);
      pendingRequests.abortUnawaited(text.path);
      if (alone) this.parts.source.textSent?.(document);
      // didSave makes servers check their other open documents. With none open, they would only
      // restart what the opening has begun.
      const isFirst = before === undefined && this.parts.client.documents.count === 1;
      if (document.stamp !== undefined && !isFirst && !this.#textsSuffice)
        this.parts.client.documents.didSave(document);
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
    }
    this.#put(foreignDocument);
  }

  /** The file is gone, or served by another session: nothing about it is kept. */
  forget(path: AdmittedPath): void {
    this.parts.pendingRequests.abortUnawaited(path);
    this.parts.client.documents.close(path);
    this.parts.options.owed.first.delete(path);
    this.parts.options.known.forget(this.parts.session, path);
  }
}
