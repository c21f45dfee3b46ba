import type { Log } from '../support/log.ts';
import type { AdmittedPath } from '../support/paths.ts';
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
  type Severity,
  type StatusParams,
} from '../types.ts';
import { waitFor } from '../support/wait-for.ts';
import { errorsIn, outcomeOf, pathsOf } from './check/report.ts';
import { type CheckResult, type CheckedFile, prepareFiles, runCheck } from './check/check.ts';
import { ClientPool } from './session/client-pool.ts';
import { withoutCrossServerDuplicates } from './cross-server-duplicates.ts';
import { DiskIndex, type NotifiedSessions } from './disk/disk-index.ts';
import { watchFilterOf } from './disk/disk-names.ts';
import { Dependents } from './impact/dependents.ts';
import { notifySessions, notifyOfDiskChanges } from './disk/disk-notifications.ts';
import { StaleProjects } from './impact/stale-projects.ts';
import { WorkspaceVersionCounter } from './navigate/workspace-version.ts';
import { ImportGraphs } from './impact/import-graphs.ts';
import { knownErrors } from './status/known-errors.ts';
import { KnownFiles } from './session/known-files.ts';
import { resolveServers } from './resolve-servers.ts';
import { merge } from './merge.ts';
import { serviceMetrics, spellServer, spellService } from './status/metrics.ts';
import { type Navigation, Navigator } from './navigate/navigator.ts';
import { type OtherFiles, otherFiles, manifestFindings } from './impact/other-files.ts';
import { Deadline } from './deadline.ts';
import { languageIdFor } from '../backend/language-map.ts';
import { ProjectChecker } from './project/project-checker.ts';
import type { ProjectChecks } from './project/project-checks.ts';
import type { Services } from './services.ts';
import type { AnnouncedChange, Session } from './session/session.ts';
import { statusOf } from './status/status.ts';
import { RequestStats } from './status/request-stats.ts';
import { diskText } from './disk/text-source.ts';
import { RecheckQueues } from './impact/recheck-queue.ts';
import { Workspace } from './workspace.ts';

