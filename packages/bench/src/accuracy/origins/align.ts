/** Which lines of two texts are the same. The lines of a changed part share the name of the part. */
export interface Alignment {
  /** @param line 1-based */
  readonly before: (line: number) => string;
  readonly after: (line: number) => string;
}

/** Aligns two texts by a longest common subsequence of their lines. */
export function align(before: string, after: string): Alignment {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const names = { before: [] as string[], after: [] as string[] };
  const matches = commonLines(old, now);
  for (const [part, [i, j]] of [...matches, [old.length, now.length] as const].entries()) {
    while (names.before.length < i) names.before.push(`changed ${part}`);
    while (names.after.length < j) names.after.push(`changed ${part}`);
    names.before.push(`same ${part}`);
    names.after.push(`same ${part}`);
  }
  return {
    before: (line) => names.before[line - 1] ?? 'end',
    after: (line) => names.after[line - 1] ?? 'end',
  };
}

/** Pairs of indices, both ascending. */
function commonLines(old: readonly string[], now: readonly string[]): (readonly [number, number])[] {
  const limit = Math.min(old.length, now.length);
  let head = 0;
  while (head < limit && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < limit - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const middle = longestCommon(old.slice(head, old.length - tail), now.slice(head, now.length - tail));
  return [
    ...Array.from({ length: head }, (_, index) => [index, index] as const),
    ...middle.map(([i, j]) => [i + head, j + head] as const),
    ...Array.from(
      { length: tail },
      (_, index) => [old.length - tail + index, now.length - tail + index] as const,
    ),
  ];
}

function longestCommon(old: readonly string[], now: readonly string[]): (readonly [number, number])[] {
  const width = now.length + 1;
  // How many lines the rest of both have in common, by the place where the rests begin.
  const lengths = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const matches: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < old.length && j < now.length;) {
    if (old[i] === now[j]) matches.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return matches;
}
