/** Stands between names, and in none. */
export const BETWEEN = '\0';

/** The letters of a query, as TypeScript 7 looks for them: a name says them in that order, capitals as they are, others as either. */
export class Letters {
  readonly #inOne: RegExp;
  /** A name that says all letters has all of these bits of {@link bitsOf}; far from every name that has them says them in their order. */
  readonly bits: number;

  constructor(query: string) {
    this.bits = bitsOf(query);
    const letters = Array.from(query, (letter) => classOf(letter === letter.toLowerCase() ? [letter, letter.toUpperCase()] : [letter]));
    // What stands before a letter is not that letter, so that there is one way to match, and no other is looked for.
    this.#inOne = new RegExp(`^${letters.map((letter) => `[^${letter}]*[${letter}]`).join('')}`, 'u');
  }

  /** Whether a name says them all. */
  areIn(name: string): boolean {
    return this.#inOne.test(name);
  }
}

/** One bit for each letter of ASCII that stands in a text, large or small, and one for all digits. */
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
