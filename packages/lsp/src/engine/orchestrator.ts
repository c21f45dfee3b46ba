import type { Log } from '../support/log.ts';
import { createCheckers } from '../backend/checker/create.ts';
import { createRegistry } from '../backend/find-server.ts';
import type { LanguageSupport } from '../backend/language.ts';
import { createSearch } from '../backend/program/search.ts';
import {
  type Bootstrap,
  type CheckFileParams,
  type CheckParams,
  type CheckReport,
  type Diagnostic,
  type DiagnosticsAfterParams,
  LSP_DEFAULTS,
  type LspConfig,
  type ProposeParams,
  type SessionReport,
  type ServerStatus,
  type ServiceMetrics,
  type StatusParams,
} from '../types.ts';
import { waitFor } from '../support/wait-for.ts';
import { outcomeOf } from './check/report.ts';
import { ClientPool } from './session/client-pool.ts';
import { Checks } from './checks.ts';
import { Fixes } from './fixes/fixes.ts';
import { findKnown } from './impact/find-known.ts';
import { knowledgeBefore } from './origins/knowledge-before.ts';
import { Ledger } from './origins/ledger.ts';
import { sessionReport } from './origins/session-report.ts';
import { runProposal } from './propose.ts';
import { DiskIndex, type NotifiedSessions } from './disk/disk-index.ts';
import { watchFilterOf } from './disk/disk-names.ts';
import { Dependents } from './impact/dependents.ts';
import { notifySessions } from './disk/disk-notifications.ts';
import { StaleProjects } from './impact/stale-projects.ts';
import { WorkspaceVersionCounter } from './navigate/workspace-version.ts';
import { ImportGraphs } from './impact/import-graphs.ts';
import { KnownFiles } from './session/known-files.ts';
import type { RefactoringContext } from './refactor/refactoring.ts';
import { resolveServers } from './resolve-servers.ts';
import { serviceMetrics, spellServer, spellService } from './status/metrics.ts';
import { type Navigation, Navigator } from './navigate/navigator.ts';
import { type OtherFiles, reportOthers } from './impact/other-files.ts';
import { Deadline } from './deadline.ts';
import { languageIdFor } from '../backend/language-map.ts';
import { ProjectChecker } from './project/project-checker.ts';
import type { ProjectChecks } from './project/project-checks.ts';
import type { Services } from './services.ts';
import type { AnnouncedChange, Session } from './session/session.ts';
import { statusOf } from './status/status.ts';
import { RequestStats } from './status/request-stats.ts';
import { diskText, textOnDisk } from './disk/text-source.ts';
import { RecheckQueues } from './impact/recheck-queue.ts';
import { Workspace } from './workspace.ts';

/**
 * How long `initialize` may take before a server counts as broken, as a multiple of the first-touch
 * timeout.
 */
const START_LIMIT_FACTOR = 3;

/** How long the status waits until the names of all files are scanned, ms. */
const LOOK_MS = 1000;

/**
 * The core behind both channels (REQ-ARCH-040): admits paths, picks servers, asks them all at once,
 * and merges what they report.
 */
export class Orchestrator {
  readonly navigation: Navigation;
  readonly refactoring: RefactoringContext;
  readonly fixes: Fixes;
  readonly #projects: ProjectChecker;
  readonly #services: Services;
  readonly #workspaceVersion = new WorkspaceVersionCounter();
  readonly #graphs: ImportGraphs;
  readonly #checks: Checks;

