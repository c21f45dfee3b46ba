import type { Publish } from '../../client/published.ts';

/** The last publish about each file, unless it was empty, whatever was answered about it since. */
export class LastPublished {
  readonly #publishes = new Map<string, Publish>();

  keep(publish: Publish): void {
    if (publish.items.length === 0) this.#publishes.delete(publish.path);
    else this.#publishes.set(publish.path, publish);
  }

  clear(): void {
    this.#publishes.clear();
  }

  /**
   * @param versionOf the version of an open document, undefined for other files; publishes about an
   * older version are left out
   */
  current(versionOf: (path: string) => number | undefined): Publish[] {
    return [...this.#publishes.values()].filter(({ path, version = Infinity }) => version >= (versionOf(path) ?? 0));
  }
}
