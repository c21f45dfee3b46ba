import { setTimeout as delay } from 'node:timers/promises';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Escaped } from '../support/escaped.js';
import { isObject } from '../support/json.js';
import { NO_REPORT } from './checker.js';
import { describeFate } from './format-unjudged.js';
import { formatOpen } from './format-origins.js';
import { killTrackedGroups } from './process-group.js';
import { Service, type ServiceOptions } from './service.js';
import type { McpTransportStreams } from './sidecar.js';
import { ShownFindings } from './shown-findings.js';
import type {
  CheckParams,
  CheckProjectParams,
  CheckReport,
  Diagnostic,
  FixesParams,
  FixesReport,
  FixParams,
  FixResult,
  RefactoringProgress,
  RefactorParams,
  RefactorResult,
  Project,
  ProjectReport,
  ProjectsParams,
  DescribedEnvironment,
  ProposeParams,
  ServerStatus,
  SessionReport,
  ServiceMetrics,
  StatusParams,
} from './types.js';

export interface LspServiceClientOptions extends ServiceOptions {
  /** Whether the host calls {@link LspServiceClient.settle} at the end of each turn. */
  readonly settles?: boolean | undefined;
}

/** How long the sidecar tries a refactoring, ms, where the setting `navigationTimeout` is less. */
const REFACTORING_LIMIT = 60_000;
/** By how much the sidecar may be late with what it tells at the end of a turn, ms; then it may still run. */
const SETTLE_MARGIN = 250;
/** How long it takes to end servers and start new ones, ms. */
const RESTART_LIMIT = 10_000;
/** From the end of a service's navigation channel to its own, ms. */
const END_GRACE = 1000;

/**
 * The host's side of the sidecar, one per session: contract 4, domain model 2.1.
 *
 * It never restarts a sidecar that has died (REQ-LIFE-080, REQ-GRACE-045), unless a person asks for
 * that ({@link revive}). A shared service that has ended is joined or started again by the next
 * request, at most three times in ten minutes. None of its methods throws or rejects: on any failure
 * the answer is empty and the debug log has the reason.
 */
export class LspServiceClient {
  readonly #options: LspServiceClientOptions;
  readonly #service: Service;
  /** What its model has read. */
  readonly shown: ShownFindings;
  /**
   * Since the last {@link settle} something was `changed`, or nothing; then a server may still owe its
   * answer.
   */
  #turn: 'settled' | 'owed' | 'changed' = 'settled';
  #lastToken = 0;

  constructor(options: LspServiceClientOptions) {
    this.#options = options;
    this.#service = new Service(options);
    this.shown = new ShownFindings(options.workspaceRoot);
  }

  /**
   * Resolves when there is no LSP and will be none: it could not start, has died, or was shut down.
   * After a {@link revive} it is another promise.
   */
  get over(): Promise<void> {
    return this.#service.over;
  }

  /**
   * Ends every sidecar of this process with all its language servers, now. For a host that is being
   * interrupted. A shared service notices the end of the process itself.
   */
  static killAll(): void {
    killTrackedGroups();
  }

  /**
   * Starts the sidecar, at most once, and again after the end of a shared one. Resolves when it is
   * ready, or known not to become ready.
   */
  start(): Promise<void> {
    return this.#service.start();
  }

  /**
   * True from `lsp/ready` until the sidecar's end or {@link shutdown}. After the end of a shared
   * service it stays true: the next request has another one answer.
   */
  isAlive(): boolean {
    return this.#service.isThere;
  }

  /** Whether a service runs now. */
  isRunning(): boolean {
    return this.#service.sidecar !== undefined;
  }

  /** Whether another service is joined or started when this one ends. */
  get comesBack(): boolean {
    return this.#service.comesBack;
  }

  /** What a model should know of the service since the last call, once. */
  takeFate(): Escaped | undefined {
    const fate = this.#service.takeFate();
    return fate && describeFate(fate);
  }

  /** Why there is no LSP and will be none; `undefined` as long as LSP is still possible. */
  getUnavailableReason(): string | undefined {
    return this.#service.deathReason;
  }

