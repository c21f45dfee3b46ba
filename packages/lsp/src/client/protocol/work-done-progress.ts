import { Condition } from '../../support/condition.ts';
import { isObject } from '../../support/json.ts';

/**
 * No server has more operations in progress at once. If a server begins more and ends none, the
 * oldest are forgotten.
 */
const MOST = 1000;

/**
 * Work that a server reports with `$/progress` (LSP 3.17, "Work Done Progress") and that no request
 * started: loading a project, indexing. Work for a request has a token of ours, and does not count.
 */
export class WorkDoneProgress {
  readonly #changed = new Condition();
  /** Tokens that the server has requested and not yet used. */
  readonly #announced = new Set<Token>();
  readonly #underWay = new Map<Token, string>();
  #hasBegun = false;
  #lastEnd = -Infinity;
  #received = 0;

  /** @param params of `window/workDoneProgress/create`; a malformed one creates nothing */
  create(params: unknown): void {
    const token = tokenOf(params);
    if (token === undefined) return;
    this.#announced.add(token);
    if (this.#announced.size > MOST) forgetOldest(this.#announced);
  }

  /**
   * @param params of `$/progress`; ignored where malformed, or about a token that the server did
   * not create
   */
  receive(params: unknown): void {
    const token = tokenOf(params);
    const value: unknown = isObject(params) ? params['value'] : undefined;
    if (token === undefined || !isObject(value)) return;
    this.#received++;
    if (value['kind'] === 'begin' && this.#announced.delete(token)) this.#begin(token, value['title']);
    else if (value['kind'] === 'end') this.#end(token);
  }

  /** The server has ended. */
  clear(): void {
    this.#announced.clear();
    this.#underWay.clear();
    this.#changed.changed();
  }

  /** The titles of the operations in progress, oldest first. */
  get titles(): string[] {
    return [...this.#underWay.values()];
  }

  /** The server has requested a token that it has not used yet. */
  get isAnnounced(): boolean {
    return this.#announced.size > 0;
  }

  /** How many reports of progress there were. */
  get received(): number {
    return this.#received;
  }

  /** When the last operation ended, ms, performance.now. */
  get lastEnd(): number {
    return this.#lastEnd;
  }

  /**
   * Resolves to true once the server has reported its first operation, to false when `signal`
   * aborts.
   */
  whenBegun(signal: AbortSignal): Promise<boolean> {
    return this.#changed.until(() => this.#hasBegun, signal);
  }

  /** Resolves to true once no operation is in progress, to false when `signal` aborts. */
  whenIdle(signal: AbortSignal): Promise<boolean> {
    return this.#changed.until(() => this.#underWay.size === 0, signal);
  }

  #begin(token: Token, title: unknown): void {
    this.#hasBegun = true;
    this.#underWay.set(token, typeof title === 'string' ? title : '');
    if (this.#underWay.size > MOST) forgetOldest(this.#underWay);
    this.#changed.changed();
  }

  #end(token: Token): void {
    this.#announced.delete(token);
    if (!this.#underWay.delete(token)) return;
    this.#lastEnd = performance.now();
    this.#changed.changed();
  }
}

type Token = string | number;

function tokenOf(params: unknown): Token | undefined {
  const token: unknown = isObject(params) ? params['token'] : undefined;
  return typeof token === 'string' || typeof token === 'number' ? token : undefined;
}

/** Sets and maps iterate in insertion order. */
function forgetOldest(collection: Set<Token> | Map<Token, string>): void {
  for (const token of collection.keys()) {
    collection.delete(token);
    return;
  }
}
