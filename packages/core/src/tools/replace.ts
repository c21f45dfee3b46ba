import { dominantEnding, rewriteSlice, toLf } from './line-endings.js';

/**
 * The offsets at which `needle` occurs in `text`, from left to right, never overlapping. `needle`
 * is not empty.
 */
export function occurrences(text: string, needle: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + needle.length))
    found.push(at);
  return found;
}

/** The 1-based lines of `offsets`, which are ascending. */
export function lineNumbers(text: string, offsets: readonly number[]): number[] {
  let line = 1;
  let next = text.indexOf('\n');
  return offsets.map((offset) => {
    for (; next !== -1 && next < offset; next = text.indexOf('\n', next + 1)) line++;
    return line;
  });
}

/**
 * Replaces every slice of `original` that starts at one of `offsets` and is `length` long.
 *
 * Offsets, length and replacement refer to the text with `\n` only. Bytes outside the slices stay
 * unchanged, and so do the line endings of lines that a slice and its replacement share.
 *
 * @param offsets ascending, in `toLf(original)`
 */
export function replaceAt(
  original: string,
  offsets: readonly number[],
  length: number,
  replacement: string,
): string {
  const ending = dominantEnding(original);
  const position = originalPosition(original);
  let replaced = '';
  let from = 0;
  for (const offset of offsets) {
    const start = position(offset);
    const end = position(offset + length);
    replaced += original.slice(from, start);
    // If the text has no line ending to take over, the replacement keeps its own.
    replaced +=
      ending === undefined
        ? replacement
        : rewriteSlice(original.slice(start, end), toLf(replacement), ending);
    from = end;
  }
  return replaced + original.slice(from);
}

/**
 * Maps offsets in the text with `\n` only to offsets in the original. They must be asked for in
 * ascending order.
 */
function originalPosition(original: string): (offset: number) => number {
  let shift = 0;
  let next = original.indexOf('\r\n');
  return (offset) => {
    while (next !== -1 && next - shift < offset) {
      shift++;
      next = original.indexOf('\r\n', next + 2);
    }
    return offset + shift;
  };
}
