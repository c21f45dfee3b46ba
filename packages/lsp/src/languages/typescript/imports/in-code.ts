/** Where a value may begin. Elsewhere a slash divides. */
const BEHIND_VALUE_START = String.raw`(?<=(?:[=(,:[!&|?{};]|\breturn)\s{0,40}\/)`;
const IN_PATTERN = String.raw`\\.|\[(?:\\.|[^\]\\\n]){0,100}\]|[^/\\\n[]`;

/** Comments, texts and patterns, and braces. */
const PIECE = new RegExp(
  [
    String.raw`\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|[{}]`,
    String.raw`\/(?![*/])${BEHIND_VALUE_START}(?:${IN_PATTERN}){1,300}\/`,
    // A loop of many more turns takes the memory of each of them: what goes on is another piece.
    ...['"', "'"].map(
      (quote) => `${quote}[^${quote}\\\\\\n]*(?:\\\\[^][^${quote}\\\\\\n]*){0,20000}${quote}?`,
    ),
    String.raw`\x60[^\x60\\]*(?:\\[^][^\x60\\]*){0,20000}\x60?`,
  ].join('|'),
  'g',
);

/**
 * Whether one of the matches begins in no comment, no text and no pattern.
 *
 * @param pattern global
 * @param onTop in no braces either
 */
export function occursInCode(text: string, pattern: RegExp, onTop: boolean): boolean {
  const pieces = text.matchAll(PIECE);
  let depth = 0;
  let piece = pieces.next().value;
  for (const { index } of text.matchAll(pattern)) {
    for (; piece !== undefined && piece.index + piece[0].length <= index; piece = pieces.next().value) {
      if (piece[0] === '{') depth += 1;
      else if (piece[0] === '}') depth = Math.max(0, depth - 1);
    }
    const isCode = piece === undefined || piece.index > index;
    if (isCode && (depth === 0 || !onTop)) return true;
  }
  return false;
}
