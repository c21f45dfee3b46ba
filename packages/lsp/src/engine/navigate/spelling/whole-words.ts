import type { Position, Range } from '../../../backend/model.ts';
import { isWhole } from '../../../backend/navigation/whole-word.ts';

/** What parts a name from the next one in a chain: `this.cart.`. */
const SEPARATOR = /(?:[?!]?\.|::?|->)$/;
const LAST_WORD = /(?<![\p{ID_Continue}$])[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** How far back a chain is searched for, UTF-16 code units. */
const MAX_CHAIN = 300;

/**
 * Where a name occurs as a whole word, in the order of the text: in code, comments and strings
 * alike.
 *
 * @param from the first line to search, 0-based
 * @param until the last line to search
 */
export function* mentions(
  lines: readonly string[],
  word: string,
  from = 0,
  until = lines.length - 1,
): Generator<Position> {
  if (word === '') return;
  for (let line = Math.max(0, from); line <= until; line++) {
    const text = lines[line];
    if (text === undefined) return;
    for (
      let character = text.indexOf(word);
      character >= 0;
      character = text.indexOf(word, character + word.length)
    ) {
      if (isWhole(text, character, word)) yield { line, character };
    }
  }
}

/**
 * Where a name occurs in a symbol's range as the server reports it: at its start, or else first
 * inside of it.
 */
export function mentionIn(
  lines: readonly string[],
  { start, end }: Range,
  word: string,
): Position | undefined {
  for (const position of mentions(lines, word, start.line, end.line)) {
    if (position.line === end.line && position.character >= end.character) return undefined;
    if (position.line > start.line || position.character >= start.character) return position;
  }
  return undefined;
}

/**
 * The names before a mention in its chain: for the last word of `this.cart.total`, `this` and
 * `cart`.
 */
export function chainBefore(lines: readonly string[], { line, character }: Position): string[] {
  const names: string[] = [];
  let before = lines[line]?.slice(Math.max(0, character - MAX_CHAIN), character).trimEnd() ?? '';
  for (;;) {
    const separator = SEPARATOR.exec(before.slice(-2))?.[0];
    const owner = separator === undefined ? undefined : before.slice(0, -separator.length).trimEnd();
    const word = owner === undefined ? undefined : LAST_WORD.exec(owner)?.[0];
    if (owner === undefined || word === undefined) return names.reverse();
    names.push(word);
    before = owner.slice(0, -word.length).trimEnd();
  }
}
