import { stripVTControlCharacters } from 'node:util';

/**
 * Text from another program as one plain line of at most `max` UTF-16 code units: terminal colours go, and line breaks and
 * other control characters become, with the spaces around them, one space.
 */
export function oneLine(text: string, max = Infinity): string {
  // A server can send megabytes; folding more of them than can be shown would block the host.
  const folded = stripVTControlCharacters(clip(text, 16 * max))
    .split(/[\p{Cc}\u2028\u2029]+/u)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
  return clip(folded, max);
}

/** The first `max` UTF-16 code units; what is longer ends in an ellipsis, which counts, and never inside a surrogate pair. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