  constructor(languages: readonly LanguageSupport[], { workspaceRoot, config: given = {}, nodePath, trusted }: Bootstrap, log: Log) {
    const workspace = new Workspace(workspaceRoot);
    const config: Required<LspConfig> = { ...LSP_DEFAULTS, ...given };
    const registry = createRegistry(languages, config);
    const checkers = createCheckers(languages, config);
    const search = createSearch({ workspaceRoot: workspace.root, node: nodePath, trusted });
    const known = new KnownFiles<Session>();
    const staleProjects = new StaleProjects();
    const dependents = new Dependents();
    const ledger = new Ledger();
    const tell = (changes: readonly AnnouncedChange[]): NotifiedSessions => {
      this.#workspaceVersion.changed(changes);
      // Nothing tells what the files held before. Other files are not sources: a lock file, a log.
      const sources = new Set(changes.map(({ path }) => path).filter((path) => registry.mayAffect(path)));
      const found = [...sources].map((path) => ({ path, before: undefined, isFound: true }));
      ledger.change(found, () => knowledgeBefore(pool.active().map((session) => [session, session.knowledge()]), found, textOnDisk));
      return notifySessions({ pool, staleProjects, dependents }, changes);
    };
    const disk: DiskIndex = new DiskIndex({ workspace, watchFilter: watchFilterOf(registry, checkers), tell, log });
    this.#graphs = new ImportGraphs(disk, registry, workspace.root);
    const pool: ClientPool = new ClientPool({
      workspace,
      known,
      search,
      importGraph: (language) => this.#graphs.of(language),
      filesOf: (endings) => [...disk.files(endings).keys()],
      changeOf: (path) => disk.changeOf(path),
      textsMoved: (changes) => {
        // Changes to files in the index are found by the index itself.
        if (!disk.isWhole) this.#workspaceVersion.changed(changes);
      },
      log,
      ended: (session) => {
        log(spellServer(session, workspace.folder(session.launch.root)));
      },
      maxOpenDocuments: config.maxOpenDocuments,
      idleShutdown: config.idleShutdown,
      withSuggestions: config.includeSeverities.includes('hint'),
      startLimit: config.firstTouchTimeout * START_LIMIT_FACTOR,
    });
    this.#services = { workspace, config, registry, search, pool, known, staleProjects, dependents, disk, ledger, recheckQueues: new RecheckQueues(), requestStats: new RequestStats(), log };
    this.fixes = new Fixes({ services: this.#services, propose: (params, cancel) => this.propose(params, cancel), check: (params, cancel) => this.check(params, cancel) });
    this.#checks = new Checks({ services: this.#services, graphs: this.#graphs, workspaceVersion: this.#workspaceVersion, fixes: this.fixes });
    this.#projects = new ProjectChecker(this.#services, checkers);
    const navigator = new Navigator(this.#services, this.#workspaceVersion, this.#graphs);
    this.navigation = navigator;
    this.refactoring = { services: this.#services, navigation: navigator, graphs: this.#graphs, propose: (params, cancel) => this.propose(params, cancel), check: (params, cancel) => this.check(params, cancel) };
  }

  get projects(): ProjectChecks {
    return this.#projects;
  }

  async checkFile(params: CheckFileParams, cancel: AbortSignal): Promise<Diagnostic[]> {
    const report = await this.check({ files: [params] }, cancel);
    return Object.values(report.files)[0] ?? [];
  }

  async check(params: CheckParams, cancel: AbortSignal): Promise<CheckReport> {
    const asked = performance.now();
    const report = await this.#checks.run(params, cancel);
    if (params.files.length > 0) this.#services.requestStats.checked(cancel.aborted ? 'withdrawn' : outcomeOf(report), performance.now() - asked);
    return report;
  }

  /** See `lsp/propose`. Never rejects because of a server. */
  propose(params: ProposeParams, cancel: AbortSignal): Promise<CheckReport> {
    return runProposal(this.#services, this.#graphs, params, cancel);
  }

  /** What the session's changes have caused and is still true. */
  session(cancel: AbortSignal): Promise<SessionReport> {
    return sessionReport(this.#services, this.#graphs, cancel);
  }

  /** What servers report now about all known files (REQ-KNOWN-010). */
  async diagnostics(cancel: AbortSignal): Promise<Record<string, Diagnostic[]>> {
    return (await this.knownFiles(cancel)).files;
  }

  /**
   * The same, and whether it is complete: a file for which no server could answer in time is left
   * out.
   */
  knownFiles(cancel: AbortSignal): Promise<OtherFiles> {
    return this.#knownWithin(this.#services.config.diagnosticTimeout, cancel);
  }

  async #knownWithin(ms: number, cancel: AbortSignal): Promise<OtherFiles> {
    const { files, judged } = reportOthers(this.#services, await findKnown(this.#services, ms, cancel));
    return { files, complete: judged };
  }

  /** Grows with every check and with everything that a server reports (BR-83). */
  get epoch(): number {
    return this.#services.known.epoch;
  }

  async diagnosticsAfter({ afterEpoch, waitMs }: DiagnosticsAfterParams, cancel: AbortSignal): Promise<Record<string, Diagnostic[]>> {
    const { known, config } = this.#services;
    using deadline = new Deadline(waitMs ?? config.diagnosticTimeout);
    await known.whenPast(afterEpoch, AbortSignal.any([deadline.signal, cancel]));
    return (await this.#knownWithin(Math.min(config.otherFilesTimeout, config.diagnosticTimeout), cancel)).files;
  }

  async status(params: StatusParams): Promise<ServerStatus[]> {
    const { pool, disk } = this.#services;
    if (params.unneeded === true) {
      using deadline = new Deadline(LOOK_MS);
      await waitFor(Promise.all([disk.sweep(), disk.walked]), deadline.signal);
    }
    await Promise.all(pool.all().map(({ explained }) => explained));
    return statusOf(this.#services, params);
  }

  /** What the service uses and has done, as of now. */
  metrics(): ServiceMetrics {
    return serviceMetrics(this.#services);
  }

  /**
   * Runs the path of a check once, with no file and without starting a server. Code that runs for
   * the first time is slow (25 ms altogether), and no edit waits for it yet. Never rejects.
   */
  async prewarm(): Promise<void> {
    await this.check({ files: [] }, new AbortController().signal);
    await this.status({});
  }

  /**
   * Starts the servers of a file and, if it exists already, shows it to them, so that they load its
   * project. Their first touch is still to come.
   *
   * @param findings also asks about the file, unless a check comes first
   */
  async warm(filePath: string, findings = false): Promise<void> {
    const { workspace, pool, config, recheckQueues } = this.#services;
    const admission = workspace.admit(filePath);
    if (admission.kind === 'refused') return;
    const { path } = admission;
    const source = await diskText(path);
    if (source.kind === 'refused' && source.reason !== 'not readable') return;
    this.#services.disk.begin();
    await Promise.all(
      resolveServers(this.#services, path).found.map(async ({ definition, launch, primary }) => {
        if (primary !== undefined) return;
        const text = source.kind === 'text' ? { path, languageId: languageIdFor(definition, path), ...source.content } : undefined;
        const session = pool.session(definition, launch);
        await session.warm(text);
        const known = session.knowledge();
        const finding = known.findings.get(path);
        if (!findings || text === undefined || (finding !== undefined && known.isCurrent(finding))) return;
        using deadline = new Deadline(config.firstTouchTimeout);
        await recheckQueues.aside((interrupted) => session.recheck(path, deadline, interrupted));
      }),
    );
  }

  /**
   * Ends every server (REQ-LIFE-040) and forgets what they reported (REQ-LIFE-060). Never rejects.
   */
  async shutdown(): Promise<void> {
    // Logged while the servers still run, and once, however often `shutdown` is called.
    if (!this.#services.pool.isStopped) this.#services.log(spellService(this.#services));
    await Promise.all([this.#services.pool.stop(), this.#projects.stop()]);
    this.#services.disk.close();
    this.#services.known.clear();
  }
}
