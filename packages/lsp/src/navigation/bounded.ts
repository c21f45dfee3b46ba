/** A set that refuses to grow: what is more than anybody would read is never held, only known to be too much. */
export class Bounded<T> {
  readonly #items = new Map<string, T>();
  #exceeded = false;

  /**
   * @param limit how many different items are held at most
   * @param keyOf the same for items that are the same, which count once
   */
  constructor(
    private readonly limit: number,
    private readonly keyOf: (item: T) => string,
  ) {}

  /** There were more than `limit` different items, so `values` are not all of them. */
  get exceeded(): boolean {
    return this.#exceeded;
  }

  /** False once there is one item too many, and ever after: the caller stops. */
  add(item: T): boolean {
    if (this.#exceeded) return false;
    const key = this.keyOf(item);
    if (this.#items.has(key)) return true;
    if (this.#items.size < this.limit) this.#items.set(key, item);
    else this.#exceeded = true;
    return !this.#exceeded;
  }

  /** In the order in which they came. */
  values(): T[] {
    return [...this.#items.values()];
  }
}
