import { stripVTControlCharacters } from 'node:util';

/**
 * Text from another program as one plain line: terminal colours go, and line breaks and other control characters
 * become, with the spaces around them, one space.
 */
export function oneLine(text: string): string {
  return stripVTControlCharacters(text)
    .split(/[\p{Cc}\u2028\u2029]+/u)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
}

/** The first `max` UTF-16 code units; what is longer ends in an ellipsis, which counts, and is never cut inside a surrogate pair. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
