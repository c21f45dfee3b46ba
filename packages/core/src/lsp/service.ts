import { setTimeout as delay } from 'node:timers/promises';
import { parseAnswer } from './checker.js';
import type { ServiceFate } from './format-unjudged.js';
import { launch, type LaunchOptions } from './launch.js';
import { Losses } from './losses.js';
import { removeDesertedServices } from './shared-folder.js';
import type { CallProgress, Sidecar } from './sidecar.js';
import type { LspConfig, LspRequests } from './types.js';
import { unlessAborted } from './waiting.js';

export interface ServiceOptions extends Omit<LaunchOptions, 'readyTimeout' | 'signal'> {
  /** Complete: defaults have been filled in. */
  readonly config: Required<LspConfig>;
}

type State =
  | { readonly kind: 'never-started' }
  | {
      readonly kind: 'starting';
      readonly abort: AbortController;
      readonly done: Promise<void>;
      /** Another one has run before: requests wait for this one. */
      readonly again: boolean;
    }
  | { readonly kind: 'alive'; readonly sidecar: Sidecar }
  /** It has ended. The next request joins or starts another. */
  | { readonly kind: 'lost' }
  /** `revivable`: it has run, so that a person may start another. */
  | { readonly kind: 'dead'; readonly reason: string; readonly revivable: boolean };

const SHUTDOWN_GRACE = 2000;
/** The sidecar limits its own waits. If it is this much later, ms, it is taken to hang. */
const ANSWER_MARGIN = 500;
/** From a broken connection to the end of the sidecar, ms. */
const END_GRACE = 1000;

/** How long a service that has closed its connections may take to end, ms. */
const KILLED_WITHIN = 10_000;

/**
 * The sidecar of one session, from its start to its end. One that has died is never started again
 * (REQ-LIFE-080, REQ-GRACE-045), unless a person asks for it. With the setting `share`, the session
 * joins or starts another at its next request, as often as {@link Losses} allows. Nothing here throws
 * or rejects.
 */
export class Service {
  readonly #options: ServiceOptions;
  #state: State = { kind: 'never-started' };
  #stopped: Promise<void> | undefined;
  #over = new Deferred();
  readonly #losses = new Losses();
  #fate: ServiceFate | undefined;

  constructor(options: ServiceOptions) {
    this.#options = options;
  }

  /** Resolves when the service could not start, has ended for good, or was shut down. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  /** The sidecar, from `lsp/ready` until its end or {@link stop}. */
  get sidecar(): Sidecar | undefined {
    return this.#state.kind === 'alive' ? this.#state.sidecar : undefined;
  }

  /** Whether requests are answered, by another service where the last one has ended. */
  get isThere(): boolean {
    return this.#state.kind === 'alive' || this.#isComingBack;
  }

  /** Whether another service follows when this one ends. */
  get comesBack(): boolean {
    return this.#options.config.share && this.#state.kind !== 'dead';
  }

  /** Why there is no sidecar and will be none. */
  get deathReason(): string | undefined {
    return this.#state.kind === 'dead' ? this.#state.reason : undefined;
  }

  /** What has become of it since the last call. */
  takeFate(): ServiceFate | undefined {
    const fate = this.#fate;
    this.#fate = undefined;
    return fate;
  }

