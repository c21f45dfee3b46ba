import type { Position } from '../../backend/navigation/model.ts';

/** UTF-16 code units from the beginning; undefined behind the last line. Line and character are 0-based. */
export function offsetAt(text: string, { line, character }: Position): number | undefined {
  let start = 0;
  for (let passed = 0; passed < line; passed++) {
    const end = text.indexOf('\n', start);
    if (end < 0) return undefined;
    start = end + 1;
  }
  return start + character;
}
