import { withoutRelated } from '../../client/documents/related.ts';
import type { Diagnostic } from '../../types.ts';

/**
 * Moves findings about an older text to where their lines stand in the newer one.
 *
 * For a linter that misses the deadline: its findings about the text before the last edit still
 * hold for lines that the edit left alone. Findings that touch a changed line are dropped, since
 * they may have been fixed. So are related places, which may be on such a line.
 */
export function remapStaleDiagnostics(
  diagnostics: readonly Diagnostic[],
  before: string,
  after: string,
): Diagnostic[] {
  if (before === after) return [...diagnostics];
  const was = before.split('\n');
  const is = after.split('\n');
  const shorter = Math.min(was.length, is.length);
  let head = 0;
  while (head < shorter && was[head] === is[head]) head++;
  let tail = 0;
  while (tail < shorter - head && was[was.length - 1 - tail] === is[is.length - 1 - tail]) tail++;
  const shift = is.length - was.length;
  const firstTailLine = was.length - tail + 1;
  return diagnostics.map(withoutRelated).flatMap((diagnostic) => {
    const endLine = diagnostic.endLine ?? diagnostic.line;
    if (endLine <= head) return [diagnostic];
    if (diagnostic.line < firstTailLine) return [];
    return [
      {
        ...diagnostic,
        line: diagnostic.line + shift,
        ...(diagnostic.endLine === undefined ? {} : { endLine: diagnostic.endLine + shift }),
      },
    ];
  });
}
