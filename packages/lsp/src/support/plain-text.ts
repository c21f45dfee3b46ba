const BREAK = /[\p{Cc}\u2028\u2029]/u;
const BREAKS = new RegExp(`${BREAK.source}+`, 'u');

/**
 * Text of other programs as one line. Control characters and line breaks, with the spaces around
 * them, become one space.
 */
export function oneLine(text: string): string {
  // Fast path: true for nearly all lines, and an answer has hundreds of them.
  if (!BREAK.test(text)) return text.trim();
  return text
    .split(BREAKS)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
}

/**
 * The first `max` UTF-16 code units. Longer text ends in an ellipsis, which counts. It is never cut
 * inside a surrogate pair.
 */
export function clip(text: string, max: number): string {
  return text.length <= max ? text : `${withoutHalf(text.slice(0, max - 1))}…`;
}

/**
 * At most `max` UTF-16 code units of a text around the place. Ellipses, which count, replace the
 * missing parts.
 *
 * @param place an offset in the text
 */
export function clipAround(text: string, place: number, max: number): string {
  if (text.length <= max || place < max - MARGIN) return clip(text, max);
  const start = Math.min(place - MARGIN, text.length - (max - 1));
  return clip(`…${withoutFirstHalf(text.slice(start))}`, max);
}

/** How much is kept before the place, and at least after it. */
const MARGIN = 60;

function withoutHalf(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}

function withoutFirstHalf(text: string): string {
  return /^[\uDC00-\uDFFF]/.test(text) ? text.slice(1) : text;
}
