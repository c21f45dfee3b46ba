/** A character of an identifier in one of the supported languages. */
const PART = /[\p{ID_Continue}$\u200c\u200d]/u;
const FIRST_PART = new RegExp(`^${PART.source}`, 'u');
const LAST_PART = new RegExp(`${PART.source}$`, 'u');

/** Whether the name stands there, and neither begins nor ends within another one. */
export function isNamed(text: string, start: number, name: string): boolean {
  return text.startsWith(name, start) && isWhole(text, start, name);
}

/** Whether a text that stands there is a whole word, as far as it begins and ends as words do. */
export function isWhole(text: string, start: number, word: string): boolean {
  const end = start + word.length;
  const goesOnBefore = FIRST_PART.test(word) && LAST_PART.test(text.slice(Math.max(0, start - 2), start));
  const goesOnAfter = LAST_PART.test(word) && FIRST_PART.test(text.slice(end, end + 2));
  return !goesOnBefore && !goesOnAfter;
}

/** The name as a whole word; one that is none, such as `operator==`, wherever it stands. */
export function wordIn(name: string, flags = 'u'): RegExp {
  const before = FIRST_PART.test(name) ? `(?<!${PART.source})` : '';
  const after = LAST_PART.test(name) ? `(?!${PART.source})` : '';
  return new RegExp(before + RegExp.escape(name) + after, flags);
}
