import {
  type CheckFileParams,
  type CheckParams,
  type CheckReport,
  type DescribedEnvironment,
  type Diagnostic,
  type DiagnosticsAfterParams,
  LSP_DEFAULTS,
  type LspConfig,
  type ProposeParams,
  type RestartParams,
  type SessionParams,
  type SessionReport,
  type ServerStatus,
  type ServiceMetrics,
  type StatusParams,
} from '../types.ts';
import { waitFor } from '../support/wait-for.ts';
import { outcomeOfAll } from './question/answer.ts';
import { withParts } from './question/in-part.ts';
import { Checks } from './checks.ts';
import { Fixes } from './fixes/fixes.ts';
import { findKnown } from './others/find-known.ts';
import { sessionReport } from './origins/session-report.ts';
import { runProposal } from './question/propose.ts';
import { limitOf, type RefactoringContext } from './refactor/refactoring.ts';
import { resolveServers } from './base/resolve-servers.ts';
import { serviceMetrics, spellService } from './status/metrics.ts';
import { type Navigation, Navigator } from './navigate/navigator.ts';
import { type OtherFiles, reportOthers } from './question/report.ts';
import { Deadline } from './base/deadline.ts';
import { languageIdFor } from '../backend/language-map.ts';
import { ProjectChecker, type ProjectChecks } from './project/project-checker.ts';
import { projectEnvironments } from './project/project-environments.ts';
import { statusOf } from './status/status.ts';
import { RequestStats } from './session/request-stats.ts';
import { diskText } from './disk/text-source.ts';
import type { Services, WorkspaceService } from './workspace-service.ts';

/** How long the status waits until the names of all files are scanned, ms. */
const LOOK_MS = 1000;

/**
 * The core behind both channels of one host session (REQ-ARCH-040), over the servers that its
 * workspace's sessions share: admits paths, picks servers, asks them all at once,
 * and merges what they report.
 */
export class Orchestrator {
  readonly navigation: Navigation;
  readonly refactoring: RefactoringContext;
  readonly fixes: Fixes;
  readonly projects: ProjectChecks;
  readonly #services: Services;
  readonly #checks: Checks;
  readonly #epochAtStart: number;
  #isOver = false;

  /**
   * @param shared keeps running when this session ends
   * @param given the session's own settings; those that concern servers are the service's
   */
  constructor(
    private readonly shared: WorkspaceService,
    given: LspConfig = {},
  ) {
    const config: Required<LspConfig> = { ...LSP_DEFAULTS, ...given };
    const seen = shared.services.disk.seen();
    const services: Services = {
      ...shared.services,
      config,
      severities: new Set(config.includeSeverities),
      ledger: shared.services.ledgers.open(seen),
      requestStats: new RequestStats(),
    };
    this.#services = services;
    this.#epochAtStart = services.known.epoch;
    this.projects = new ProjectChecker(services, shared.checkers, shared.runs);
    const navigation = new Navigator(services);
    this.navigation = navigation;
    this.refactoring = {
      services,
      navigation,
      check: (params, cancel) => this.check(params, cancel),
      limit: limitOf(config),
    };
    this.fixes = new Fixes(this.refactoring);
    this.#checks = new Checks(services, this.fixes, seen);
  }

  async checkFile(params: CheckFileParams, cancel: AbortSignal): Promise<Diagnostic[]> {
    const report = await this.check({ files: [params] }, cancel);
    return Object.values(report.files)[0] ?? [];
  }

  async check(params: CheckParams, cancel: AbortSignal): Promise<CheckReport> {
    const asked = performance.now();
    const report = withParts(this.#services, await this.#checks.run(params, cancel));
    if (params.files.length > 0)
      this.#services.requestStats.checked(
        cancel.aborted ? 'withdrawn' : outcomeOfAll(report),
        performance.now() - asked,
      );
    return report;
  }

  /** See `lsp/propose`. Never rejects because of a server. */
  propose(params: ProposeParams, cancel: AbortSignal): Promise<CheckReport> {
    return runProposal(this.#services, params, {}, cancel).then(({ report }) => report);
  }

  /** What the session's changes have caused and is still true. */
  session(cancel: AbortSignal, params: SessionParams = {}): Promise<SessionReport> {
    return sessionReport(this.#services, params, cancel).then((report) => {
      this.#checks.reported(report.open);
      return report;
    });
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
    const found = await findKnown(this.#services, ms, cancel);
    const { files } = reportOthers(this.#services, found);
    return { files, complete: found.judged };
  }

  /** Grows with every check and with everything that a server reports (BR-83). */
  get epoch(): number {
    return this.#services.known.epoch - this.#epochAtStart;
  }

  async diagnosticsAfter(
    { afterEpoch, waitMs }: DiagnosticsAfterParams,
    cancel: AbortSignal,
  ): Promise<Record<string, Diagnostic[]>> {
    const { known, config } = this.#services;
    using deadline = new Deadline(waitMs ?? config.diagnosticTimeout);
    await known.whenPast(afterEpoch + this.#epochAtStart, AbortSignal.any([deadline.signal, cancel]));
    return (await this.#knownWithin(Math.min(config.otherFilesTimeout, config.diagnosticTimeout), cancel))
      .files;
  }

  async status(params: StatusParams): Promise<ServerStatus[]> {
    const { pool, disk } = this.#services;
    if (params.unneeded === true) {
      using deadline = new Deadline(LOOK_MS);
      await waitFor(Promise.all([disk.sweep(), disk.walked]), deadline.signal);
    }
    await Promise.all(pool.all().flatMap(({ explained }) => explained ?? []));
    return statusOf(this.#services, params);
  }

  /** See `lsp/restart`. Concerns all sessions that use the servers. */
  restart(params: RestartParams): Promise<ServerStatus[]> {
    return this.shared.restart(params);
  }

  /** What the imports of each project are resolved with. Runs nothing. */
  environments(): Promise<DescribedEnvironment[]> {
    return projectEnvironments(this.#services, this.shared.environments);
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
    this.#services.disk.need([path]);
    this.#services.disk.begin();
    await Promise.all(
      resolveServers(this.#services, path).found.map(async ({ definition, launch, primary }) => {
        if (primary !== undefined) return;
        const text =
          source.kind === 'text'
            ? { path, languageId: languageIdFor(definition, path), ...source.content }
            : undefined;
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

  /** Ends the host session: its ledger hears of no change any more. The servers stay. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#services.log(spellService(this.#services));
    this.#services.ledgers.close(this.#services.ledger);
  }
}
