import { Condition } from '../condition.ts';
import { isObject } from '../json.ts';

/**
 * What a server says about its own state with `experimental/serverStatus` (an extension of rust-analyzer): until it is quiescent, its answers
 * are about a project that is only partly loaded.
 */
export class LoadStatus {
  readonly #changed = new Condition();
  #quiescent = false;
  #problem: string | undefined;

  /** @param params of the notification; a malformed one says nothing */
  receive(params: unknown): void {
    if (!isObject(params) || typeof params['quiescent'] !== 'boolean') return;
    this.#quiescent = params['quiescent'];
    const { health, message } = params;
    this.#problem = health === 'error' ? (typeof message === 'string' ? message : 'no reason given') : undefined;
    this.#changed.changed();
  }

  /** Why its answers are worth nothing, if so: no project was found, or it does not load. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Resolves to true once the server has loaded what it was told of, to false when `signal` aborts. */
  whenQuiescent(signal: AbortSignal): Promise<boolean> {
    return this.#changed.until(() => this.#quiescent, signal);
  }
}
