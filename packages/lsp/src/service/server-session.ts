import type { OpenDocument, Text } from '../client/documents.ts';
import { LspClient } from '../client/lsp-client.ts';
import { WATCHED_FILES } from '../client/registrations.ts';
import { toDiagnostic } from '../client/to-diagnostic.ts';
import { compareText } from '../compare.ts';
import { chooseSource } from '../diagnostics/choose-source.ts';
import { PULL_METHOD } from '../diagnostics/pull.ts';
import type { Answer, DiagnosticSource } from '../diagnostics/source.ts';
import type { Question } from '../navigation/source.ts';
import { type AdmittedPath, diskStamp, sameStamp } from '../paths.ts';
import type { Launch, ServerDefinition, SourceKind } from '../registry/definition.ts';
import type { Diagnostic } from '../types.ts';
import { waitFor } from '../wait-for.ts';
import { Idleness } from './idle.ts';
import { PendingRequests, type PendingRequest } from './pending-requests.ts';
import { textsThatMoved } from './moved-texts.ts';
import { sizeOf } from './duration-estimate.ts';
import type { Deadline } from './deadline.ts';
import { Recheck } from './recheck.ts';
import { ServerNavigation } from './server-navigation.ts';
import { ServerOthers } from './server-others.ts';
import type { AnnouncedChange, Navigated, Session, SessionOptions, SessionState, AffectedFiles, Verdict } from './session.ts';
import { RequestStats } from './request-stats.ts';
import { upToDate } from './text-source.ts';

const AT_A_TIME = 4;

/** One language server at work: its client, what it is asked, and what it is known to have found. */
export class ServerSession implements Session {
  readonly definition: ServerDefinition;
  readonly client: LspClient;
  readonly requestStats = new RequestStats();
  firstTouch = true;

