/** How far a server is with the documents that were opened, each by `OpenDocument.opening`. */
export class Openings {
  /** Which one it was, counted from 1. */
  readonly #numbers = new WeakMap<object, number>();
  /** What the server has read for them has changed since. */
  readonly #outdated = new WeakSet<object>();
  /** The server has done with them, whatever else it has begun. */
  readonly #done = new WeakSet<object>();
  #count = 0;
  /** The server has done with all openings up to this one. */
  #settled = Infinity;

  /** How many documents were opened. */
  get count(): number {
    return this.#count;
  }

  /** The document is opened, for the first time or again. */
  add(opening: object): void {
    this.#numbers.set(opening, ++this.#count);
    this.#outdated.delete(opening);
    this.#done.delete(opening);
  }

  /** @param count how many documents were opened before the server was asked to settle */
  settled(count: number): void {
    this.#settled = this.#settled === Infinity ? count : Math.max(this.#settled, count);
  }

  /** The server has done with this opening. */
  done(opening: object): void {
    this.#done.add(opening);
  }

  isSettled(opening: object): boolean {
    return this.#done.has(opening) || (this.#numbers.get(opening) ?? 0) <= this.#settled;
  }

  outdate(opening: object): void {
    this.#outdated.add(opening);
  }

  isOutdated(opening: object): boolean {
    return this.#outdated.has(opening);
  }
}
