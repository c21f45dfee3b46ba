import type { AdmittedPath } from '../../support/paths.ts';

/** How many results are kept. */
const MOST_QUESTIONS = 64;

/**
 * Limit for all results together, some 15 MiB: in a large workspace most files may depend on each file in
 * question.
 */
export const MOST_DEPENDENTS = 200_000;

type Dependents = ReadonlyMap<AdmittedPath, number>;

/** What depends on files, as long as nothing changes. */
export class CachedDependents {
  readonly #results = new Map<string, Dependents>();

  /** @param most how many dependents are kept, beside those of the last question */
  constructor(private readonly most: number) {}

  of(paths: readonly AdmittedPath[], find: (paths: readonly AdmittedPath[]) => Dependents): Dependents {
    const key = paths.join('\0');
    const known = this.#results.get(key);
    if (known !== undefined) return known;
    const dependents = find(paths);
    const held = [...this.#results.values()].reduce((sum, { size }) => sum + size, dependents.size);
    if (this.#results.size >= MOST_QUESTIONS || held > this.most) this.#results.clear();
    this.#results.set(key, dependents);
    return dependents;
  }

  clear(): void {
    this.#results.clear();
  }
}
