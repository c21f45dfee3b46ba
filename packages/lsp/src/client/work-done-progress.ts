import { Condition } from '../condition.ts';
import { isObject } from '../json.ts';

/** No server has more under way at once; of one that begins ever more and ends none, the oldest are forgotten. */
const MOST = 1000;

/**
 * What a server says with `$/progress` (LSP 3.17, "Work Done Progress") that it is doing of its own accord: loading a project, indexing. What it
 * does because it was asked to has a token of ours, and is not counted.
 */
export class WorkDoneProgress {
  readonly #changed = new Condition();
  /** Tokens that it asked for and has not begun with. */
  readonly #announced = new Set<Token>();
  readonly #underWay = new Map<Token, string>();
  #hasBegun = false;
  #lastEnd = -Infinity;

  /** @param params of `window/workDoneProgress/create`; a malformed one creates nothing */
  create(params: unknown): void {
    const token = tokenOf(params);
    if (token === undefined) return;
    this.#announced.add(token);
    if (this.#announced.size > MOST) forgetOldest(this.#announced);
  }

  /** @param params of `$/progress`; a malformed one says nothing, nor does one about a token that is not the server's */
  receive(params: unknown): void {
    const token = tokenOf(params);
    const value: unknown = isObject(params) ? params['value'] : undefined;
    if (token === undefined || !isObject(value)) return;
    if (value['kind'] === 'begin' && this.#announced.delete(token)) this.#begin(token, value['title']);
    else if (value['kind'] === 'end') this.#end(token);
  }

  /** The server has ended. */
  clear(): void {
    this.#announced.clear();
    this.#underWay.clear();
    this.#changed.changed();
  }

  /** What it says it is doing now, in its own words, oldest first. */
  get titles(): string[] {
    return [...this.#underWay.values()];
  }

  /** It has asked for a token that it has not begun with. */
  get isAnnounced(): boolean {
    return this.#announced.size > 0;
  }

  /** When it last was done with something, ms, performance.now. */
  get lastEnd(): number {
    return this.#lastEnd;
  }

  /** Resolves to true as soon as it has said for the first time that it does something, to false when `signal` aborts. */
  whenBegun(signal: AbortSignal): Promise<boolean> {
    return this.#changed.until(() => this.#hasBegun, signal);
  }

  /** Resolves to true as soon as nothing is under way, to false when `signal` aborts. */
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

/** Sets and maps keep the order in which their keys came. */
function forgetOldest(collection: Set<Token> | Map<Token, string>): void {
  for (const token of collection.keys()) {
    collection.delete(token);
    return;
  }
}
