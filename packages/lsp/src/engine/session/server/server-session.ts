import type { Text } from '../../../client/documents/documents.ts';
import { LspClient } from '../../../client/lsp-client.ts';
import { WATCHED_FILES } from '../../../client/protocol/registrations.ts';
import type { OrganizedImports } from '../../../backend/fixes/source.ts';
import { fixSourceOf, strategiesOf } from '../../../backend/strategies.ts';
import type { DiagnosticSource } from '../../../backend/diagnostics/source.ts';
import type { NavigationResult, Question } from '../../../backend/navigation/source.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import type { Launch, ServerDefinition } from '../../../backend/definition.ts';
import type { Diagnostic } from '../../../types.ts';
import { GivenUpWork } from './given-up.ts';
import { Idleness } from './idle.ts';
import { PendingRequests } from './pending-requests.ts';
import { ServerFindings } from './server-findings.ts';
import { ServerFixes } from './server-fixes.ts';
import type { Deadline } from '../../base/deadline.ts';
import { Recheck } from './recheck.ts';
import { ServerNavigation } from './server-navigation.ts';
import { ServerOthers } from './server-others.ts';
import type { AnnouncedChange } from '../../disk/announced-change.ts';
import type { OwedSearch } from '../../changes/owed-search.ts';
import { NotifiedChanges } from '../notified-changes.ts';
import type {
  Session,
  SessionOptions,
  SessionState,
  AffectedFiles,
  Knowledge,
  Proposal,
  SessionAnswer,
  Suggestions,
} from '../session.ts';
import { ServerChecks } from './server-checks.ts';
import { StallWatch } from './stalled.ts';
import { ServerProposals } from './server-proposals.ts';
import { Turns } from '../turns.ts';
import type { Missing } from '../world.ts';
import { RequestStats } from '../request-stats.ts';
import { DurationEstimate } from '../duration-estimate.ts';
import { DocumentRequests } from './document-requests.ts';
import { reportsAfterSaves } from '../abilities.ts';
import { DocumentSync } from './document-sync.ts';
import { SettingsRead } from '../settings-read.ts';

const AT_A_TIME = 4;

/** One language server: its client, its requests, and its known findings. */
export class ServerSession implements Session {
  readonly definition: ServerDefinition;
  readonly client: LspClient;
  readonly owed: OwedSearch;
  readonly notified: NotifiedChanges;
  readonly requestStats = new RequestStats();
  firstTouch = true;

