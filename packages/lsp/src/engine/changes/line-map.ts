import { diffArrays } from 'diff';
import { linesOf } from '../../backend/navigation/lines.ts';

/** Lines of a text that the other text does not have, on each side; 1-based, `end` exclusive. */
interface Hunk {
  readonly old: { readonly start: number; readonly end: number };
  readonly now: { readonly start: number; readonly end: number };
}

/** Longer searches for the smallest difference are given up, ms. Then all is one hunk. */
const MOST_MS = 50;

/** Where the lines of one text are in a later one. Lines are 1-based. */
export class LineMap {
  readonly #hunks: readonly Hunk[];

  constructor(before: string, after: string) {
    this.#hunks = before === after ? [] : hunksOf(linesOf(before), linesOf(after));
  }

  /** The texts have the same lines. */
  get isEmpty(): boolean {
    return this.#hunks.length === 0;
  }

  /** Where an unchanged line is now; undefined for a line that was changed or removed. */
  now(line: number): number | undefined {
    const hunk = this.#hunks[this.#lastFrom('old', line)];
    if (hunk === undefined) return line;
    return line < hunk.old.end ? undefined : line + hunk.now.end - hunk.old.end;
  }

  /** The same number for a changed line and for the lines that took its place. */
  hunk(side: 'old' | 'now', line: number): number | undefined {
    // A hunk that has no line on this side begins where the one before it ends.
    const index = this.#lastFrom(side, line);
    const hunk = this.#hunks[index];
    return hunk !== undefined && line < hunk[side].end ? index : undefined;
  }

  /** The index of the last hunk that begins at or above a line; -1 where none does. */
  #lastFrom(side: 'old' | 'now', line: number): number {
    let [low, high] = [0, this.#hunks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#hunks[middle]?.[side].start ?? 0) <= line) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

function hunksOf(a: readonly string[], b: readonly string[]): Hunk[] {
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const [old, now] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  const parts = diffArrays(old, now, { timeout: MOST_MS }) ?? [
    { added: false, removed: true, count: old.length },
    { added: true, removed: false, count: now.length },
  ];
  const hunks: Hunk[] = [];
  let [oldLine, nowLine] = [head + 1, head + 1];
  let open: Hunk | undefined;
  for (const { added, removed, count } of parts) {
    if (added || removed) {
      const began: Hunk = open ?? {
        old: { start: oldLine, end: oldLine },
        now: { start: nowLine, end: nowLine },
      };
      oldLine += removed ? count : 0;
      nowLine += added ? count : 0;
      open = { old: { ...began.old, end: oldLine }, now: { ...began.now, end: nowLine } };
      continue;
    }
    if (open !== undefined) hunks.push(open);
    open = undefined;
    oldLine += count;
    nowLine += count;
  }
  return open === undefined ? hunks : [...hunks, open];
}