  readonly #options: SessionOptions;
  readonly #source: DiagnosticSource;
  readonly #sourceKind: SourceKind;
  readonly #pendingRequests = new PendingRequests();
  readonly #others: ServerOthers;
  readonly #secondLook: Recheck;
  readonly #idleness: Idleness;
  readonly #navigation: ServerNavigation;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.definition = options.definition;
    this.client = new LspClient(options);
    this.#sourceKind = options.launch.source ?? options.definition.source;
    const { barrier } = options.definition;
    this.#source = chooseSource(this.client, { kind: this.#sourceKind, barrier, withSuggestions: options.withSuggestions });
    this.#others = new ServerOthers(options, this.client, this.#source);
    this.#idleness = new Idleness(options.idleShutdown);
    const show = (texts: readonly Text[]): Promise<OpenDocument[]> => this.synchronise(texts, []);
    this.#navigation = new ServerNavigation({ client: this.client, kind: this.#sourceKind, session: options, show, release: (document) => this.release(document) });
    this.#secondLook = new Recheck({ session: this, client: this.client, source: this.#source, known: options.known });
    void this.trackActivity(this.client.started);
    this.client.ended.addEventListener('abort', () => {
      this.#idleness.end();
      this.#others.clear();
    });
    this.client.published.listen((publish) => {
      const { path, items, version = Infinity } = publish;
      this.#others.heard(publish);
      if (version >= (this.client.documents.get(path)?.version ?? 0)) this.#learn(path, items);
    });
  }

  get launch(): Launch {
    return this.client.launch;
  }

  get state(): SessionState {
    return this.client.state;
  }

  get pid(): number | undefined {
    return this.client.pid;
  }

  get problem(): string | undefined {
    return this.client.load.problem ?? this.client.complaint;
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

  /** As long as the promise is pending, the server is not idle. */
  trackActivity<T>(work: Promise<T>): Promise<T> {
    return this.#idleness.trackActivity(work);
  }

  get answers(): boolean {
    return this.#isAsked || this.#source.awaitBarrier !== undefined;
  }

  /** Its answers are another thing than its publishes. */
  get #isAsked(): boolean {
    if (this.#sourceKind !== 'auto') return this.#sourceKind !== 'push' && this.#sourceKind !== 'push-once';
    return this.client.provider('diagnosticProvider', PULL_METHOD) !== undefined;
  }

  /** A server that asked for no news looks at the disk by itself, at whatever it likes; what is open it knows from us, whatever it asked for. */
  isConcernedBy(changes: readonly AnnouncedChange[]): boolean {
    const { registrations, documents } = this.client;
    const looksByItself = !registrations.has(WATCHED_FILES);
    return changes.some(({ path, change }) => looksByItself || registrations.watches(path, change) || documents.get(path) !== undefined);
  }

  async tell(changes: readonly AnnouncedChange[], guests: readonly Text[] = []): Promise<void> {
    const areTooMany = guests.length > this.#options.maxOpenDocuments;
    if (areTooMany) await this.synchronise([], [...changes, ...guests.map(({ path }) => ({ path, change: 'changed' as const }))]);
    else await this.synchronise([], changes, guests);
  }

  /** Shows it the file, so that it loads its project. */
  warm(text: Text | undefined): Promise<void> {
    return this.trackActivity(this.#show(text));
  }

  async #show(text: Text | undefined): Promise<void> {
    await this.client.started;
    if (text === undefined || this.client.state.kind !== 'active' || this.client.documents.get(text.path) !== undefined) return;
    await this.synchronise([text], []);
  }

  check(texts: readonly Text[], changes: readonly AnnouncedChange[], deadline: Deadline, cancel: AbortSignal): Promise<Map<AdmittedPath, Verdict>> {
    return this.trackActivity(this.#judge(texts, changes, deadline, cancel));
  }

  async #judge(texts: readonly Text[], changes: readonly AnnouncedChange[], deadline: Deadline, cancel: AbortSignal): Promise<Map<AdmittedPath, Verdict>> {
    const verdicts = new Map<AdmittedPath, Verdict>();
    // More files than may be open at once are asked about in turns; all of them are on disk and announced before the first.
    const { maxOpenDocuments } = this.#options;
    for (let at = 0; at < texts.length && (at === 0 || !deadline.over); at += maxOpenDocuments) {
      const documents = await this.synchronise(texts.slice(at, at + maxOpenDocuments), at === 0 ? changes : []);
      const answers = await Promise.all(documents.map((document) => this.ask(document, deadline, cancel)));
      documents.forEach(({ path }, index) => {
        const verdict = answers[index];
        if (verdict !== undefined) verdicts.set(path, verdict);
      });
    }
    return verdicts;
  }

  /** Of a server that can settle, the truth is what it has published. It says nothing (Quirk(gopls)) of files outside of every module. */
  async affectedFiles(deadline: Deadline, cancel: AbortSignal): Promise<AffectedFiles> {
    const { known } = this.#options;
    // A configuration may have come or gone since.
    for (const path of known.pathsOf(this)) if (!this.launch.serves(path)) this.#forget(path);
    const barrierOutcome = await this.trackActivity(this.#others.awaitBarrier(deadline, cancel));
    const settled = barrierOutcome === 'settled' ? this.#published() : new Map<AdmittedPath, readonly Diagnostic[]>();
    for (const [path, diagnostics] of settled) known.published(this, path, diagnostics);
    const { unreached, ...affectedFiles } = await this.#others.affectedFiles(this.#withFindings(), barrierOutcome === 'settled', deadline);
    for (const path of unreached) settled.set(path, settled.get(path) ?? known.finding(this, path)?.diagnostics ?? []);
    return { ...affectedFiles, knownOthers: settled, paths: affectedFiles.paths.filter((path) => !settled.has(path)), complete: affectedFiles.complete && barrierOutcome !== 'refused' };
  }

  /** The files with findings; those first whose question is likely to confirm the most of them in the same time. */
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
    return this.#secondLook.at(path, deadline, cancel);
  }

  async navigate(question: Question, text: Text | undefined, cancel: AbortSignal): Promise<Navigated> {
    const navigated = await this.trackActivity(this.#navigation.ask(question, text, cancel));
    if (navigated.kind !== 'not-offered') this.requestStats.navigated();
    return navigated;
  }

  /** Files that somebody waits for an answer about. */
  #awaited(): AdmittedPath[] {
    return [...this.#pendingRequests.awaited(), ...this.#navigation.awaited()];
  }

  hasFreshResult(path: AdmittedPath): boolean {
    return this.#options.known.wasAnswered(this, path);
  }

  /**
   * Sends everything that changed, in one piece: announcements, what moved on disk behind us, then the texts. Reads of this client that
   * follow see all of it. The documents come back in the order of the texts; beyond the limit, those nobody waits for are closed.
   *
   * @param guests of other sessions, see {@link Session.tell}
   */
  synchronise(texts: readonly Text[], changes: readonly AnnouncedChange[], guests: readonly Text[] = []): Promise<OpenDocument[]> {
    return this.client.queue.write(async () => {
      const given = new Set([...texts, ...guests].map(({ path }) => path));
      const moved = await textsThatMoved(this.client.documents.all(), given);
      const [now, visiting] = await Promise.all([Promise.all(texts.map(upToDate)), Promise.all(guests.map(upToDate))]);
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
      for (const guest of visiting) this.#receive(guest);
      const changed = new Set(changes.map(({ path }) => path));
      for (const { path, previously, text } of now) {
        if (this.client.documents.get(path) !== undefined) continue;
        if (changed.has(path)) this.#others.edited(path, previously, text);
        else if (['created', 'changed'].includes(this.#options.newsOf(path))) this.#others.edited(path, undefined, text);
      }
      const documents = now.map((text) => this.#put(text, now.length === 1));
      if (unseen.some(({ path }) => this.launch.reloads?.(path))) this.client.reload();
      if (unseen.length > 0) this.#source.filesMoved?.(unseen);
      // It may have ended while the disk was read.
      if (this.client.ended.aborted) this.client.documents.clear();
      return documents;
    });
  }

  /**
   * The document is open in the text that it was opened with, and the disk holds that text. A change that is announced
   * for it came before: the server may have read another text, which is unknown here.
   */
  #isAsOpened(path: AdmittedPath): boolean {
    const document = this.client.documents.get(path);
    return document !== undefined && document.before === undefined && sameStamp(document.stamp, diskStamp(path));
  }

  /** Asks about a document and waits as long as `patience` does. Cancelled for good when `cancel` aborts. */
  async ask(document: OpenDocument, deadline: Deadline, cancel: AbortSignal): Promise<Verdict> {
    const pendingRequest = this.#pendingRequests.begin(document);
    const abort = (): void => {
      pendingRequest.controller.abort();
    };
    cancel.addEventListener('abort', abort);
    if (cancel.aborted) abort();
    const verdict = this.#source.ask(document, pendingRequest.controller.signal, deadline.at).then((answer) => {
      const concluded = this.#conclude(pendingRequest, answer);
      this.#pendingRequests.end(pendingRequest);
      return concluded;
    });
    const outcome = await waitFor(this.trackActivity(verdict), deadline.signal);
    cancel.removeEventListener('abort', abort);
    pendingRequest.awaited = false;
    return outcome.kind === 'done' ? outcome.value : { kind: 'timed-out' };
  }

  /** Closes it, unless somebody has asked about it, or changed it, meanwhile. Many servers look at what is open again and again. */
  release(document: OpenDocument): Promise<void> {
    return this.client.queue.write(() => {
      const isWanted = !this.client.documents.isCurrent(document) || this.#awaited().includes(document.path);
      if (isWanted) return Promise.resolve();
      this.#pendingRequests.abortUnawaited(document.path);
      this.client.documents.close(document.path);
      return Promise.resolve();
    });
  }

  /** Before others are opened, so that there are never more than may be. */
  #makeRoom(texts: readonly Text[]): void {
    const { documents } = this.client;
    const comers = texts.filter(({ path }) => documents.get(path) === undefined).length;
    // Quirk(pyright, ESLint): a closed document is a clean one, so none is closed while its verdict is waited for.
    const keep = new Set([...texts.map(({ path }) => path), ...this.#awaited()]);
    for (const path of documents.trim(this.#options.maxOpenDocuments - comers, keep)) this.#pendingRequests.abortUnawaited(path);
  }

  /** @param alone nothing else is asked about together with it */
  #put(text: Text, alone = false): OpenDocument {
    const before = this.client.documents.get(text.path);
    const document = this.client.documents.put(text);
    if (document.version !== before?.version) {
      this.#pendingRequests.abortUnawaited(text.path);
      if (before !== undefined) this.#others.edited(text.path, before.text, document.text);
      if (alone) this.#source.textSent?.(document);
      // It makes servers look at what is open besides; with nothing there, they would only begin anew what the opening has set off.
      const isFirst = before === undefined && this.client.documents.count === 1;
      if (document.stamp !== undefined && !isFirst) this.client.documents.didSave(document);
    }
    return document;
  }

  /** Quirk(pyright): who imports a file follows when it changes, and not when it is opened with another text than it was read with. */
  #receive(guest: Text): void {
    const { documents } = this.client;
    if (documents.get(guest.path) === undefined) {
      const { previously, text } = guest;
      documents.put({ ...guest, text: previously ?? `${text}\n` });
      this.#others.edited(guest.path, previously, text);
    }
    this.#put(guest);
  }

  #forget(path: AdmittedPath): void {
    this.#pendingRequests.abortUnawaited(path);
    this.client.documents.close(path);
    this.#options.known.forget(this, path);
  }

  #conclude(pendingRequest: PendingRequest, answer: Answer): Verdict {
    const { document } = pendingRequest;
    const { documents } = this.client;
    if (answer.kind === 'closed') return { kind: 'broken' };
    if (answer.kind === 'unanswered' || !documents.isOpen(document)) {
      this.#options.log(`${this.client.name}: no answer for a file: ${answer.kind === 'unanswered' ? answer.why : 'closed meanwhile'}`);
      return { kind: 'timed-out' };
    }
    this.client.complaint = undefined;
    const diagnostics = this.toDiagnostics(document.path, answer.items);
    if (!pendingRequest.superseded && documents.isCurrent(document)) {
      this.#pendingRequests.supersedeEarlier(pendingRequest);
      this.#options.known.answered(this, document.path, diagnostics, document.text);
      for (const [path, items] of answer.related ?? []) this.#learn(path, items);
    }
    return { kind: 'complete', diagnostics };
  }

  /** What the server says unasked. A server that can be asked publishes late and about nobody knows which text: its answers count for more. */
  #learn(path: string, items: readonly unknown[]): void {
    const { known, workspace } = this.#options;
    const admission = workspace.admit(path);
    if (admission.kind === 'refused') return;
    if (this.definition.sharesFiles && !this.launch.serves(admission.path)) return;
    // Quirk(clangd, and others that only publish): a document that is closed is published empty, which is no verdict.
    const isLeaving = items.length === 0 && this.client.documents.get(path) === undefined;
    if ((this.#isAsked || isLeaving) && known.wasAnswered(this, admission.path)) known.advance();
    else known.published(this, admission.path, this.toDiagnostics(admission.path, items));
  }

  toDiagnostics(path: AdmittedPath, items: readonly unknown[]): Diagnostic[] {
    const file = this.#options.workspace.folder(path);
    return items.flatMap((item) => toDiagnostic(file, item) ?? []);
  }
}
