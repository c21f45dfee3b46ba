import { Condition } from '../../support/condition.ts';
import { isObject } from '../../support/json.ts';

/**
 * The state that a server reports with `experimental/serverStatus` (an extension of rust-analyzer).
 * Until the server is quiescent, its answers are about a project that is only partly loaded.
 */
export class LoadStatus {
  readonly #changed = new Condition();
  #quiescent = false;
  #hasReported = false;
  #problem: string | undefined;

  /** @param params of the notification; a malformed one is ignored */
  receive(params: unknown): void {
    if (!isObject(params) || typeof params['quiescent'] !== 'boolean') return;
    this.#quiescent = params['quiescent'];
    this.#hasReported = true;
    const { health, message } = params;
    this.#problem =
      health === 'error' ? (typeof message === 'string' ? message : 'no reason given') : undefined;
    this.#changed.changed();
  }

  /**
   * Why the server's answers are useless, if they are: it found no project, or the project does not
   * load.
   */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** It has reported that it has not loaded everything. */
  get isLoading(): boolean {
    return this.#hasReported && !this.#quiescent;
  }

  /**
   * Resolves to true once the server has loaded everything that was sent to it, to false when
   * `signal` aborts.
   */
  whenQuiescent(signal: AbortSignal): Promise<boolean> {
    return this.#changed.until(() => this.#quiescent, signal);
  }
}
