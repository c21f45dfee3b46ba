import { clip } from './escaped.ts';

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

function withoutFirstHalf(text: string): string {
  return /^[\uDC00-\uDFFF]/.test(text) ? text.slice(1) : text;
}
