import { parseAnswer } from './checker.js';
import { launch, type LaunchOptions } from './launch.js';
import type { Sidecar } from './sidecar.js';
import type { LspConfig, LspRequests } from './types.js';

export interface ServiceOptions extends Omit<LaunchOptions, 'readyTimeout' | 'signal'> {
  /** Complete: defaults have been filled in. */
  readonly config: Required<LspConfig>;
}

type State =
  | { readonly kind: 'never-started' }
  | { readonly kind: 'starting'; readonly abort: AbortController; readonly done: Promise<void> }
  | { readonly kind: 'alive'; readonly sidecar: Sidecar }
  | { readonly kind: 'dead'; readonly reason: string };

const SHUTDOWN_GRACE = 2000;
/** The sidecar limits its own waits. If it is this much later, ms, it is taken to hang. */
const ANSWER_MARGIN = 500;

/**
 * The sidecar of one session, from its start to its end. One that has died is never started again
 * (REQ-LIFE-080, REQ-GRACE-045). Nothing here throws or rejects.
 */
export class Service {
  readonly #options: ServiceOptions;
  #state: State = { kind: 'never-started' };
  #stopped: Promise<void> | undefined;
  /** Resolves when the service could not start, has died, or was shut down. */
  readonly over: Promise<void>;
  #resolveOver: () => void = () => undefined;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.over = new Promise((resolve) => (this.#resolveOver = resolve));
  }

  /** The sidecar, from `lsp/ready` until its end or {@link stop}. */
  get sidecar(): Sidecar | undefined {
    return this.#state.kind === 'alive' ? this.#state.sidecar : undefined;
  }

  /** Why there is no sidecar and will be none. */
  get deathReason(): string | undefined {
    return this.#state.kind === 'dead' ? this.#state.reason : undefined;
  }

  /** At most once. Resolves when the sidecar is ready, or known not to become ready. */
  start(): Promise<void> {
    if (this.#state.kind === 'starting') return this.#state.done;
    if (this.#state.kind !== 'never-started') return Promise.resolve();
    const abort = new AbortController();
    const done = this.#launch(abort.signal);
    this.#become({ kind: 'starting', abort, done });
    return done;
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  /**
   * `undefined` if there is no answer, for whatever reason: the log has it.
   *
   * @param waitMs how long the answer itself may take if that is longer than a check; Infinity: unknown
   */
  async request<M extends keyof LspRequests>(
    method: M,
    params: LspRequests[M]['params'],
    signal?: AbortSignal,
    waitMs = 0,
  ): Promise<LspRequests[M]['result'] | undefined> {
    if (this.sidecar === undefined) return undefined;
    const { config, logger } = this.#options;
    const limitMs = Math.max(config.firstTouchTimeout, config.diagnosticTimeout, waitMs) + ANSWER_MARGIN;
    const answer = await this.sidecar.call(method, params, {
      limitMs: Number.isFinite(limitMs) ? limitMs : undefined,
      signal,
    });
    const read =
      answer.kind === 'answered'
        ? parseAnswer(method, answer.value)
        : { problem: `${method} without answer: ${answer.kind === 'failed' ? answer.reason : answer.kind}` };
    if ('value' in read) return read.value;
    logger.debug(`lsp: ${read.problem}`);
    return undefined;
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
}
