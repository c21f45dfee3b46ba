import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { DebugLogger } from '../host.js';
import type { Recorder } from '../trace/recorder.js';
import { NO_REPORT } from './checker.js';
import { formatOpen } from './format-origins.js';
import { launch, type Catalog } from './launch.js';
import { killTrackedGroups } from './process-group.js';
import { request } from './request.js';
import type { McpTransportStreams, Sidecar } from './sidecar.js';
import type {
  CheckParams,
  CheckProjectParams,
  CheckReport,
  Diagnostic,
  FixesParams,
  FixesReport,
  FixParams,
  FixResult,
  RefactorParams,
  RefactorResult,
  LspConfig,
  LspRequests,
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

export interface LspServiceClientOptions {
  /** Absolute. */
  readonly workspaceRoot: string;
  /** Complete: defaults have been filled in. */
  readonly config: Required<LspConfig>;
  readonly logger: DebugLogger;
  /** For hosts that bundle Bun or the sidecar: where it is; absolute. */
  readonly bunPath?: string | undefined;
  readonly packageDir?: string | undefined;
  /** Records all messages between host and sidecar. */
  readonly recorder?: Recorder | undefined;
  /** Which tools the sidecar offers over MCP. Default: `lsp`. */
  readonly catalog?: Catalog | undefined;
  /**
   * Whether the host trusts the workspace, if it has a notion of that. The setting `trust` may
   * override it.
   */
  readonly trusted?: boolean | undefined;
  /** Whether the host calls {@link LspServiceClient.settle} at the end of each turn. */
  readonly settles?: boolean | undefined;
}

type State =
  | { readonly kind: 'never-started' }
  | { readonly kind: 'starting'; readonly abort: AbortController; readonly done: Promise<void> }
  | { readonly kind: 'alive'; readonly sidecar: Sidecar }
  | { readonly kind: 'dead'; readonly reason: string };

const SHUTDOWN_GRACE = 2000;
/** How long the sidecar tries a refactoring, ms. */
const REFACTORING_LIMIT = 60_000;
/** How long it takes to end servers and start new ones, ms. */
const RESTART_LIMIT = 10_000;

/**
 * The host's side of the sidecar, one per session: contract 4, domain model 2.1.
 *
 * It never restarts a sidecar that has died (REQ-LIFE-080, REQ-GRACE-045). None of its methods
 * throws or rejects: on any failure the answer is empty and the debug log has the reason.
 */
export class LspServiceClient {
  readonly #options: LspServiceClientOptions;
  #state: State = { kind: 'never-started' };
  #stopped: Promise<void> | undefined;
  /** Whether nothing was changed since the last {@link settle}. */
  #isSettled = true;
  /**
   * Resolves when there is no LSP and will be none: it could not start, has died, or was shut down.
   */
  readonly over: Promise<void>;
  #resolveOver: () => void = () => undefined;

  constructor(options: LspServiceClientOptions) {
    this.#options = options;
    this.over = new Promise((resolve) => (this.#resolveOver = resolve));
  }

  /**
   * Ends every sidecar of this process with all its language servers, now. For a host that is being
   * interrupted. A shared service notices the end of the process itself.
   */
  static killAll(): void {
    killTrackedGroups();
  }

  /** Starts the sidecar, at most once. Resolves when it is ready, or known not to become ready. */
  start(): Promise<void> {
    if (this.#state.kind === 'starting') return this.#state.done;
    if (this.#state.kind !== 'never-started') return Promise.resolve();
    const abort = new AbortController();
    const done = this.#launch(abort.signal);
    this.#become({ kind: 'starting', abort, done });
    return done;
  }

  /** True from `lsp/ready` until the sidecar's end or {@link shutdown}. */
  isAlive(): boolean {
    return this.#state.kind === 'alive';
  }

  /** Why there is no LSP and will be none; `undefined` as long as LSP is still possible. */
  getUnavailableReason(): string | undefined {
    return this.#state.kind === 'dead' ? this.#state.reason : undefined;
  }

  /**
   * Paths are absolute or relative to the workspace root. Without `text` the file is read from
   * disk.
   */
  async checkFile(filePath: string, text?: string, signal?: AbortSignal): Promise<Diagnostic[]> {
    const params = text === undefined ? { filePath } : { filePath, text };
    return (await this.#request('lsp/checkFile', params, signal)) ?? [];
  }

  /**
   * If a report has no entry for a file, no server has judged the file. Origins and
   * explanations are asked for where the settings make use of them.
   */
  async check(params: CheckParams, signal?: AbortSignal): Promise<CheckReport> {
    const { written = false, deleted = [] } = params;
    if (written || deleted.length > 0) this.#isSettled = false;
    const { report, settle, explain, fixes } = this.#options.config;
    const origins = written && (report === 'caused' || (settle === 'remind' && this.#options.settles === true));
    const asked = { ...params, ...(origins && { origins }), ...(written && explain && { explain }), ...(written && fixes && { fixes }) };
    const answer = await this.#request('lsp/check', asked, signal);
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
    return (await this.#request('lsp/propose', params, signal, waitMs)) ?? NO_REPORT;
  }

  /** The fixes of a file that were tried and leave no other finding. `undefined` without an answer. */
  fixes(params: FixesParams, signal?: AbortSignal): Promise<FixesReport | undefined> {
    return this.#request('lsp/fixes', params, signal);
  }

  /** The changes that a fix makes; the caller writes them. `undefined` without an answer. */
  fix(params: FixParams, signal?: AbortSignal): Promise<FixResult | undefined> {
    return this.#request('lsp/fix', params, signal);
  }

  /** The changes of a refactoring that was tried; the caller writes them. `undefined` without an answer. */
  refactor(params: RefactorParams, signal?: AbortSignal): Promise<RefactorResult | undefined> {
    return this.#request('lsp/refactor', params, signal, REFACTORING_LIMIT);
  }

  /** What the session's changes have caused and is still true. `undefined` without an answer. */
  session(signal?: AbortSignal): Promise<SessionReport | undefined> {
    return this.#request('lsp/session', {}, signal);
  }

  /**
   * To be called at the end of each turn of the model: the findings that {@link session} has open,
   * as text for the model. `undefined` if nothing was changed since the last call, if nothing is
   * open, if the setting `settle` is off, or if there is no answer within `diagnosticTimeout`.
   *
   * @param how `silently`: the turn's changes count as settled, and nothing is asked or said
   */
  async settle(how?: 'silently'): Promise<string | undefined> {
    const { config } = this.#options;
    if (this.#isSettled) return undefined;
    this.#isSettled = true;
    if (how === 'silently' || config.settle === 'off') return undefined;
    const report = await this.session(AbortSignal.timeout(config.diagnosticTimeout));
    return report && formatOpen(report, config);
  }

  /**
   * The projects of the workspace, and the programs that judge them; nothing is run. `undefined` if
   * there is no answer, which is not the same as no projects.
   */
  projects(params: ProjectsParams = {}, signal?: AbortSignal): Promise<Project[] | undefined> {
    return this.#request('lsp/projects', params, signal);
  }

  /** Which interpreter, SDK or class path each project has, and why; nothing is run. */
  async environments(): Promise<DescribedEnvironment[]> {
    return (await this.#request('lsp/environments', {})) ?? [];
  }

  /**
   * Runs compilers and linters on whole projects as they are on disk. It has no deadline: only
   * `signal` and the end of the service end it. A run whose callers have all cancelled is ended.
   * `undefined` if there is no report, which is not the same as a report about no project.
   */
  checkProject(params: CheckProjectParams, signal?: AbortSignal): Promise<ProjectReport | undefined> {
    return this.#request('lsp/checkProject', params, signal, Infinity);
  }

  async getDiagnosticEpoch(): Promise<number> {
    return (await this.#request('lsp/getDiagnosticEpoch', {})) ?? 0;
  }

  /** All findings of the running servers, by path relative to the workspace root. */
  async getAllDiagnostics(): Promise<Record<string, Diagnostic[]>> {
    return (await this.#request('lsp/diagnostics', {})) ?? {};
  }

  /**
   * The same, after it has changed since `afterEpoch`, or after `waitMs` (default:
   * `diagnosticTimeout`).
   */
  async getAllDiagnosticsAfter(afterEpoch: number, waitMs?: number): Promise<Record<string, Diagnostic[]>> {
    const params = waitMs === undefined ? { afterEpoch } : { afterEpoch, waitMs };
    return (await this.#request('lsp/diagnosticsAfter', params, undefined, waitMs)) ?? {};
  }

  async status(params: StatusParams = {}): Promise<ServerStatus[]> {
    return (await this.#request('lsp/status', params)) ?? [];
  }

  /**
   * The resources that the service itself uses, and what it has done. `undefined` if it does not
   * answer.
   */
  metrics(): Promise<ServiceMetrics | undefined> {
    return this.#request('lsp/metrics', {});
  }

  /**
   * Gives servers that run, are stuck or are broken a new process. For a person who asks for it:
   * nothing calls this by itself (REQ-LIFE-070).
   *
   * @param id of the servers; all without it
   * @returns the rows of what was restarted. `undefined` without an answer
   */
  restart(id?: string): Promise<ServerStatus[] | undefined> {
    return this.#request('lsp/restart', id === undefined ? {} : { id }, undefined, RESTART_LIMIT);
  }

  /**
   * Starts the servers for a file that will be edited soon. Where results list what was caused, the
   * servers are asked what the file's findings are before that.
   */
  warm(filePath: string): void {
    const findings = this.#options.config.report === 'caused';
    if (this.#state.kind === 'alive') this.#state.sidecar.notify('lsp/warm', { filePath, ...(findings && { findings }) });
  }

  /** The navigation channel, while the sidecar is alive and `navigationTools` is not false. */
  getMcpTransportStreams(): McpTransportStreams | undefined {
    return this.#state.kind === 'alive' && this.#options.config.navigationTools ? this.#state.sidecar.mcp : undefined;
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
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #launch(signal: AbortSignal): Promise<void> {
    const { config, logger } = this.#options;
    const started = performance.now();
    const result = await launch({ ...this.#options, readyTimeout: config.firstTouchTimeout, signal });
    const ms = Math.round(performance.now() - started);
    if (result.kind === 'failed') {
      logger.debug(`lsp: no service after ${ms} ms; starts succeeded: 0, failed: 1; ${result.reason}`);
      this.#become({ kind: 'dead', reason: result.reason });
      return;
    }
    const { sidecar } = result;
    if (signal.aborted) {
      sidecar.kill();
      await sidecar.ended;
      return;
    }
    logger.debug(`lsp: service ${sidecar.pid} ready after ${ms} ms; starts succeeded: 1, failed: 0`);
    this.#become({ kind: 'alive', sidecar });
    void sidecar.ended.then((how) => {
      if (this.#state.kind !== 'alive') return;
      logger.debug(`lsp: service ${sidecar.pid} died (${how}); crashes: 1; no diagnostics from here on`);
      this.#become({ kind: 'dead', reason: `service died: ${how}` });
    });
  }

  /** The only place that changes the state. `dead` is final. */
  #become(next: State): void {
    if (this.#state.kind === 'dead') return;
    this.#state = next;
    if (next.kind === 'dead') this.#resolveOver();
  }

  async #stop(): Promise<void> {
    const last = this.#state;
    this.#become({ kind: 'dead', reason: 'service was shut down' });
    if (last.kind === 'starting') {
      last.abort.abort();
      await last.done;
    }
    if (last.kind !== 'alive') return;
    const how = await last.sidecar.shutdown(SHUTDOWN_GRACE);
    this.#options.logger.debug(`lsp: service ${last.sidecar.pid} shut down: ${how}`);
  }

  /** `undefined` if there is no answer, for whatever reason. */
  #request<M extends keyof LspRequests>(method: M, params: LspRequests[M]['params'], signal?: AbortSignal, waitMs?: number): Promise<LspRequests[M]['result'] | undefined> {
    if (this.#state.kind !== 'alive') return Promise.resolve(undefined);
    const { config, logger } = this.#options;
    return request(this.#state.sidecar, method, params, { config, logger, signal, waitMs });
  }
}
