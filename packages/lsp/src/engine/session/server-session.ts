import type { OpenDocument, Text } from '../../client/documents.ts';
import { LspClient } from '../../client/lsp-client.ts';
import { WATCHED_FILES } from '../../client/registrations.ts';
import { toDiagnostic } from '../../client/to-diagnostic.ts';
import { compareText } from '../../support/compare.ts';
import { strategiesOf } from '../../backend/strategies.ts';
import type { DiagnosticsResult, DiagnosticSource } from '../../backend/diagnostics/source.ts';
import type { NavigationResult, Question } from '../../backend/navigation/source.ts';
import { type AdmittedPath, diskStamp, sameStamp } from '../../support/paths.ts';
import type { Launch, ServerDefinition } from '../../backend/definition.ts';
import type { Diagnostic } from '../../types.ts';
import { waitFor } from '../../support/wait-for.ts';
import { Idleness } from './idle.ts';
import { PendingRequests, type PendingRequest } from './pending-requests.ts';
import { textsThatMoved } from '../disk/moved-texts.ts';
import { sizeOf } from '../impact/duration-estimate.ts';
import type { Deadline } from '../deadline.ts';
import { Recheck } from './recheck.ts';
import { ServerNavigation } from './server-navigation.ts';
import { ServerOthers } from './server-others.ts';
import type { AnnouncedChange, Session, SessionOptions, SessionState, AffectedFiles, FileResult } from './session.ts';
import { RequestStats } from '../status/request-stats.ts';
import { upToDate } from '../disk/text-source.ts';

const AT_A_TIME = 4;

/** One language server: its client, its requests, and its known findings. */
export class ServerSession implements Session {
  readonly definition: ServerDefinition;
  readonly client: LspClient;
  readonly requestStats = new RequestStats();
  firstTouch = true;

