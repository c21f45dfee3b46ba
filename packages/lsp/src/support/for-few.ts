/**
 * A function that is asked the same for many findings: it computes an answer once, and none beyond so many
 * different keys. What is computed for each may read files as long as files may be.
 *
 * @param most keys; further ones have no answer
 */
export function forFew<Value>(
  most: number,
  compute: (key: string) => Value | undefined,
): (key: string) => Value | undefined {
  const known = new Map<string, Value | undefined>();
  return (key) => {
    if (!known.has(key) && known.size < most) known.set(key, compute(key));
    return known.get(key);
  };
}

/** Modules and messages of one file for which it is looked up what its world lacks. */
export const MOST_LOOKED_UP = 200;
