import type { LoadVerdict, LoadFault } from './verdict.js';

/** What was done: an edit with a tool, or a call of navigation. */
export interface Deed {
  /** The tool's name. */
  readonly tool: string;
  /** The title of the language. */
  readonly language: string;
  readonly ms: number;
  readonly verdict: LoadVerdict;
}

/** So many faults are quoted. */
const QUOTED = 40;

/** All that the agents did, in one stretch of time. */
export class Tally {
  readonly #times = new Map<string, number[]>();
  readonly #timedOut = new Map<string, number>();
  readonly #faults = new Map<LoadFault, number>();
  readonly #quotes: string[] = [];
  #count = 0;

  add({ tool, language, ms, verdict }: Deed): void {
    this.#count += 1;
    const key = keyOf(tool, language);
    const times = this.#times.get(key);
    if (times === undefined) this.#times.set(key, [ms]);
    else times.push(ms);
    if (verdict.kind === 'right') return;
    if (verdict.kind === 'timed out') {
      this.#timedOut.set(tool, (this.#timedOut.get(tool) ?? 0) + 1);
      return;
    }
    this.#faults.set(verdict.kind, (this.#faults.get(verdict.kind) ?? 0) + 1);
    if (this.#quotes.length < QUOTED) this.#quotes.push(`${verdict.kind}: ${tool}: ${verdict.why}`);
  }

  /** What another one holds, too. */
  join(other: Tally): void {
    for (const [key, times] of other.#times)
      this.#times.set(key, [...(this.#times.get(key) ?? []), ...times]);
    for (const [tool, count] of other.#timedOut)
      this.#timedOut.set(tool, (this.#timedOut.get(tool) ?? 0) + count);
    for (const [kind, count] of other.#faults) this.#faults.set(kind, (this.#faults.get(kind) ?? 0) + count);
    this.#quotes.push(...other.#quotes.slice(0, QUOTED - this.#quotes.length));
    this.#count += other.#count;
  }

  /** For a terminal. */
  line(what: string): string {
    return `${what}: ${this.#count} calls, ${this.timedOut()} timed out, ${this.faults()} faults`;
  }

  get count(): number {
    return this.#count;
  }

  /** ms, in the order in which they came; empty where there was nothing. */
  times(tool: string, language: string): readonly number[] {
    return this.#times.get(keyOf(tool, language)) ?? [];
  }

  timedOut(tool?: string): number {
    if (tool !== undefined) return this.#timedOut.get(tool) ?? 0;
    return [...this.#timedOut.values()].reduce((sum, count) => sum + count, 0);
  }

  faults(kind?: LoadFault): number {
    if (kind !== undefined) return this.#faults.get(kind) ?? 0;
    return [...this.#faults.values()].reduce((sum, count) => sum + count, 0);
  }

  /** The first faults, one line each. */
  get quotes(): readonly string[] {
    return this.#quotes;
  }
}

function keyOf(tool: string, language: string): string {
  return `${tool}\0${language}`;
}