  /**
   * At most once, and again after the end of a shared one. Resolves when the sidecar is ready, or known
   * not to become ready.
   */
  start(): Promise<void> {
    if (this.#state.kind === 'starting') return this.#state.done;
    if (this.#state.kind !== 'never-started' && this.#state.kind !== 'lost') return Promise.resolve();
    return this.#begin(this.#state.kind === 'lost');
  }

  /**
   * For a person who asks for it: starts a service in the place of one that has ended, or that does not
   * answer. A shared one goes on for its other sessions.
   *
   * @returns whether that was so, and the new one runs
   */
  async revive(): Promise<boolean> {
    if (this.#stopped !== undefined) return false;
    const { sidecar } = this;
    const hangs = sidecar?.isSilent === true;
    if (hangs) await this.#leave(sidecar);
    const { kind } = this.#state;
    if (kind === 'lost' || (kind === 'dead' && this.#state.revivable)) {
      this.#losses.forget();
      if (kind === 'dead') this.#over = new Deferred();
      await this.#begin(true);
      // A request may have started the next one meanwhile.
    } else if (hangs) await this.start();
    else return false;
    return this.sidecar !== undefined;
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  /**
   * `undefined` if there is no answer, for whatever reason: the log has it.
   *
   * @param waitMs how long the answer itself may take if that is longer than a check; Infinity: unknown
   * @param progress see {@link CallOptions}
   */
  async request<M extends keyof LspRequests>(
    method: M,
    params: LspRequests[M]['params'],
    signal?: AbortSignal,
    waitMs = 0,
    progress?: CallProgress,
  ): Promise<LspRequests[M]['result'] | undefined> {
    const { config, logger } = this.#options;
    if (this.#isComingBack) await this.#cameBack(config.firstTouchTimeout, signal);
    const { sidecar } = this;
    if (sidecar === undefined) return undefined;
    const limitMs = Math.max(config.firstTouchTimeout, config.diagnosticTimeout, waitMs) + ANSWER_MARGIN;
    const hungMs = config.diagnosticTimeout + ANSWER_MARGIN;
    const started = performance.now();
    let answer = await sidecar.call(
      method,
      params,
      Number.isFinite(limitMs) ? { limitMs, hungMs, signal, progress } : { signal, progress },
    );
    if (answer.kind === 'failed' && answer.lost === true && this.comesBack && Number.isFinite(limitMs)) {
      // It has ended before it has answered. The next one is asked within the same deadline.
      await Promise.race([sidecar.ended, delay(END_GRACE, undefined, { ref: false })]);
      const left = (): number => Math.max(0, started + limitMs - performance.now());
      if (this.#isComingBack) await this.#cameBack(left(), signal);
      if (this.sidecar !== undefined && this.sidecar !== sidecar)
        answer = await this.sidecar.call(method, params, { limitMs: left(), hungMs, signal, progress });
    }
    const read =
      answer.kind === 'answered'
        ? parseAnswer(method, answer.value)
        : { problem: `${method} without answer: ${answer.kind === 'failed' ? answer.reason : answer.kind}` };
    if ('value' in read) return read.value;
    logger.debug(`lsp: ${read.problem}`);
    return undefined;
  }

  get #isComingBack(): boolean {
    return this.#state.kind === 'lost' || (this.#state.kind === 'starting' && this.#state.again);
  }

  /** Waits for it for so many ms. A request that has to go on then goes without answer. */
  async #cameBack(ms: number, signal: AbortSignal | undefined): Promise<void> {
    const limit = AbortSignal.timeout(Math.ceil(ms));
    await unlessAborted(this.start(), signal === undefined ? limit : AbortSignal.any([signal, limit]));
  }

  #begin(again: boolean): Promise<void> {
    const abort = new AbortController();
    const done = this.#launch(abort.signal, again);
    this.#state = { kind: 'starting', abort, done, again };
    return done;
  }

  async #launch(signal: AbortSignal, again: boolean): Promise<void> {
    const { config, logger } = this.#options;
    const started = performance.now();
    const result = await launch({ ...this.#options, readyTimeout: config.firstTouchTimeout, signal });
    const ms = Math.round(performance.now() - started);
    if (result.kind === 'failed') {
      logger.debug(`lsp: no service after ${ms} ms; starts succeeded: 0, failed: 1; ${result.reason}`);
      if (again) this.#lose(result.reason);
      else this.#become({ kind: 'dead', reason: result.reason, revivable: false });
      return;
    }
    const { sidecar } = result;
    if (signal.aborted) {
      sidecar.kill();
      await sidecar.ended;
      return;
    }
    logger.debug(`lsp: service ${sidecar.pid} ready after ${ms} ms; starts succeeded: 1, failed: 0`);
    this.#run(sidecar, again);
  }

  #run(sidecar: Sidecar, again: boolean): void {
    if (again) this.#fate = 'restarted';
    this.#become({ kind: 'alive', sidecar });
    void sidecar.ended.then((how) => {
      if (this.sidecar !== sidecar) return;
      this.#options.logger.debug(`lsp: service ${sidecar.pid} died (${how}); crashes: 1`);
      this.#lose(how);
    });
  }

  async #leave(sidecar: Sidecar): Promise<void> {
    this.#options.logger.debug(`lsp: service ${sidecar.pid} is left: it does not answer`);
    this.#become({ kind: 'lost' });
    sidecar.kill();
    await Promise.race([sidecar.ended, delay(END_GRACE, undefined, { ref: false })]);
  }

  /** It has ended, or did not come back. */
  #lose(how: string): void {
    const { share } = this.#options.config;
    if (share && this.#losses.add(performance.now())) {
      this.#options.logger.debug('lsp: the next request joins or starts another service');
      this.#become({ kind: 'lost' });
      return;
    }
    this.#fate = share ? 'given up' : 'ended';
    this.#options.logger.debug('lsp: no diagnostics from here on');
    // No other service will take its name.
    if (share) void removeDesertedServices(AbortSignal.timeout(KILLED_WITHIN));
    const often = share ? 'service has died too often' : 'service died';
    this.#become({ kind: 'dead', reason: `${often}: ${how}`, revivable: true });
  }

  /** `dead` is final for all but {@link revive}. */
  #become(next: State): void {
    if (this.#state.kind === 'dead') return;
    this.#state = next;
    if (next.kind === 'dead') this.#over.resolve();
  }

  async #stop(): Promise<void> {
    const last = this.#state;
    this.#become({ kind: 'dead', reason: 'service was shut down', revivable: false });
    if (last.kind === 'starting') {
      last.abort.abort();
      await last.done;
    }
    if (last.kind !== 'alive') return;
    const how = await last.sidecar.shutdown(SHUTDOWN_GRACE);
    this.#options.logger.debug(`lsp: service ${last.sidecar.pid} shut down: ${how}`);
  }
}

class Deferred {
  resolve: () => void = () => undefined;
  readonly promise = new Promise<void>((resolve) => (this.resolve = resolve));
}
