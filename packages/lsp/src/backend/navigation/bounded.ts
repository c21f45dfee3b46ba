/**
 * A set with a limit. Items over the limit are not kept; the set only records that there were too
 * many.
 */
export class Bounded<T> {
  readonly #items = new Map<string, T>();
  #exceeded = false;

  /**
   * @param limit how many different items are held at most
   * @param keyOf the same key for the same items, which count once
   */
  constructor(
    private readonly limit: number,
    private readonly keyOf: (item: T) => string,
  ) {}

  /** There were more than `limit` different items, so `values` is not complete. */
  get exceeded(): boolean {
    return this.#exceeded;
  }

  /** False from the first item over the limit on: the caller stops. */
  add(item: T): boolean {
    if (this.#exceeded) return false;
    const key = this.keyOf(item);
    if (this.#items.has(key)) return true;
    if (this.#items.size < this.limit) this.#items.set(key, item);
    else this.#exceeded = true;
    return !this.#exceeded;
  }

  /** In insertion order. */
  values(): T[] {
    return [...this.#items.values()];
  }
}
