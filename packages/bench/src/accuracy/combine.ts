import { readFileSync } from 'node:fs';
import type { AccuracyResult } from './results.js';

/** What `--json` has written. Throws where it is something else. */
export function readResult(file: string): AccuracyResult {
  const value = JSON.parse(readFileSync(file, 'utf8')) as Partial<AccuracyResult>;
  if (!Array.isArray(value.subjects) || !Array.isArray(value.origins) || !Array.isArray(value.fixes))
    throw new Error(`${file}: it is not what --json has written`);
  return value as AccuracyResult;
}

/**
 * One result of several: of a subject that was judged more than once, the last result holds. Throws
 * where they are of different plans.
 *
 * @param earlier oldest first
 * @param order ids of all subjects
 */
export function combine(
  earlier: readonly AccuracyResult[],
  last: AccuracyResult,
  order: readonly string[],
): AccuracyResult {
  const differing = earlier.find(({ seed, mutations }) => seed !== last.seed || mutations !== last.mutations);
  if (differing !== undefined)
    throw new Error(
      `the results do not belong together: seed ${differing.seed} with ${differing.mutations} mutations, and seed ${last.seed} with ${last.mutations}`,
    );
  const all = [...earlier, last];
  return {
    ...last,
    subjects: inOrder(
      all.flatMap(({ subjects }) => subjects),
      order,
    ),
    origins: inOrder(
      all.flatMap(({ origins }) => origins),
      order,
    ),
    fixes: inOrder(
      all.flatMap(({ fixes }) => fixes),
      order,
    ),
  };
}

function inOrder<T extends { readonly id: string }>(results: readonly T[], order: readonly string[]): T[] {
  const byId = new Map(results.map((result) => [result.id, result]));
  return order.flatMap((id) => byId.get(id) ?? []);
}
