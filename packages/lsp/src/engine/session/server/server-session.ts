import type { Text } from '../../../client/documents/documents.ts';
import { LspClient } from '../../../client/lsp-client.ts';
import { WATCHED_FILES } from '../../../client/protocol/registrations.ts';
import type { OrganizedImports } from '../../../backend/fixes/source.ts';
import { fixSourceOf, strategiesOf } from '../../../backend/strategies.ts';
import type { DiagnosticSource } from '../../../backend/diagnostics/source.ts';
import type { NavigationResult, Question } from '../../../backend/navigation/source.ts';
import { type AdmittedPath, touchedSince } from '../../../support/paths.ts';
import type { Launch, ServerDefinition } from '../../../backend/definition.ts';
import type { Diagnostic } from '../../../types.ts';
import { Idleness } from './idle.ts';
import { PendingRequests } from './pending-requests.ts';
import { ServerFindings } from './server-findings.ts';
import { ServerFixes } from './server-fixes.ts';
import type { Deadline } from '../../base/deadline.ts';
import { Recheck } from './recheck.ts';
import { ServerNavigation } from './server-navigation.ts';
import { ServerOthers } from './server-others.ts';
import type { AnnouncedChange } from '../../disk/announced-change.ts';
import type {
  Session,
  SessionOptions,
  SessionState,
  AffectedFiles,
  FileResult,
  Knowledge,
  Proposal,
  ProposalResult,
  Suggestions,
} from '../session.ts';
import { ServerProposals } from './server-proposals.ts';
import { Turns } from '../turns.ts';
import type { UninstalledImport } from '../uninstalled.ts';
import { RequestStats } from '../request-stats.ts';
import { DocumentRequests } from './document-requests.ts';
import { DocumentSync } from './document-sync.ts';

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
  readonly #documents: DocumentSync;
  readonly #findings: ServerFindings;
  readonly #requests: DocumentRequests;
  readonly #idleness: Idleness;
  readonly #navigation: ServerNavigation;
  readonly #turns = new Turns();
  readonly #proposals: ServerProposals;
  readonly #fixes: ServerFixes;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.definition = options.definition;
    this.client = new LspClient(options);
    const strategies = options.launch.strategies ?? strategiesOf(options.definition);
    this.#source = strategies.diagnostics(this.client, options.withSuggestions);
    this.#others = new ServerOthers(options, this.client, this.#source);
    const shared = {
      session: this,
      client: this.client,
      source: this.#source,
      options,
      others: this.#others,
      pendingRequests: this.#pendingRequests,
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
    this.#proposals = new ServerProposals({ ...parts, navigation: this.#navigation });
    this.#fixes = new ServerFixes({
      ...parts,
      fixes: fixSourceOf(strategies, this.client, options.definition.fixes),
    });
    void this.#trackActivity(this.client.started);
    this.client.ended.addEventListener('abort', () => {
      this.#idleness.end();
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
   * its open documents concern every server, whatever it registered for.
   */
  isConcernedBy(changes: readonly AnnouncedChange[]): boolean {
    const { registrations, documents } = this.client;
    const looksByItself = !registrations.has(WATCHED_FILES);
    return changes.some(
      ({ path, change }) =>
        looksByItself || registrations.watches(path, change) || documents.get(path) !== undefined,
    );
  }

  tell(changes: readonly AnnouncedChange[], foreignDocuments: readonly Text[] = []): Promise<void> {
    return this.#turns.question(async () => {
      const areTooMany = foreignDocuments.length > this.#options.maxOpenDocuments;
      if (areTooMany)
        await this.#documents.synchronise(
          [],
          [...changes, ...foreignDocuments.map(({ path }) => ({ path, change: 'changed' as const }))],
        );
      else await this.#documents.synchronise([], changes, foreignDocuments);
    });
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
    await this.#documents.synchronise([text], []);
  }

  check(
    texts: readonly Text[],
    changes: readonly AnnouncedChange[],
    deadline: Deadline,
    cancel: AbortSignal,
  ): Promise<Map<AdmittedPath, FileResult>> {
    return this.#question(() => this.#judge(texts, changes, deadline, cancel));
  }

  /**
   * Another check may announce, while this one's answer is computed, what was on disk before this one
   * began: then it asks once more. What is written later is no concern of it.
   */
  async #judge(
    texts: readonly Text[],
    changes: readonly AnnouncedChange[],
    deadline: Deadline,
    cancel: AbortSignal,
  ): Promise<Map<AdmittedPath, FileResult>> {
    // Rounded up: what is announced once too often costs a question, what is missed a wrong answer.
    const start = Date.now() + 1;
    const first = this.#judgeOnce(texts, changes, deadline, cancel);
    const { announcements } = this.#documents;
    const results = await first;
    const isAnswered = [...results.values()].some(({ kind }) => kind === 'complete');
    if (!isAnswered || cancel.aborted || !this.#isOvertaken(announcements, texts, start)) return results;
    if (!deadline.over) return this.#judgeOnce(texts, [], deadline, cancel);
    // Without proof there is no result.
    return new Map([...results].filter(([, { kind }]) => kind !== 'complete'));
  }

  /** Of what is gone, nothing tells since when. */
  #isOvertaken(announcements: number, texts: readonly Text[], start: number): boolean {
    const own = new Set(texts.map(({ path }) => path));
    const meanwhile = this.#documents.announcedSince(announcements);
    return (
      meanwhile === undefined ||
      meanwhile.some(
        ({ path, change }) => !own.has(path) && (change === 'deleted' || !touchedSince(path, start)),
      )
    );
  }

  async #judgeOnce(
    texts: readonly Text[],
    changes: readonly AnnouncedChange[],
    deadline: Deadline,
    cancel: AbortSignal,
  ): Promise<Map<AdmittedPath, FileResult>> {
    const results = new Map<AdmittedPath, FileResult>();
    // More files than may be open at once are asked about in batches. All of them are on disk and
    // announced before the first.
    const { maxOpenDocuments } = this.#options;
    for (let at = 0; at < texts.length && (at === 0 || !deadline.over); at += maxOpenDocuments) {
      const batch = texts.slice(at, at + maxOpenDocuments);
      const versions = batch.map(({ path }) => this.client.documents.get(path)?.version);
      const documents = await this.#documents.synchronise(batch, at === 0 ? changes : []);
      for (const [index, document] of documents.entries())
        if (document.version === versions[index])
          await this.#recheck.refresh(document, AbortSignal.any([deadline.signal, cancel]));
      const answers = await Promise.all(
        documents.map((document) => this.#requests.ask(document, deadline, cancel)),
      );
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
  affectedFiles(deadline: Deadline, cancel: AbortSignal): Promise<AffectedFiles> {
    return this.#turns.question(() => this.#affectedFiles(deadline, cancel));
  }

  async #affectedFiles(deadline: Deadline, cancel: AbortSignal): Promise<AffectedFiles> {
    const { known } = this.#options;
    // A configuration file may have come or gone since.
    for (const path of known.pathsOf(this)) if (!this.launch.serves(path)) this.#documents.forget(path);
    const { tree } = this.#documents;
    const barrierOutcome = await this.#trackActivity(this.#others.awaitBarrier(deadline, cancel));
    const published =
      barrierOutcome === 'settled'
        ? this.#findings.published(tree)
        : new Map<AdmittedPath, readonly Diagnostic[]>();
    const { unreached, ...affectedFiles } = await this.#others.affectedFiles(
      this.#findings.paths(),
      barrierOutcome === 'settled',
      deadline,
    );
    for (const path of affectedFiles.paths) if (this.#recheck.isUnwatched(path)) published.delete(path);
    for (const path of unreached)
      published.set(path, published.get(path) ?? known.finding(this, path)?.diagnostics ?? []);
    return {
      ...affectedFiles,
      knownOthers: published,
      paths: affectedFiles.paths.filter((path) => !published.has(path)),
      complete: affectedFiles.complete && barrierOutcome !== 'refused',
    };
  }

  recheck(
    path: AdmittedPath,
    deadline: Deadline,
    cancel: AbortSignal,
  ): Promise<readonly Diagnostic[] | undefined> {
    return this.#turns.question(() => this.#recheck.at(path, deadline, cancel));
  }

  async navigate(question: Question, text: Text | undefined, cancel: AbortSignal): Promise<NavigationResult> {
    const navigated = await this.#question(() => this.#navigation.ask(question, text, cancel));
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

  uninstalled(path: AdmittedPath): readonly UninstalledImport[] {
    return this.#findings.uninstalled(path);
  }

  knowledge(): Knowledge {
    return this.#findings.knowledge();
  }

  propose(proposal: Proposal, deadline: Deadline, cancel: AbortSignal): Promise<ProposalResult> {
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