  /**
   * Paths are absolute or relative to the workspace root. Without `text` the file is read from
   * disk.
   */
  async checkFile(filePath: string, text?: string, signal?: AbortSignal): Promise<Diagnostic[]> {
    const params = text === undefined ? { filePath } : { filePath, text };
    return (await this.#service.request('lsp/checkFile', params, signal)) ?? [];
  }

  /**
   * If a report has no entry for a file, no server has judged the file. Origins and
   * explanations are asked for where the settings make use of them.
   */
  async check(params: CheckParams, signal?: AbortSignal): Promise<CheckReport> {
    const { written = false, deleted = [], found = false } = params;
    if ((written && !found) || deleted.length > 0) this.#turn = 'changed';
    const { report, settle, explain, fixes } = this.#options.config;
    const origins =
      written && (report === 'caused' || (settle === 'remind' && this.#options.settles === true));
    const asked = {
      ...params,
      ...(origins && { origins }),
      ...(written && explain && { explain }),
      ...(written && fixes && { fixes }),
    };
    const answer = await this.#service.request('lsp/check', asked, signal);
    if (answer?.found !== undefined) this.#turn = 'changed';
    return answer ?? NO_REPORT;
  }

  /**
   * The report about a tree that is not on disk. Nothing is written or remembered, and a check that
   * arrives meanwhile is answered first. If a report names no server, nothing was judged.
   */
  async propose(params: ProposeParams, signal?: AbortSignal): Promise<CheckReport> {
    const { firstTouchTimeout, diagnosticTimeout, otherFilesTimeout } = this.#options.config;
    // Servers whose projects depend on those of the files are asked after those of the files.
    const waitMs = 2 * Math.max(firstTouchTimeout, diagnosticTimeout) + otherFilesTimeout;
    return (await this.#service.request('lsp/propose', params, signal, waitMs)) ?? NO_REPORT;
  }

  /** The fixes of a file that were tried and leave no other finding. `undefined` without an answer. */
  fixes(params: FixesParams, signal?: AbortSignal): Promise<FixesReport | undefined> {
    return this.#service.request('lsp/fixes', params, signal);
  }

  /** The changes that a fix makes; the caller writes them. `undefined` without an answer. */
  fix(params: FixParams, signal?: AbortSignal): Promise<FixResult | undefined> {
    return this.#service.request('lsp/fix', params, signal);
  }

  /**
   * The changes of a refactoring that was tried; the caller writes them. `undefined` without an answer.
   *
   * @param progress is told how far it is
   */
  refactor(
    params: RefactorParams,
    signal?: AbortSignal,
    progress?: (now: RefactoringProgress) => void,
  ): Promise<RefactorResult | undefined> {
    const waitMs = Math.max(REFACTORING_LIMIT, this.#options.config.navigationTimeout);
    const notified = (value: unknown): void => {
      if (isObject(value)) progress?.(value as RefactoringProgress);
    };
    const call = progress && { token: ++this.#lastToken, notified };
    const asked = { ...params, ...(call && { workDoneToken: call.token }) };
    return this.#service.request('lsp/refactor', asked, signal, waitMs, call);
  }

  /** What the session's changes have caused and is still true. `undefined` without an answer. */
  session(signal?: AbortSignal, waitMs?: number): Promise<SessionReport | undefined> {
    const params = waitMs === undefined ? {} : { waitMs };
    return this.#service.request('lsp/session', params, signal, waitMs);
  }

  /** How long {@link settle} waits for servers, ms. */
  get settleTimeout(): number {
    const { firstTouchTimeout, diagnosticTimeout } = this.#options.config;
    return Math.max(firstTouchTimeout, diagnosticTimeout);
  }

  /**
   * To be called at the end of each turn of the model: the findings that {@link session} has open,
   * as text for the model. `undefined` if nothing was changed since the last call, if nothing is
   * open, if the setting `settle` is off, or if there is no answer within {@link settleTimeout}. What a
   * server had not answered by then is told at the end of a later turn, also of one that changes nothing.
   *
   * @param how `silently`: the turn's changes count as settled, and nothing is asked or said
   */
  async settle(how?: 'silently'): Promise<Escaped | undefined> {
    const { config } = this.#options;
    const turn = this.#turn;
    if (turn === 'settled') return undefined;
    this.#turn = 'settled';
    if (how === 'silently' || config.settle === 'off') return undefined;
    const report = await this.#openNow();
    // A change may have come meanwhile.
    if (report?.pending !== undefined || (report === undefined && this.isAlive())) this.#owe();
    if (report === undefined || (turn === 'owed' && this.shown.has(report.open))) return undefined;
    return this.#reminder(report);
  }

  /**
   * The same of one of several agents of the session that ends: what is open in files that concern it.
   * The session's own turn goes on.
   */
  async settleAgent(concerns: (file: string) => boolean): Promise<Escaped | undefined> {
    if (this.#options.config.settle === 'off') return undefined;
    const report = await this.#openNow();
    return (
      report &&
      this.#reminder({
        ...report,
        open: Object.fromEntries(Object.entries(report.open).filter(([file]) => concerns(file))),
      })
    );
  }

  #openNow(): Promise<SessionReport | undefined> {
    return this.session(AbortSignal.timeout(this.settleTimeout + SETTLE_MARGIN), this.settleTimeout);
  }

  #reminder(report: SessionReport): Escaped | undefined {
    const text = formatOpen(report, this.#options.config);
    if (text !== undefined) this.shown.add(text, report.open);
    return text;
  }

  #owe(): void {
    if (this.#turn === 'settled') this.#turn = 'owed';
  }

  /**
   * The projects of the workspace, and the programs that judge them; nothing is run. `undefined` if
   * there is no answer, which is not the same as no projects.
   */
  projects(params: ProjectsParams = {}, signal?: AbortSignal): Promise<Project[] | undefined> {
    return this.#service.request('lsp/projects', params, signal);
  }

  /** Which interpreter, SDK or class path each project has, and why; nothing is run. */
  async environments(): Promise<DescribedEnvironment[]> {
    return (await this.#service.request('lsp/environments', {})) ?? [];
  }

  /**
   * Runs compilers and linters on whole projects as they are on disk. It has no deadline: only
   * `signal` and the end of the service end it. A run whose callers have all cancelled is ended.
   * `undefined` if there is no report, which is not the same as a report about no project.
   */
  checkProject(params: CheckProjectParams, signal?: AbortSignal): Promise<ProjectReport | undefined> {
    return this.#service.request('lsp/checkProject', params, signal, Infinity);
  }

  async getDiagnosticEpoch(): Promise<number> {
    return (await this.#service.request('lsp/getDiagnosticEpoch', {})) ?? 0;
  }

  /** All findings of the running servers, by path relative to the workspace root. */
  async getAllDiagnostics(): Promise<Record<string, Diagnostic[]>> {
    return (await this.#service.request('lsp/diagnostics', {})) ?? {};
  }

  /**
   * The same, after it has changed since `afterEpoch`, or after `waitMs` (default:
   * `diagnosticTimeout`).
   */
  async getAllDiagnosticsAfter(afterEpoch: number, waitMs?: number): Promise<Record<string, Diagnostic[]>> {
    const params = waitMs === undefined ? { afterEpoch } : { afterEpoch, waitMs };
    return (await this.#service.request('lsp/diagnosticsAfter', params, undefined, waitMs)) ?? {};
  }

  async status(params: StatusParams = {}): Promise<ServerStatus[]> {
    const rows = (await this.#service.request('lsp/status', params)) ?? [];
    return rows.map(({ serverId: _, healthy: __, ...row }) => row);
  }

  /**
   * The resources that the service itself uses, and what it has done. `undefined` if it does not
   * answer.
   */
  metrics(): Promise<ServiceMetrics | undefined> {
    return this.#service.request('lsp/metrics', {});
  }

  /**
   * Starts a service in the place of one that has ended or does not answer, for a person who asks for it.
   *
   * @returns whether that was so, and the new one runs
   */
  revive(): Promise<boolean> {
    return this.#service.revive();
  }

  /**
   * Gives servers that run, are stuck or are broken a new process. For a person who asks for it:
   * nothing calls this by itself (REQ-LIFE-070).
   *
   * @param id of the servers; all without it
   * @returns the rows of what was restarted. `undefined` without an answer
   */
  restart(id?: string): Promise<ServerStatus[] | undefined> {
    return this.#service.request('lsp/restart', id === undefined ? {} : { id }, undefined, RESTART_LIMIT);
  }

  /**
   * Starts the servers for a file that will be edited soon. Where results list what was caused, the
   * servers are asked what the file's findings are before that.
   */
  warm(filePath: string): void {
    const findings = this.#options.config.report === 'caused';
    const params = { filePath, ...(findings && { findings }) };
    if (this.isRunning() || !this.comesBack) this.#service.sidecar?.notify('lsp/warm', params);
    else void this.start().then(() => this.#service.sidecar?.notify('lsp/warm', params));
  }

  /** The navigation channel, while the sidecar is alive and `navigationTools` is not false. */
  getMcpTransportStreams(): McpTransportStreams | undefined {
    return this.#options.config.navigationTools ? this.#service.sidecar?.mcp : undefined;
  }

  /**
   * Resolves once a shared service runs again whose navigation channel has closed, or known not to.
   * Its {@link getMcpTransportStreams streams} are new.
   */
  async navigatesAgain(): Promise<boolean> {
    if (this.#navigates) return true;
    // The end of the navigation channel may be noticed first.
    const ended = this.#service.sidecar?.ended;
    if (ended !== undefined) await Promise.race([ended, delay(END_GRACE, undefined, { ref: false })]);
    if (!this.comesBack) return false;
    await this.start();
    return this.#navigates;
  }

  get #navigates(): boolean {
    return this.getMcpTransportStreams()?.fromServer.destroyed === false;
  }

  /**
   * The same as a transport of the MCP SDK, which is loaded for it. For one client, because there
   * is one channel. `undefined` if there are no {@link getMcpTransportStreams streams}.
   */
  async openMcpTransport(): Promise<Transport | undefined> {
    const streams = this.getMcpTransportStreams();
    if (streams === undefined) return undefined;
    const { FdTransport } = await import('./fd-transport.js');
    return new FdTransport(streams);
  }

  /**
   * Asks the sidecar to end, waits up to 2 s, then kills it and all its language servers
   * (REQ-LIFE-050). Requests in progress get an empty answer at once. May be called at any time,
   * and repeatedly.
   */
  shutdown(): Promise<void> {
    return this.#service.stop();
  }
}
