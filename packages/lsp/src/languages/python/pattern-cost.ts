/**
 * A pattern of a workspace may try so many ways through a path for each place where it may begin, by the
 * power of the path's length.
 */
export const MOST_CHOICES = 2;

/** Of what may be there or not, or is one of several: it doubles the ways, whatever the length. */
const TWO_WAYS = 0.2;

/**
 * How many parts of a regular expression, one behind the other, may each end in many places: the power of
 * the length that a failing match takes. Infinity where a choice is repeated, which takes exponential time.
 */
export function choicesOf(pattern: string): number {
  /** Of each open group: that of its best alternative, and of the one that is read. */
  const open: { most: number; own: number }[] = [];
  let group = { most: 0, own: 0 };
  /** Of the last atom. */
  let last = 0;
  for (const [token] of pattern.matchAll(TOKEN)) {
    if (/^\(\?\w*\)$/.test(token)) continue;
    if (token.startsWith('(')) {
      open.push(group);
      group = { most: 0, own: 0 };
      last = 0;
    } else if (token === ')') {
      last = Math.max(group.most, group.own);
      group = open.pop() ?? { most: 0, own: 0 };
      group.own += last;
    } else if (token === '|') {
      group.most = Math.max(group.most, group.own + TWO_WAYS);
      group.own = TWO_WAYS;
      last = 0;
    } else if (/^(?:[*+]|\{\d)/.test(token)) {
      group.own += last > 0 ? Infinity : 1;
      last = 0;
    } else {
      if (token === '?') group.own += TWO_WAYS;
      last = 0;
    }
  }
  return Math.max(group.most, group.own, ...open.map(({ most, own }) => Math.max(most, own)));
}

/** Sets and what is escaped are one letter each. What ends in `?` is not greedy, which is no choice more. */
const TOKEN =
  /\\[^]|\[\^?\]?(?:[^\]\\]|\\[^])*\]?|\{\d[\d,]*\}\??|[*+]\??|\(\?(?:[:=!]|<[=!]|P?<\w*>|\w*\))?|[()|?]|[^]/g;
