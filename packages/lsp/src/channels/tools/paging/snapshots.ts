import { bytesOf } from './size.ts';

/** How many lists are kept. */
const MAX_SNAPSHOTS = 32;

/** The total size limit, bytes, by estimate: some 80,000 references. */
const MAX_BYTES = 32 * 1024 * 1024;

interface Snapshot {
  readonly key: string;
  readonly items: readonly unknown[];
  readonly bytes: number;
}

/**
 * Whole lists for further pages, one for each request: the list of its latest state. The least
 * recently used are dropped first.
 */
export class Snapshots {
  /** By request key, least recently used first. */
  readonly #kept = new Map<string, Snapshot>();
  #bytes = 0;

  constructor(
    private readonly limits: { readonly count: number; readonly bytes: number } = {
      count: MAX_SNAPSHOTS,
      bytes: MAX_BYTES,
    },
  ) {}

  /** False where the list does not fit; then no other list is dropped either. */
  retain(requestKey: string, key: string, items: readonly unknown[]): boolean {
    this.drop(requestKey);
    const bytes = bytesOf(items, this.limits.bytes);
    if (bytes > this.limits.bytes) return false;
    this.#kept.set(requestKey, { key, items, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.limits.bytes && this.#kept.size <= this.limits.count) break;
      this.drop(oldest);
    }
    return true;
  }

  /** A list of another state is stale, and is dropped. */
  get(requestKey: string, key: string): readonly unknown[] | undefined {
    const snapshot = this.#kept.get(requestKey);
    if (snapshot === undefined) return undefined;
    if (snapshot.key !== key) {
      this.drop(requestKey);
      return undefined;
    }
    this.#kept.delete(requestKey);
    this.#kept.set(requestKey, snapshot);
    return snapshot.items;
  }

  drop(requestKey: string): void {
    this.#bytes -= this.#kept.get(requestKey)?.bytes ?? 0;
    this.#kept.delete(requestKey);
  }
}
