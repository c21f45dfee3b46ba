import { stripVTControlCharacters } from 'node:util';

/**
 * Text from another program as one plain line of at most `max` UTF-16 code units. Terminal colours
 * are removed. Line breaks and other control characters, with the spaces around them, become one
 * space.
 */
export function oneLine(text: string, max = Infinity): string {
  // A server can send megabytes. Folding much more than can be shown would block the host.
  const folded = stripVTControlCharacters(clip(text, 16 * max))
    .split(/[\p{Cc}\u2028\u2029]+/u)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
  return clip(folded, max);
}

/**
 * The first `max` UTF-16 code units. Longer text ends in an ellipsis, which counts. The cut is
 * never inside a surrogate pair.
 */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
