export interface Position {
  /** 0-based. */
  readonly line: number;
  /** 0-based, UTF-16 code units. */
  readonly character: number;
}

export interface ContentChange {
  readonly range: { readonly start: Position; readonly end: Position };
  readonly text: string;
}

/** The smallest replacement of whole characters that turns one text into the other. */
export function smallestChange(before: string, after: string): ContentChange {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  while (start > 0 && splits(before, start)) start -= 1;
  let tail = 0;
  while (tail < shorter - start && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  while (tail > 0 && (splits(before, before.length - tail) || splits(after, after.length - tail))) tail -= 1;
  const end = before.length - tail;
  return {
    range: { start: positionAt(before, start), end: positionAt(before, end) },
    text: after.slice(start, after.length - tail),
  };
}

/** Between the halves of a surrogate pair, or of a line ending. */
function splits(text: string, offset: number): boolean {
  return /^(\r\n|[\uD800-\uDBFF][\uDC00-\uDFFF])$/.test(text.slice(offset - 1, offset + 1));
}

function positionAt(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}
