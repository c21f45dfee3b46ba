/**
 * Goes back from a token, step by step, to what the way leads to. Of every token on the way that is kept: a
 * text of many such ways is gone through once.
 *
 * @param step the token before, or the end of the way, where what it leads to is no longer that of its token
 */
export function wayBack(
  known: Map<number, boolean>,
  start: number,
  step: (at: number) => number | boolean,
): boolean {
  const way: number[] = [];
  let found: number | boolean = start;
  while (typeof found === 'number') {
    const at: number = found;
    found = known.get(at) ?? step(at);
    way.push(at);
  }
  for (const at of way) known.set(at, found);
  return found;
}
