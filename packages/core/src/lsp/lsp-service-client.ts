import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { DebugLogger } from '../host.js';
import type { Recorder } from '../trace/recorder.js';
import { launch, type Catalog } from './launch.js';
import { killTrackedGroups } from './process-group.js';
import type { McpTransportStreams, Patience, Sidecar } from './sidecar.js';
import type {
  CheckParams,
  CheckProjectParams,
  CheckReport,
  Diagnostic,
  LspConfig,
  LspRequests,
  Project,
  ProjectReport,
  ProjectsParams,
  ServerStatus,
  ServiceMetrics,
  StatusParams,
} from './types.js';

export interface LspServiceClientOptions {
  /** Absolute. */
  readonly workspaceRoot: string;
  /** Complete: defaults have been filled in. */
  readonly config: Required<LspConfig>;
  readonly logger: DebugLogger;
  /** For hosts that bundle Bun or the sidecar: where; absolute. */
  readonly bunPath?: string | undefined;
  readonly packageDir?: string | undefined;
  /** Hears all that passes between host and sidecar. */
  readonly recorder?: Recorder | undefined;
  /** Which tools are found there. Default: `lsp`. */
  readonly catalog?: Catalog | undefined;
  /** Whether the host trusts the workspace, where it has a notion of that; the setting `trust` may know better. */
  readonly trusted?: boolean | undefined;
}

type State =
  | { readonly kind: 'never-started' }
  | { readonly kind: 'starting'; readonly abort: AbortController; readonly done: Promise<void> }
  | { readonly kind: 'alive'; readonly sidecar: Sidecar }
  | { readonly kind: 'dead'; readonly reason: string };

/** The sidecar bounds its own waits; this much later, ms, it is taken to hang. Less than what the tools allow on top. */
const ANSWER_MARGIN = 500;
const SHUTDOWN_GRACE = 2000;

/**
 * The host's side of the sidecar, one per session: contract 4, domain model 2.1.
 *
 * It never restarts what has died (REQ-LIFE-080, REQ-GRACE-045), and none of its methods throws or rejects: whatever
 * goes wrong, the answer is the empty one and the debug log says why.
 */
export class LspServiceClient {
  readonly #options: LspServiceClientOptions;
  #state: State = { kind: 'never-started' };
  #stopped: Promise<void> | undefined;
  /** Resolves when there is no LSP and will be none: it could not start, has died, or was shut down. */
  readonly over: Promise<void>;
  #resolveOver: () => void = () => undefined;

