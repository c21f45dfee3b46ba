const BREAK = /[\p{Cc}\u2028\u2029]/u;
const BREAKS = new RegExp(`${BREAK.source}+`, 'u');

/** Text of other programs as one line: control characters and line breaks, with the spaces around them, become one space. */
export function oneLine(text: string): string {
  // True of nearly all lines, and hundreds of them make an answer.
  if (!BREAK.test(text)) return text.trim();
  return text
    .split(BREAKS)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
}

/** The first `max` UTF-16 code units; what is longer ends in an ellipsis, which counts, and never inside a surrogate pair. */
export function clip(text: string, max: number): string {
  return text.length <= max ? text : `${withoutHalf(text.slice(0, max - 1))}…`;
}

/**
 * At most `max` UTF-16 code units of a text, with the place in them; ellipses, which count, stand for what is missing.
 *
 * @param place an offset in the text
 */
export function clipAround(text: string, place: number, max: number): string {
  if (text.length <= max || place < max - MARGIN) return clip(text, max);
  const start = Math.min(place - MARGIN, text.length - (max - 1));
  return clip(`…${withoutFirstHalf(text.slice(start))}`, max);
}

/** How much is shown before the place, and at least behind it. */
const MARGIN = 60;

function withoutHalf(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}

function withoutFirstHalf(text: string): string {
  return /^[\uDC00-\uDFFF]/.test(text) ? text.slice(1) : text;
}
