/** How many steps are under way together: each may hold a file open. */
const MOST = 32;

/** The results of a step for each item, in their order. The step must not reject. */
export async function atOnce<T, R>(items: readonly T[], step: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = items.entries();
  const work = async (): Promise<void> => {
    for (const [at, item] of left) results[at] = await step(item);
  };
  await Promise.all(Array.from({ length: MOST }, work));
  return results;
}
