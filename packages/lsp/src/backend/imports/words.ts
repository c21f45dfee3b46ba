/**
 * Words of a text: letters, digits, `_` and `$` in a row, in any script. This is no lexer of a
 * language. Words in comments and strings count too, so that nothing is missed. Each word is read
 * as it is spelled (an escape like `\u0061` is not decoded).
 */

/** The position of a word in UTF-16 code units, and its hash. */
export type VisitWord = (hash: number, start: number, end: number) => void;

/**
 * Visits the words from `from` on, up to the first that reaches `to`, and returns where that word
 * ended. So a long text can be read in slices.
 *
 * Leaves out words that begin with a digit. `from` must not be inside of a word.
 */
export function eachWord(text: string, from: number, to: number, visit: VisitWord): number {
  const end = Math.min(to, text.length);
  let at = from;
  while (at < end) {
    let unit = text.charCodeAt(at);
    if (unit < 128 ? ASCII[unit] === 0 : !isPart(text, at, unit)) {
      at += 1;
      continue;
    }
    const start = at;
    const isNumber = unit <= NINE && unit >= ZERO;
    let hash = SEED;
    do {
      hash = Math.imul(hash ^ unit, PRIME);
      at += 1;
      unit = text.charCodeAt(at);
      // Past the end the unit is NaN, which is not part of a word either.
    } while (unit < 128 ? ASCII[unit] === 1 : isPart(text, at, unit));
    if (!isNumber) visit(hash, start, at);
  }
  return Math.max(at, end);
}

/** The first word of a text that passes `fit`. */
export function firstWord(text: string, fit: (start: number, end: number) => boolean): string | undefined {
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    if (!/^\d/.test(word) && fit(index, index + word.length)) return word;
  }
  return undefined;
}

/** The hash that {@link eachWord} computes for this word. 32 bits, signed. */
export function hashOf(word: string): number {
  let hash = SEED;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), PRIME);
  return hash;
}

const SEED = 0x811c9dc5 | 0;
const PRIME = 0x01000193;
const ZERO = 48;
const NINE = 57;

const ASCII = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w$]/.test(String.fromCharCode(code)) ? 1 : 0,
);
const WORDS = /[\p{ID_Continue}$\u200c\u200d]+/gu;
const PART = /[\p{ID_Continue}\u200c\u200d]/u;
const beyondAscii = new Map<number, boolean>();

/**
 * Whether the code unit at `at`, which is not ASCII, belongs to a word: a letter, or half of one.
 */
function isPart(text: string, at: number, unit: number): boolean {
  const isSecondHalf = unit >= 0xdc00 && unit < 0xe000;
  const point = text.codePointAt(isSecondHalf ? at - 1 : at);
  if (point === undefined) return false;
  let known = beyondAscii.get(point);
  if (known === undefined) {
    known = PART.test(String.fromCodePoint(point));
    beyondAscii.set(point, known);
  }
  return known;
}
