/** Stands between names, and in none. */
export const BETWEEN = '\0';

/** The letters of a query, as TypeScript 7 looks for them: a name says them in that order, capitals as they are, others as either. */
export class Letters {
  readonly #inOne: RegExp;

  constructor(query: string) {
    const letters = Array.from(query, (letter) => classOf(letter === letter.toLowerCase() ? [letter, letter.toUpperCase()] : [letter]));
    // What stands before a letter is not that letter, so that there is one way to match, and no other is looked for.
    this.#inOne = new RegExp(`(?:^|\\0)${letters.map((letter) => `[^${letter}\\0]*[${letter}]`).join('')}`, 'u');
  }

  /** @param names one, or many with {@link BETWEEN} between them: whether any of them says all letters */
  areIn(names: string): boolean {
    return this.#inOne.test(names);
  }
}

/** The inside of a character class. */
function classOf(letters: readonly string[]): string {
  const single = letters.filter((letter) => Array.from(letter).length === 1);
  return [...new Set(single)].map((letter) => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`).join('');
}