  readonly #options: SessionOptions;
  readonly #source: DiagnosticSource;
  readonly #pendingRequests = new PendingRequests();
  readonly #others: ServerOthers;
  readonly #recheck: Recheck;
  readonly #idleness: Idleness;
  readonly #navigation: ServerNavigation;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.definition = options.definition;
    this.client = new LspClient(options);
    const strategies = options.launch.strategies ?? strategiesOf(options.definition);
    this.#source = strategies.diagnostics(this.client, options.withSuggestions);
    this.#others = new ServerOthers(options, this.client, this.#source);
    this.#idleness = new Idleness(options.idleShutdown);
    const show = (texts: readonly Text[]): Promise<OpenDocument[]> => this.synchronise(texts, []);
    this.#navigation = new ServerNavigation({ client: this.client, strategies, session: options, show, release: (document) => this.release(document) });
    this.#recheck = new Recheck({ session: this, client: this.client, source: this.#source, known: options.known });
    void this.trackActivity(this.client.started);
    this.client.ended.addEventListener('abort', () => {
      this.#idleness.end();
      this.#others.clear();
    });
    this.client.published.listen((publish) => {
      const { path, items, version = Infinity } = publish;
      this.#others.keep(publish);
      if (version >= (this.client.documents.get(path)?.version ?? 0)) this.#learn(path, items);
    });
  }

  get launch(): Launch {
    return this.#options.launch;
  }

  get state(): SessionState {
    return this.client.state;
  }

  get pid(): number | undefined {
    return this.client.pid;
  }

  get problem(): string | undefined {
    return this.client.load.problem ?? this.client.lastError;
  }

  get version(): string | undefined {
    const { state } = this.client;
    return state.kind === 'active' ? state.capabilities.version : undefined;
  }

  get started(): Promise<void> {
    return this.client.started;
  }

  get exited(): Promise<string> {
    return this.client.exited;
  }

  get idle(): Promise<void> {
    return this.#idleness.reached;
  }

  get explained(): Promise<void> {
    return this.client.explained;
  }

  get openDocuments(): number {
    return this.client.documents.count;
  }

  stderr(lines: number): string[] {
    return this.client.stderr(lines);
  }

  stop(): Promise<void> {
    return this.client.stop();
  }

  get atATime(): number {
    return this.#source.atATime ?? AT_A_TIME;
  }

  /** The server is not idle while the promise is pending. */
  trackActivity<T>(work: Promise<T>): Promise<T> {
    return this.#idleness.trackActivity(work);
  }

  get answers(): boolean {
    return this.#source.answersOnRequest || this.#source.awaitBarrier !== undefined;
  }

  /**
   * A server that registered no file watcher looks at the disk by itself, at any file. Changes to
   * its open documents concern every server, whatever it registered for.
   */
  isConcernedBy(changes: readonly AnnouncedChange[]): boolean {
    const { registrations, documents } = this.client;
    const looksByItself = !registrations.has(WATCHED_FILES);
    return changes.some(({ path, change }) => looksByItself || registrations.watches(path, change) || documents.get(path) !== undefined);
  }

  async tell(changes: readonly AnnouncedChange[], foreignDocuments: readonly Text[] = []): Promise<void> {
    const areTooMany = foreignDocuments.length > this.#options.maxOpenDocuments;
    if (areTooMany) await this.synchronise([], [...changes, ...foreignDocuments.map(({ path }) => ({ path, change: 'changed' as const }))]);
    else await this.synchronise([], changes, foreignDocuments);
  }

  /** Shows the file to the server, so that it loads the project. */
  warm(text: Text | undefined): Promise<void> {
    return this.trackActivity(this.#show(text));
  }

  async #show(text: Text | undefined): Promise<void> {
    await this.client.started;
    if (text === undefined || this.client.state.kind !== 'active' || this.client.documents.get(text.path) !== undefined) return;
    await this.synchronise([text], []);
  }

  check(texts: readonly Text[], changes: readonly AnnouncedChange[], deadline: Deadline, cancel: AbortSignal): Promise<Map<AdmittedPath, FileResult>> {
    return this.trackActivity(this.#judge(texts, changes, deadline, cancel));
  }

  async #judge(texts: readonly Text[], changes: readonly AnnouncedChange[], deadline: Deadline, cancel: AbortSignal): Promise<Map<AdmittedPath, FileResult>> {
    const results = new Map<AdmittedPath, FileResult>();
    // More files than may be open at once are asked about in batches. All of them are on disk and
    // announced before the first.
    const { maxOpenDocuments } = this.#options;
    for (let at = 0; at < texts.length && (at === 0 || !deadline.over); at += maxOpenDocuments) {
      const documents = await this.synchronise(texts.slice(at, at + maxOpenDocuments), at === 0 ? changes : []);
      const answers = await Promise.all(documents.map((document) => this.ask(document, deadline, cancel)));
      documents.forEach(({ path }, index) => {
        const result = answers[index];
        if (result !== undefined) results.set(path, result);
      });
    }
    return results;
  }

  /**
   * For a server that can settle, its publishes are the findings. It reports nothing (Quirk(gopls))
   * about files outside of every module.
   */
  async affectedFiles(deadline: Deadline, cancel: AbortSignal): Promise<AffectedFiles> {
    const { known } = this.#options;
    // A configuration file may have come or gone since.
    for (const path of known.pathsOf(this)) if (!this.launch.serves(path)) this.#forget(path);
    const barrierOutcome = await this.trackActivity(this.#others.awaitBarrier(deadline, cancel));
    const published = barrierOutcome === 'settled' ? this.#published() : new Map<AdmittedPath, readonly Diagnostic[]>();
    for (const [path, diagnostics] of published) known.published(this, path, diagnostics);
    const { unreached, ...affectedFiles } = await this.#others.affectedFiles(this.#withFindings(), barrierOutcome === 'settled', deadline);
    for (const path of unreached) published.set(path, published.get(path) ?? known.finding(this, path)?.diagnostics ?? []);
    return { ...affectedFiles, knownOthers: published, paths: affectedFiles.paths.filter((path) => !published.has(path)), complete: affectedFiles.complete && barrierOutcome !== 'refused' };
  }

  /**
   * The files with findings. First come those whose request is likely to confirm the most findings
   * in the same time.
   */
  #withFindings(): AdmittedPath[] {
    const { known } = this.#options;
    const density = (path: AdmittedPath): number => (known.finding(this, path)?.diagnostics.length ?? 0) / sizeOf(path);
    const found = known.pathsOf(this).map((path) => ({ path, density: density(path) }));
    return found.sort((a, b) => b.density - a.density || compareText(a.path, b.path)).map(({ path }) => path);
  }

  #published(): Map<AdmittedPath, readonly Diagnostic[]> {
    const published = new Map<AdmittedPath, readonly Diagnostic[]>();
    for (const { path, items } of this.#others.published()) {
      const admission = this.#options.workspace.admit(path);
      if (admission.kind === 'admitted' && diskStamp(admission.path) !== undefined) published.set(admission.path, this.toDiagnostics(admission.path, items));
    }
    return published;
  }

  recheck(path: AdmittedPath, deadline: Deadline, cancel: AbortSignal): Promise<readonly Diagnostic[] | undefined> {
    return this.#recheck.at(path, deadline, cancel);
  }

  async navigate(question: Question, text: Text | undefined, cancel: AbortSignal): Promise<NavigationResult> {
    const navigated = await this.trackActivity(this.#navigation.ask(question, text, cancel));
    if (navigated.kind !== 'not-offered') this.requestStats.navigated();
    return navigated;
  }

  /** Files that a caller waits for an answer about. */
  #awaited(): AdmittedPath[] {
    return [...this.#pendingRequests.awaited(), ...this.#navigation.awaited()];
  }

  hasFreshResult(path: AdmittedPath): boolean {
    return this.#options.known.wasAnswered(this, path);
  }

  /**
   * Sends everything that changed at once: announcements, then what changed on disk unannounced,
   * then the texts. Later reads of this client see all of it. The documents come back in the order
   * of the texts. Beyond the limit, documents that no caller waits for are closed.
   *
   * @param foreignDocuments texts of other sessions, see {@link Session.tell}
   */
  synchronise(texts: readonly Text[], changes: readonly AnnouncedChange[], foreignDocuments: readonly Text[] = []): Promise<OpenDocument[]> {
    return this.client.queue.write(async () => {
      const given = new Set([...texts, ...foreignDocuments].map(({ path }) => path));
      const moved = await textsThatMoved(this.client.documents.all(), given);
      const [now, visiting] = await Promise.all([Promise.all(texts.map(upToDate)), Promise.all(foreignDocuments.map(upToDate))]);
      if (moved.changes.length > 0) this.#options.textsMoved(moved.changes);
      const all = [...changes, ...moved.changes];
      this.client.announce(all);
      const moves = all.map((move) => ({ ...move, wasOpen: this.client.documents.get(move.path) !== undefined }));
      const unseen = moves.filter(({ path, change, wasOpen }) => change !== 'changed' || !(given.has(path) || wasOpen));
      const beforeOpening = moves.filter(({ path, change }) => change === 'changed' && !given.has(path) && this.#isAsOpened(path));
      this.#others.changed([...unseen, ...beforeOpening]);
      for (const { path, change } of changes) if (change === 'deleted') this.#forget(path);
      for (const path of moved.gone) this.#forget(path);
      for (const text of moved.texts) this.#put(text);
      this.#makeRoom([...now, ...visiting]);
      for (const foreignDocument of visiting) this.#receive(foreignDocument);
      const changed = new Set(changes.map(({ path }) => path));
      for (const { path, previously, text } of now) {
        if (this.client.documents.get(path) !== undefined) continue;
        if (changed.has(path)) this.#others.edited(path, previously, text);
        else if (['created', 'changed'].includes(this.#options.changeOf(path))) this.#others.edited(path, undefined, text);
      }
      const documents = now.map((text) => this.#put(text, now.length === 1));
      if (unseen.some(({ path }) => this.launch.reloads?.(path))) this.client.reload();
      if (unseen.length > 0) this.#source.filesMoved?.(unseen);
      // The server may have ended while the disk was read.
      if (this.client.ended.aborted) this.client.documents.clear();
      return documents;
    });
  }

  /**
   * The document is open in the text that it was opened with, and the disk holds that text. A
   * change announced for it came before it was opened. The server may have read another text, which
   * is unknown here.
   */
  #isAsOpened(path: AdmittedPath): boolean {
    const document = this.client.documents.get(path);
    return document !== undefined && document.before === undefined && sameStamp(document.stamp, diskStamp(path));
  }

  /**
   * Asks about a document and waits until the deadline. The request is cancelled for good when
   * `cancel` aborts.
   */
  async ask(document: OpenDocument, deadline: Deadline, cancel: AbortSignal): Promise<FileResult> {
    const pendingRequest = this.#pendingRequests.begin(document);
    const abort = (): void => {
      pendingRequest.controller.abort();
    };
    cancel.addEventListener('abort', abort);
    if (cancel.aborted) abort();
    const result = this.#source.ask(document, pendingRequest.controller.signal, deadline.at).then((answer) => {
      const concluded = this.#conclude(pendingRequest, answer);
      this.#pendingRequests.end(pendingRequest);
      return concluded;
    });
    const outcome = await waitFor(this.trackActivity(result), deadline.signal);
    cancel.removeEventListener('abort', abort);
    pendingRequest.awaited = false;
    return outcome.kind === 'done' ? outcome.value : { kind: 'timed-out' };
  }

  /**
   * Closes the document, unless a request is about it, or it was changed meanwhile. Many servers
   * check open files again and again.
   */
  release(document: OpenDocument): Promise<void> {
    return this.client.queue.write(() => {
      const isWanted = !this.client.documents.isCurrent(document) || this.#awaited().includes(document.path);
      if (isWanted) return Promise.resolve();
      this.#pendingRequests.abortUnawaited(document.path);
      this.client.documents.close(document.path);
      return Promise.resolve();
    });
  }

  /** Call it before others are opened, so that no more documents are open than the limit. */
  #makeRoom(texts: readonly Text[]): void {
    const { documents } = this.client;
    const comers = texts.filter(({ path }) => documents.get(path) === undefined).length;
    // Quirk(pyright, ESLint): they report a closed document as clean, so none is closed while its
    // verdict is waited for.
    const keep = new Set([...texts.map(({ path }) => path), ...this.#awaited()]);
    for (const path of documents.trim(this.#options.maxOpenDocuments - comers, keep)) this.#pendingRequests.abortUnawaited(path);
  }

  /** @param alone no other document is asked about together with it */
  #put(text: Text, alone = false): OpenDocument {
    const before = this.client.documents.get(text.path);
    const document = this.client.documents.put(text);
    if (document.version !== before?.version) {
      this.#pendingRequests.abortUnawaited(text.path);
      if (before !== undefined) this.#others.edited(text.path, before.text, document.text);
      if (alone) this.#source.textSent?.(document);
      // didSave makes servers check their other open documents. With none open, they would only
      // restart what the opening has begun.
      const isFirst = before === undefined && this.client.documents.count === 1;
      if (document.stamp !== undefined && !isFirst) this.client.documents.didSave(document);
    }
    return document;
  }

  /**
   * Quirk(pyright): the importers of a file are rechecked when it changes, and not when it is
   * opened with another text than pyright read before.
   */
  #receive(foreignDocument: Text): void {
    const { documents } = this.client;
    if (documents.get(foreignDocument.path) === undefined) {
      const { previously, text } = foreignDocument;
      documents.put({ ...foreignDocument, text: previously ?? `${text}\n` });
      this.#others.edited(foreignDocument.path, previously, text);
    }
    this.#put(foreignDocument);
  }

  #forget(path: AdmittedPath): void {
    this.#pendingRequests.abortUnawaited(path);
    this.client.documents.close(path);
    this.#options.known.forget(this, path);
  }

  #conclude(pendingRequest: PendingRequest, answer: DiagnosticsResult): FileResult {
    const { document } = pendingRequest;
    const { documents } = this.client;
    if (answer.kind === 'closed') return { kind: 'broken' };
    if (answer.kind === 'unanswered' || !documents.isOpen(document)) {
      this.#options.log(`${this.client.name}: no answer for a file: ${answer.kind === 'unanswered' ? answer.why : 'closed meanwhile'}`);
      return { kind: 'timed-out' };
    }
    this.client.lastError = undefined;
    const diagnostics = this.toDiagnostics(document.path, answer.items);
    if (!pendingRequest.superseded && documents.isCurrent(document)) {
      this.#pendingRequests.supersedeEarlier(pendingRequest);
      this.#options.known.answered(this, document.path, diagnostics, document.text);
      for (const [path, items] of answer.related ?? []) this.#learn(path, items);
    }
    return { kind: 'complete', diagnostics };
  }

  /**
   * Keeps findings that the server reports unasked. A server that can be asked publishes late, and
   * for an unknown version of the text: its answers count for more.
   */
  #learn(path: string, items: readonly unknown[]): void {
    const { known, workspace } = this.#options;
    const admission = workspace.admit(path);
    if (admission.kind === 'refused') return;
    if (this.definition.sharesFiles && !this.launch.serves(admission.path)) return;
    // Quirk(clangd, and others that only publish): they publish an empty list for a document that
    // is closed, which is no verdict.
    const isLeaving = items.length === 0 && this.client.documents.get(path) === undefined;
    if ((this.#source.answersOnRequest || isLeaving) && known.wasAnswered(this, admission.path)) known.advance();
    else known.published(this, admission.path, this.toDiagnostics(admission.path, items));
  }

  toDiagnostics(path: AdmittedPath, items: readonly unknown[]): Diagnostic[] {
    const file = this.#options.workspace.folder(path);
    return items.flatMap((item) => toDiagnostic(file, item) ?? []);
  }
}
