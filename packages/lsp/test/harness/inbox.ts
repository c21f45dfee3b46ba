/** How many items a failure quotes. */
const SHOWN = 20;

/** What has arrived so far, in order, and a way to wait for what has not. */
export class Inbox<T> {
  readonly all: T[] = [];
  readonly #waiting = new Set<(item: T) => void>();

  constructor(
    private readonly what: string,
    private readonly describe: (item: T) => string,
  ) {}

  add(item: T): void {
    this.all.push(item);
    for (const waiter of [...this.#waiting]) waiter(item);
  }

  /** The first one that fits, from those after `after` (an earlier result) on. Rejects after `ms` with what came instead. */
  async until(
    fits: (item: T) => boolean,
    { after, ms = 30_000 }: { after?: T; ms?: number } = {},
  ): Promise<T> {
    const from = after === undefined ? 0 : this.all.indexOf(after) + 1;
    const present = this.all.slice(from).find(fits);
    if (present !== undefined) return present;
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(waiter);
      };
      const waiter = (item: T): void => {
        if (!fits(item)) return;
        settle();
        resolve(item);
      };
      const timer = setTimeout(() => {
        settle();
        const seen = this.all.slice(-SHOWN).map((item) => `  ${this.describe(item)}`);
        reject(
          new Error(
            `${this.what} not seen within ${ms} ms: ${fits.toString()}\nthe last of ${this.all.length}:\n${seen.join('\n')}`,
          ),
        );
      }, ms);
      this.#waiting.add(waiter);
    });
  }
}
