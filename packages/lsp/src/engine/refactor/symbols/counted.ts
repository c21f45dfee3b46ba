import { linesOf } from '../../../backend/navigation/lines.ts';
import type { SymbolSyntax } from '../../../backend/symbols/syntax.ts';

/**
 * Whether what stands behind an offset gets its value from how many definitions are before it, or
 * from the one right before it.
 *
 * @param offset of the beginning of a line
 */
export function isCountedBehind(
  text: string,
  offset: number,
  { withoutValue, counter, where }: NonNullable<SymbolSyntax['counted']>,
): boolean {
  if (where?.test(text) === false) return false;
  const rows = linesOf(text.slice(offset)).filter(
    (row) => row.trim() !== '' && !/^\s*(?:\/[/*]|\*|#)/.test(row),
  );
  const [next = ''] = rows;
  if (withoutValue.test(next)) return true;
  const end = rows.findIndex((row) => /^\s*[)}\]]/.test(row));
  return counter !== undefined && rows.slice(0, Math.max(0, end)).some((row) => counter.test(row));
}
