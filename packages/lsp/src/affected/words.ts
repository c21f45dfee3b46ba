/**
 * Words of a text: letters, digits, `_` and `$` in a row, in any script. No language's lexer: what stands in comments and strings counts too,
 * so that nothing is missed, and each is found as it is spelled (an escape like `\u0061` is not undone).
 */

/** Where a word lies, in UTF-16 code units, and its hash. */
export type VisitWord = (hash: number, start: number, end: number) => void;

/**
 * Visits the words from `from` on, up to the first that reaches `to`, and returns where that one ended: a long text may be read in slices.
 *
 * Words that begin with a digit are left out. `from` must not lie inside of a word.
 */
export function eachWord(text: string, from: number, to: number, visit: VisitWord): number {
  const end = Math.min(to, text.length);
  let at = from;
  while (at < end) {
    const first = text.charCodeAt(at);
    let size = unitsAt(text, at, first);
    if (size === 0) {
      at += 1;
      continue;
    }
    const start = at;
    let hash = SEED;
    do {
      hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
      if (size === 2) hash = Math.imul(hash ^ text.charCodeAt(at + 1), PRIME);
      at += size;
      size = at < text.length ? unitsAt(text, at, text.charCodeAt(at)) : 0;
    } while (size > 0);
    if (first > NINE || first < ZERO) visit(hash, start, at);
  }
  return Math.max(at, end);
}

/** The hash that {@link eachWord} gives this word. 32 bits, signed. */
export function hashOf(word: string): number {
  let hash = SEED;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), PRIME);
  return hash;
}

const SEED = 0x811c9dc5 | 0;
const PRIME = 0x01000193;
const ZERO = 48;
const NINE = 57;

const ASCII = Uint8Array.from({ length: 128 }, (_, code) => (/[\w$]/.test(String.fromCharCode(code)) ? 1 : 0));
const PART = /[\p{ID_Continue}\u200c\u200d]/u;
const beyondAscii = new Map<number, boolean>();

/** How many code units of a word stand at `at`: 0 where no word goes on there. */
function unitsAt(text: string, at: number, unit: number): number {
  if (unit < 128) return ASCII[unit] ?? 0;
  const point = text.codePointAt(at) ?? unit;
  let isPart = beyondAscii.get(point);
  if (isPart === undefined) {
    isPart = PART.test(String.fromCodePoint(point));
    beyondAscii.set(point, isPart);
  }
  if (!isPart) return 0;
  return point > 0xffff ? 2 : 1;
}
