import type { Position } from '../../../backend/model.ts';
import { compareText } from '../../../support/compare.ts';
import { identifiersIn } from '../spelling/name.ts';

/** How many near names are returned. */
const MAX_NEAR = 5;

/** How many lines of a text are searched. In a longer text, some near names are missing. */
const MAX_LINES = 20_000;

/** A name counts as a prefix of another one only from this length on. */
const MIN_PREFIX = 3;

/**
 * The names that may be meant. Names that differ only in case come before those where one is a
 * prefix of the other.
 */
export function nearNames(names: Iterable<string>, wanted: string): string[] {
  const near = [...new Set(names)].filter((name) => name !== wanted && nearness(name, wanted) > 0);
  return near
    .sort((a, b) => nearness(b, wanted) - nearness(a, wanted) || compareText(a, b))
    .slice(0, MAX_NEAR);
}

/** Near names among the identifiers of a text, with the first position of each. */
export function nearWords(lines: readonly string[], wanted: string): { word: string; position: Position }[] {
  const first = new Map<string, Position>();
  for (const [line, text] of lines.slice(0, MAX_LINES).entries()) {
    for (const word of identifiersIn(text))
      if (!first.has(word) && nearness(word, wanted) > 0)
        first.set(word, { line, character: text.indexOf(word) });
  }
  return nearNames(first.keys(), wanted).flatMap((word) => {
    const position = first.get(word);
    return position === undefined ? [] : [{ word, position }];
  });
}

function nearness(name: string, wanted: string): 0 | 1 | 2 {
  const [a, b] = [name.toLowerCase(), wanted.toLowerCase()];
  if (a === b) return 2;
  const isPrefix = (a.startsWith(b) && b.length >= MIN_PREFIX) || (b.startsWith(a) && a.length >= MIN_PREFIX);
  return isPrefix ? 1 : 0;
}
