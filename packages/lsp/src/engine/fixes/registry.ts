import { type FixCandidate, contentKey } from './candidates.ts';

/** A fix that was tried: its finding is gone with it. */
export interface KeptFix extends FixCandidate {
  readonly id: string;
  readonly solves: number;
  readonly causes: number;
}

/** Older fixes are forgotten, or their texts would fill the memory. */
const MOST = 300;

/** Six digits: a model copies them well, and two fixes hardly ever have the same. */
const FIRST_ID = 100_000;
const IDS = 900_000;

/**
 * The fixes by their ids. An id is made of what its fix does to which text, so that an id of a
 * service that has ended, or of another session's, names the same fix or, but for one in thousands, none.
 */
export class FixRegistry {
  /** The least recently found first. */
  readonly #fixes = new Map<string, KeptFix>();
  readonly #ids = new Map<string, string>();

  /** A fix that was found before keeps its id, unless a file has changed since. */
  keep(candidate: FixCandidate, { solves, causes }: Pick<KeptFix, 'solves' | 'causes'>): KeptFix {
    const key = keyOf(candidate);
    const id = this.#ids.get(key) ?? this.#newId(key);
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

  #newId(key: string): string {
    let number = Number(Bun.hash(key) % BigInt(IDS));
    while (this.#fixes.has(idOf(number))) number = (number + 1) % IDS;
    return idOf(number);
  }

  find(id: string): KeptFix | undefined {
    return this.#fixes.get(id);
  }
}

const idOf = (number: number): string => `f${FIRST_ID + number}`;

function keyOf({ title, files }: FixCandidate): string {
  const texts = files.map(({ former }) => (former === undefined ? '' : Bun.hash(former).toString(36)));
  return JSON.stringify([title, contentKey(files), texts]);
}