const DELETION = { change: 'deleted' } as const;

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
  readonly #projects: ProjectChecker;
  readonly #services: Services;
  readonly #workspaceVersion = new WorkspaceVersionCounter();
  readonly #graphs: ImportGraphs;
  readonly #severities: ReadonlySet<Severity>;

  constructor(languages: readonly LanguageSupport[], { workspaceRoot, config: given = {}, nodePath, trusted }: Bootstrap, log: Log) {
    const workspace = new Workspace(workspaceRoot);
    const config: Required<LspConfig> = { ...LSP_DEFAULTS, ...given };
    const registry = createRegistry(languages, config);
    const checkers = createCheckers(languages, config);
    const known = new KnownFiles<Session>();
    const staleProjects = new StaleProjects();
    const dependents = new Dependents();
    const tell = (changes: readonly AnnouncedChange[]): NotifiedSessions => {
      this.#workspaceVersion.changed(changes);
      return notifySessions({ pool, staleProjects, dependents }, changes);
    };
    const disk: DiskIndex = new DiskIndex({ workspace, watchFilter: watchFilterOf(registry, checkers), tell, log });
    this.#graphs = new ImportGraphs(disk, registry, workspace.root);
    const pool: ClientPool = new ClientPool({
      workspace,
      known,
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
    const search = createSearch({ workspaceRoot: workspace.root, node: nodePath, trusted });
    this.#services = { workspace, config, registry, search, pool, known, staleProjects, dependents, disk, recheckQueues: new RecheckQueues(), requestStats: new RequestStats(), log };
    this.#severities = new Set(config.includeSeverities);
    this.#projects = new ProjectChecker(this.#services, checkers);
    this.navigation = new Navigator(this.#services, this.#workspaceVersion, this.#graphs);
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
    const report = await this.#check(params, cancel);
    if (params.files.length > 0) this.#services.requestStats.checked(cancel.aborted ? 'withdrawn' : outcomeOf(report), performance.now() - asked);
    return report;
  }

  async #check({ files, deleted = [], others = false, counted = false, written = false }: CheckParams, cancel: AbortSignal): Promise<CheckReport> {
    const { staleProjects, dependents, known, recheckQueues } = this.#services;
    const checked = await prepareFiles(this.#services, files, written);
    const interrupted = recheckQueues.interrupt();
    const gone = this.#admitted(deleted);
    this.#workspaceVersion.changed([...checked.flatMap(({ change }) => change ?? []), ...gone.map(() => DELETION)]);
    const result = await runCheck(this.#services, checked, gone, cancel);
    staleProjects.markStale(result.changed);
    dependents.touch([...checked.flatMap(({ text }) => text?.path ?? []), ...gone]);
    const other: OtherFiles = others ? await this.#othersAfter(checked, result, cancel) : { files: await this.#unaskedAfter(checked, result, cancel), complete: true };
    // Rechecks of projects that this change does not concern go on.
    if (!others) for (const recheckQueue of interrupted) if (staleProjects.about(recheckQueue.session) === recheckQueue.staleMark) recheckQueues.begin(recheckQueue);
    known.advance();
    for (const { session } of result.jobs) if (session.definition.imports !== undefined) this.#graphs.prepare(session.definition.imports);
    const own = new Map(checked.map(({ key, text }) => [key, this.#isAskedAbout(text?.path) ? this.#merged(result, text?.path) : (other.files[key] ?? [])]));
    const rest = Object.fromEntries(Object.entries(other.files).filter(([file]) => !own.has(file)));
    return {
      files: Object.fromEntries(own),
      refused: Object.fromEntries(checked.flatMap(({ key, refusal }) => (refusal === undefined ? [] : [[key, refusal]]))),
      others: rest,
      othersComplete: other.complete,
      servers: [...result.servers],
      ...(counted && { knownErrors: this.#countErrors([...own.values(), ...Object.values(rest)], others ? undefined : pathsOf(checked)) }),
    };
  }

  /**
   * @param checked given where only these files are among those reported: then the errors of the
   * other files count, too
   */
  #countErrors(reported: readonly (readonly Diagnostic[])[], checked: ReadonlySet<AdmittedPath> | undefined): number {
    // Errors count even where the settings leave them out of the reports.
    if (!this.#severities.has('error')) return knownErrors(this.#services, new Set());
    return errorsIn(reported) + (checked === undefined ? 0 : knownErrors(this.#services, checked));
  }

  propose(_params: ProposeParams, _cancel: AbortSignal): Promise<CheckReport> {
    return Promise.reject(new Error('not built yet'));
  }

  session(_cancel: AbortSignal): Promise<SessionReport> {
    return Promise.reject(new Error('not built yet'));
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
    const { pool, disk, staleProjects } = this.#services;
    await notifyOfDiskChanges(this.#services);
    // A build script may read any file, and in a workspace too large to scan any file may have
    // changed.
    const unseeing = pool.active().filter(({ definition }) => !disk.isWhole || definition.run !== undefined);
    await Promise.all(unseeing.map((session) => session.tell([])));
    staleProjects.markStale(unseeing);
    const { files, judged } = await otherFiles(this.#services, { except: new Set(), bound: { ms, files: Infinity }, deadline: performance.now() + ms, cancel });
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
   */
  async warm(filePath: string, _findings = false): Promise<void> {
    const { workspace, pool } = this.#services;
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
        await pool.session(definition, launch).warm(text);
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

  #othersAfter(checked: readonly CheckedFile[], { deadline }: CheckResult, cancel: AbortSignal): Promise<OtherFiles> {
    const { otherFilesTimeout, maxAffectedFiles } = this.#services.config;
    const bound = { ms: otherFilesTimeout, files: maxAffectedFiles };
    const except = new Set(checked.flatMap(({ text }) => (text !== undefined && this.#isAskedAbout(text.path) ? [text.path] : [])));
    return otherFiles(this.#services, { bound, except, deadline, cancel });
  }

  /**
   * What servers report about checked files that no server is asked about, where no other files are
   * wanted.
   */
  async #unaskedAfter(checked: readonly CheckedFile[], { deadline }: CheckResult, cancel: AbortSignal): Promise<Record<string, Diagnostic[]>> {
    const unasked = checked.flatMap(({ text }) => (text === undefined || this.#isAskedAbout(text.path) ? [] : [text.path]));
    return unasked.length === 0 ? {} : await manifestFindings(this.#services, unasked, { ms: this.#services.config.otherFilesTimeout, deadline, cancel });
  }

  /**
   * False for files that no server is asked about (a go.mod, say). Servers may report findings in
   * those all the same, as far as they report on files that they were not asked about.
   */
  #isAskedAbout(path: AdmittedPath | undefined): boolean {
    return path !== undefined && this.#services.registry.forFile(path).length > 0;
  }

  #merged({ jobs }: CheckResult, path: AdmittedPath | undefined): Diagnostic[] {
    if (path === undefined) return [];
    const allFindings = jobs.flatMap(({ session: { definition }, findings, remapped }) =>
      [findings.get(path), remapped.get(path)].flatMap((diagnostics) => (diagnostics === undefined ? [] : { definition, diagnostics })),
    );
    return merge(withoutCrossServerDuplicates(allFindings, this.#severities), this.#severities);
  }

  #admitted(paths: readonly string[]): AdmittedPath[] {
    return paths.flatMap((path) => {
      const admission = this.#services.workspace.admit(path);
      return admission.kind === 'admitted' ? [admission.path] : [];
    });
  }
}