  readonly #options: SessionOptions;
  readonly #settingsRead: SettingsRead;
  readonly #source: DiagnosticSource;
  readonly #pendingRequests = new PendingRequests();
  readonly #durations: DurationEstimate;
  readonly #others: ServerOthers;
  readonly #recheck: Recheck;
  readonly #checks: ServerChecks;
  readonly #documents: DocumentSync;
  readonly #findings: ServerFindings;
  readonly #requests: DocumentRequests;
  readonly #idleness: Idleness;
  readonly #givenUp = new GivenUpWork(this);
  readonly #navigation: ServerNavigation;
  readonly #turns = new Turns();
  readonly #proposals: ServerProposals;
  readonly #fixes: ServerFixes;
  #catchingUp: Promise<void> | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.definition = options.definition;
    this.#durations = new DurationEstimate(options.definition.perFile);
    // Before the process: what it reads later may be newer, and then it is replaced once too often.
    this.#settingsRead = new SettingsRead(options.launch);
    this.client = new LspClient(options);
    const strategies = options.launch.strategies ?? strategiesOf(options.definition);
    this.#source = strategies.diagnostics(this.client, options.withSuggestions);
    this.owed = options.owed;
    this.notified = new NotifiedChanges(options.changes, options.from, this.owed.searched, (change) =>
      this.isConcernedBy(change),
    );
    this.#others = new ServerOthers(options, this.client, this.#source, this.notified);
    const shared = {
      notified: this.notified,
      settingsRead: this.#settingsRead,
      session: this,
      client: this.client,
      source: this.#source,
      options,
      others: this.#others,
      pendingRequests: this.#pendingRequests,
      durations: this.#durations,
      turns: this.#turns,
    };
    this.#documents = new DocumentSync({ ...shared, awaited: () => this.#awaited() });
    this.#findings = new ServerFindings({ ...shared, documents: this.#documents });
    const parts = { ...shared, documents: this.#documents, findings: this.#findings };
    this.#requests = new DocumentRequests({ ...parts, question: (ask) => this.#question(ask) });
    this.#idleness = new Idleness(options.idleShutdown);
    this.#navigation = new ServerNavigation({ ...parts, strategies });
    this.#recheck = new Recheck({
      ...parts,
      requests: this.#requests,
      trackActivity: (work) => this.#trackActivity(work),
    });
    this.#checks = new ServerChecks({ ...parts, requests: this.#requests, recheck: this.#recheck });
    this.#proposals = new ServerProposals({ ...parts, navigation: this.#navigation });
    this.#fixes = new ServerFixes({
      ...parts,
      fixes: fixSourceOf(strategies, this.client, options.definition.fixes),
    });
    void this.#trackActivity(this.client.started);
    this.client.ended.addEventListener('abort', () => {
      this.#idleness.end();
      this.#givenUp.end();
      this.#others.clear();
    });
    this.client.published.listen((publish) => {
      const { path, items, version = Infinity } = publish;
      // Once a barrier is passed, the last publish about a file is right, whenever it came.
      this.#others.keep(publish);
      if (this.#turns.isAfterProposal) return;
      if (version >= (this.client.documents.get(path)?.version ?? 0)) this.#findings.learn(path, items);
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
    const { load, lastError, instead } = this.client;
    return load.problem ?? lastError ?? this.#givenUp.problem ?? instead;
  }

  get takesTexts(): boolean {
    return this.client.documents.areRead && this.#source.isOrdered !== false;
  }

  /** What a server reports once it has answered is work on a change. */
  get isLoading(): boolean {
    const { load, progress } = this.client;
    return !this.#requests.hasAnswered && (load.isLoading || progress.titles.length > 0);
  }

  /** Somebody waits for an answer, or it reports that it works. */
  get isAsked(): boolean {
    const { load, progress } = this.client;
    return this.unused === 0 || load.isLoading || progress.titles.length > 0;
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

  get unused(): number {
    return this.#idleness.unused;
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

  giveUp(reason: string): void {
    this.client.giveUp(reason);
  }

  get atATime(): number {
    return this.#source.atATime ?? AT_A_TIME;
  }

  /** The server is not idle while the promise is pending. */
  #trackActivity<T>(work: Promise<T>): Promise<T> {
    return this.#idleness.trackActivity(work);
  }

  /** About the tree on disk: see {@link Turns}. */
  #question<T>(ask: () => Promise<T>): Promise<T> {
    return this.#trackActivity(this.#turns.question(ask));
  }

  get answers(): boolean {
    return this.#source.answersOnRequest || this.#source.barrier !== undefined;
  }

  /**
   * A server that registered no file watcher looks at the disk by itself, at any file. Changes to
   * its open documents, and to settings that it has read, concern every server, whatever it
   * registered for.
   */
  isConcernedBy({ path, change }: AnnouncedChange): boolean {
    const { registrations, documents } = this.client;
    return (
      !registrations.has(WATCHED_FILES) ||
      registrations.watches(path, change) ||
      documents.get(path) !== undefined ||
      this.#settingsRead.concerns(path)
    );
  }

  /** Calls that come together share the one in progress. */
  async catchUp(foreignDocuments: readonly Text[] = []): Promise<void> {
    if (foreignDocuments.length === 0) {
      this.#catchingUp ??= this.#catchUp();
      await this.#catchingUp;
      return;
    }
    // Too many to be open: the server reads them from disk.
    const areTooMany = foreignDocuments.length > this.#options.maxOpenDocuments;
    await this.#turns.question(() => this.#documents.synchronise([], areTooMany ? [] : foreignDocuments));
  }

  async #catchUp(): Promise<void> {
    await this.client.started;
    await this.#checks.whenSent;
    if (this.client.state.kind === 'active' && this.notified.isBehind)
      await this.#turns.question(() => this.#documents.catchUp());
    this.#catchingUp = undefined;
  }

  async lookAgain(): Promise<void> {
    await this.#turns.question(() => this.#documents.synchronise([]));
  }

  /** Shows the file to the server, so that it loads the project. */
  warm(text: Text | undefined): Promise<void> {
    return this.#question(() => this.#show(text));
  }

  async #show(text: Text | undefined): Promise<void> {
    await this.client.started;
    if (
      text === undefined ||
      this.client.state.kind !== 'active' ||
      this.client.documents.get(text.path) !== undefined
    )
      return;
    await this.#documents.synchronise([text]);
  }

  check(
    texts: readonly Text[],
    swept: Promise<unknown>,
    deadline: Deadline,
    cancel: AbortSignal,
  ): Promise<SessionAnswer> {
    const sent = this.#checks.begin();
    return this.#question(() => this.#checks.run(texts, swept, deadline, cancel, sent)).finally(sent);
  }

  /** Quirk(gopls): it reports nothing about files outside of every module. */
  affectedFiles(deadline: Deadline, cancel: AbortSignal): Promise<AffectedFiles> {
    return this.#turns.question(() => this.#affectedFiles(deadline, cancel));
  }

  async #affectedFiles(deadline: Deadline, cancel: AbortSignal): Promise<AffectedFiles> {
    const { known } = this.#options;
    await this.#documents.catchUp();
    // A configuration file may have come or gone since.
    for (const path of known.pathsOf(this)) if (!this.launch.serves(path)) this.#documents.forget(path);
    const { tree } = this.#documents;
    const barrierOutcome = reportsAfterSaves(this.definition)
      ? await this.#trackActivity(this.#others.awaitBarrier(deadline, cancel))
      : 'not-offered';
    const published =
      barrierOutcome === 'settled'
        ? this.#findings.published(tree)
        : new Map<AdmittedPath, readonly Diagnostic[]>();
    const { unreached, ...affected } = await this.#others.affectedFiles(
      this.#findings,
      barrierOutcome === 'settled',
      deadline,
    );
    // They are opened anew.
    if (this.launch.reopensAfter !== undefined) for (const path of affected.paths) published.delete(path);
    for (const path of unreached)
      published.set(path, published.get(path) ?? known.finding(this, path)?.diagnostics ?? []);
    // What is late has the server already, but perhaps no check waits for it.
    const all = new Set([...(affected.untried ?? []), ...this.#pendingRequests.late(), ...affected.paths]);
    return {
      ...affected,
      knownOthers: published,
      paths: [...all].filter((path) => !published.has(path)),
      complete: affected.complete && barrierOutcome !== 'refused',
    };
  }

  recheck(
    path: AdmittedPath,
    deadline: Deadline,
    cancel: AbortSignal,
  ): Promise<readonly Diagnostic[] | undefined> {
    return this.#turns.question(async () => {
      await this.#documents.catchUp();
      return this.#recheck.at(path, deadline, cancel);
    });
  }

  async navigate(
    question: Question,
    text: Text | undefined,
    cancel: AbortSignal,
    asked?: (position: number) => void,
  ): Promise<NavigationResult> {
    using stall = new StallWatch(this.client);
    const signal = AbortSignal.any([cancel, stall.signal]);
    const answer = await this.#question(() => this.#navigation.ask(question, text, signal, asked));
    if (answer.kind === 'cancelled' && this.state.kind === 'active') this.#givenUp.begin();
    const hasStalled = answer.kind === 'cancelled' && stall.signal.aborted && !cancel.aborted;
    const navigated: NavigationResult = hasStalled ? { kind: 'stalled' } : answer;
    if (navigated.kind !== 'not-offered') this.requestStats.navigated();
    return navigated;
  }

  /** Files that a caller waits for an answer about. */
  #awaited(): AdmittedPath[] {
    return [...this.#pendingRequests.awaited(), ...this.#navigation.awaited()];
  }

  textOf(path: AdmittedPath): string | undefined {
    return this.client.documents.get(path)?.text;
  }

  hasFreshResult(path: AdmittedPath): boolean {
    return this.#options.known.wasAnswered(this, path);
  }

  likely(path: AdmittedPath): number {
    return this.#durations.likely(path);
  }

  isPending(path: AdmittedPath): boolean {
    return this.#pendingRequests.isPending(path);
  }

  missing(path: AdmittedPath): Missing {
    return this.#findings.missing(path);
  }

  knowledge(): Knowledge {
    return this.#findings.knowledge();
  }

  propose(proposal: Proposal, deadline: Deadline, cancel: AbortSignal): Promise<SessionAnswer> {
    return this.#trackActivity(this.#proposals.judge(proposal, deadline, cancel));
  }

  suggest(
    text: Text,
    findings: readonly Diagnostic[],
    deadline: Deadline,
    cancel: AbortSignal,
  ): Promise<Suggestions> {
    return this.#trackActivity(this.#fixes.suggest(text, findings, deadline, cancel));
  }

  organizeImports(text: Text, deadline: Deadline, cancel: AbortSignal): Promise<OrganizedImports> {
    return this.#trackActivity(this.#fixes.organizeImports(text, deadline, cancel));
  }
}
