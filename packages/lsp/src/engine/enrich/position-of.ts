import { wordBounds } from '../../backend/navigation/lines.ts';

/**
 * Where a name stands: the only such word in the code of the finding, else the only one in its
 * line. Undefined if there is none, or more than one.
 *
 * @param row the finding's line
 * @param code the part of the line that the finding is about
 * @param start where that begins, 0-based as the answer is
 */
export function positionOf(row: string, code: string, start: number, name: string): number | undefined {
  const all = occurrences(row, name);
  const own = all.filter((at) => at >= start && at < start + code.length);
  const candidates = own.length > 0 ? own : all;
  return candidates.length === 1 ? candidates[0] : undefined;
}

function occurrences(row: string, name: string): number[] {
  const found: number[] = [];
  for (let at = row.indexOf(name); at >= 0; at = row.indexOf(name, at + name.length)) {
    const { start, end } = wordBounds(row, at);
    if (start === at && end === at + name.length) found.push(at);
  }
  return found;
}