  constructor(options: LspServiceClientOptions) {
    this.#options = options;
    this.over = new Promise((resolve) => (this.#resolveOver = resolve));
  }

  /** Ends every sidecar of this process with all its language servers, now: for a host that is being interrupted. */
  static killAll(): void {
    killTrackedGroups();
  }

  /** Starts the sidecar, once in a lifetime. Resolves when it is ready, or known not to become so. */
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

  /** Why there is no LSP and will be none; `undefined` as long as there may be. */
  getUnavailableReason(): string | undefined {
    return this.#state.kind === 'dead' ? this.#state.reason : undefined;
  }

  /** Paths are absolute or relative to the workspace root. Without `text` the file is read from disk. */
  async checkFile(filePath: string, text?: string, signal?: AbortSignal): Promise<Diagnostic[]> {
    const params = text === undefined ? { filePath } : { filePath, text };
    return (await this.#request('lsp/checkFile', params, signal)) ?? [];
  }

  /** A report without an entry for a file says that nobody has judged it. */
  async check(params: CheckParams, signal?: AbortSignal): Promise<CheckReport> {
    const report = await this.#request('lsp/check', params, signal);
    return report ?? { files: {}, others: {}, othersComplete: false, servers: [] };
  }

  /** Which projects there are, and what judges them; nothing is run. `undefined` where nobody could say, which is not the same as none. */
  projects(params: ProjectsParams = {}, signal?: AbortSignal): Promise<Project[] | undefined> {
    return this.#request('lsp/projects', params, signal);
  }

  /**
   * Has compilers and linters judge whole projects as they are on disk. Takes as long as they do: only `signal` and the end of the service bound it, and
   * a run that nobody waits for any more is ended. `undefined` where there is no report, which is not the same as one about no project.
   */
  checkProject(params: CheckProjectParams, signal?: AbortSignal): Promise<ProjectReport | undefined> {
    return this.#request('lsp/checkProject', params, signal, Infinity);
  }

  async getDiagnosticEpoch(): Promise<number> {
    return (await this.#request('lsp/getDiagnosticEpoch', {})) ?? 0;
  }

  /** Everything that running servers hold, by path relative to the workspace root. */
  async getAllDiagnostics(): Promise<Record<string, Diagnostic[]>> {
    return (await this.#request('lsp/diagnostics', {})) ?? {};
  }

  /** The same, once it has changed since `afterEpoch`, or after `waitMs` (default: `diagnosticTimeout`). */
  async getAllDiagnosticsAfter(afterEpoch: number, waitMs?: number): Promise<Record<string, Diagnostic[]>> {
    const params = waitMs === undefined ? { afterEpoch } : { afterEpoch, waitMs };
    return (await this.#request('lsp/diagnosticsAfter', params, undefined, waitMs)) ?? {};
  }

  async status(params: StatusParams = {}): Promise<ServerStatus[]> {
    return (await this.#request('lsp/status', params)) ?? [];
  }

  /** What the service itself takes and has done. `undefined` where it does not say so. */
  metrics(): Promise<ServiceMetrics | undefined> {
    return this.#request('lsp/metrics', {});
  }

  /** Starts the servers of a file that will be edited soon. */
  warm(filePath: string): void {
    if (this.#state.kind === 'alive') this.#state.sidecar.notify('lsp/warm', { filePath });
  }

  /** The navigation channel, while the sidecar is alive and `navigationTools` is not false. */
  getMcpTransportStreams(): McpTransportStreams | undefined {
    return this.#state.kind === 'alive' && this.#options.config.navigationTools ? this.#state.sidecar.mcp : undefined;
  }

  /**
   * The same as the MCP SDK takes it, which is loaded for it: for one client, as there is one channel. `undefined` where there are no
   * {@link getMcpTransportStreams streams}.
   */
  async openMcpTransport(): Promise<Transport | undefined> {
    const streams = this.getMcpTransportStreams();
    if (streams === undefined) return undefined;
    const { FdTransport } = await import('./fd-transport.js');
    return new FdTransport(streams);
  }

  /**
   * Asks the sidecar to end, waits up to 2 s for that, then kills it and all its language servers (REQ-LIFE-050).
   * Requests that are under way are answered empty at once. May be called at any time, and again.
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

  /** The only place that changes state. Dead is final. */
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

  /**
   * `undefined` stands for whatever kept the answer from coming.
   *
   * @param waitMs what the answer itself may take, if that is more than a check's, ms; Infinity: nobody knows
   */
  async #request<M extends keyof LspRequests>(
    method: M,
    params: LspRequests[M]['params'],
    signal?: AbortSignal,
    waitMs = 0,
  ): Promise<LspRequests[M]['result'] | undefined> {
    if (this.#state.kind !== 'alive') return undefined;
    const { config, logger } = this.#options;
    const limitMs = Math.max(config.firstTouchTimeout, config.diagnosticTimeout, waitMs) + ANSWER_MARGIN;
    const patience: Patience = { limitMs: Number.isFinite(limitMs) ? limitMs : undefined, signal };
    const answer = await this.#state.sidecar.call(method, params, patience);
    if (answer.kind === 'answered') return answer.value;
    logger.debug(`lsp: ${method} without answer: ${answer.kind === 'failed' ? answer.reason : answer.kind}`);
    return undefined;
  }
}
