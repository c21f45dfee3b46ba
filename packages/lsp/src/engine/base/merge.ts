import { countedFindings } from '../../client/documents/bounded-items.ts';
import { compareText } from '../../support/compare.ts';
import type { Diagnostic, Severity } from '../../types.ts';

/**
 * Merges what several servers report about one file: filtered, each finding once, in the order of
 * the text.
 */
export function mergeFindings(
  lists: Iterable<readonly Diagnostic[]>,
  severities: ReadonlySet<Severity>,
): Diagnostic[] {
  const unique = new Map<string, Diagnostic>();
  for (const list of lists) {
    for (const diagnostic of list) {
      if (!severities.has(diagnostic.severity)) continue;
      const known = unique.getOrInsert(identity(diagnostic), diagnostic);
      // Each server has left out findings of its own.
      if (known !== diagnostic && known.count !== undefined)
        unique.set(identity(diagnostic), countedFindings([known, diagnostic])[0] ?? known);
    }
  }
  return [...unique.values()].sort(compareDiagnostics);
}

/** Same file, range and message (REQ-FMT-070). The server and the code do not count. */
function identity({
  file,
  line,
  character,
  endLine,
  endCharacter,
  message,
  count,
  severity,
}: Diagnostic): string {
  if (count !== undefined) return `${file}\0${severity}`;
  return [file, line, character, endLine, endCharacter, message].join('\0');
}

function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    a.line - b.line ||
    a.character - b.character ||
    SEVERITY_ORDER.indexOf(a.severity) - SEVERITY_ORDER.indexOf(b.severity) ||
    compareText(a.message, b.message) ||
    compareText(a.source ?? '', b.source ?? '')
  );
}

const SEVERITY_ORDER: readonly Severity[] = ['error', 'warning', 'info', 'hint'];

/** Keys in ascending order (REQ-ARCH-080). */
export function sortedRecord<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => compareText(a, b)));
}
