/**
 * Whether objects and lists are nested more than `limit` deep. Does not recurse: JSON may be nested
 * deeper than a stack allows.
 */
export function isDeeper(value: unknown, limit: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= limit; depth++) {
    const nested = level.filter((held): held is object => typeof held === 'object' && held !== null);
    if (nested.length === 0) return false;
    level = nested.flatMap((held): unknown[] => Object.values(held));
  }
  return true;
}
