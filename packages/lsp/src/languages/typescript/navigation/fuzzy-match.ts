/** Separates names. No name contains it. */
export const BETWEEN = '\0';

/**
 * The letters of a query, as TypeScript 7 matches them: a name contains them in that order.
 * Capitals match as they are, other letters in either case.
 */
export class FuzzyQuery {
  readonly #inOne: RegExp;
  /**
   * A name that contains all letters has all these bits of {@link bitsOf}. Many names that have the
   * bits do not contain the letters in order.
   */
  readonly bits: number;

  constructor(query: string) {
    this.bits = bitsOf(query);
    const letters = Array.from(query, (letter) =>
      classOf(letter === letter.toLowerCase() ? [letter, letter.toUpperCase()] : [letter]),
    );
    // The text before a letter excludes that letter. So there is one way to match, and no
    // backtracking.
    this.#inOne = new RegExp(`^${letters.map((letter) => `[^${letter}]*[${letter}]`).join('')}`, 'u');
  }

  /** Whether a name contains all letters in order. */
  matches(name: string): boolean {
    return this.#inOne.test(name);
  }
}

/** One bit for each ASCII letter of a text, in either case, and one for all digits. */
export function bitsOf(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const letter = (code | 0x20) - SMALL_A;
    if (letter >= 0 && letter < 26) bits |= 1 << letter;
    else if (code >= ZERO && code < ZERO + 10) bits |= 1 << 26;
  }
  return bits;
}

const SMALL_A = 0x61;
const ZERO = 0x30;

/** The inside of a character class. */
function classOf(letters: readonly string[]): string {
  const single = letters.filter((letter) => Array.from(letter).length === 1);
  return [...new Set(single)].map((letter) => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`).join('');
}
