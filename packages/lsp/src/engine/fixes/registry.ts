import { type Candidate, contentKey } from './candidates.ts';

/** A fix that was tried: its finding is gone with it. */
export interface KeptFix extends Candidate {
  readonly id: string;
  readonly solves: number;
  readonly causes: number;
}

/** Older fixes are forgotten, or their texts would fill the memory. */
const MOST = 300;

/** The fixes by their ids. An id is never given to another fix. */
export class FixRegistry {
  /** The least recently found first. */
  readonly #fixes = new Map<string, KeptFix>();
  readonly #ids = new Map<string, string>();
  #last = 0;

  /** A fix that was found before keeps its id, unless a file has changed since. */
  keep(candidate: Candidate, { solves, causes }: Pick<KeptFix, 'solves' | 'causes'>): KeptFix {
    const key = keyOf(candidate);
    const id = this.#ids.get(key) ?? `f${++this.#last}`;
    const fix = { ...candidate, id, solves, causes };
    this.#ids.set(key, id);
    this.#fixes.delete(id);
    this.#fixes.set(id, fix);
    for (const [oldest, old] of this.#fixes) {
      if (this.#fixes.size <= MOST) break;
      this.#fixes.delete(oldest);
      this.#ids.delete(keyOf(old));
    }
    return fix;
  }

  find(id: string): KeptFix | undefined {
    return this.#fixes.get(id);
  }
}

function keyOf({ title, files }: Candidate): string {
  const texts = files.map(({ former }) => (former === undefined ? '' : Bun.hash(former).toString(36)));
  return JSON.stringify([title, contentKey(files), texts]);
}
