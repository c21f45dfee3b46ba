import { countedFindings } from '../../client/documents/bounded-items.ts';
import { byPlace, identityOf } from '../../diagnostics.ts';
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

/** What is only counted is one finding of its file for each severity. */
function identity(diagnostic: Diagnostic): string {
  const { file, count, severity } = diagnostic;
  return `${file}\0${count === undefined ? identityOf(diagnostic) : severity}`;
}

function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return byPlace(a, b) || compareText(a.message, b.message) || compareText(a.source ?? '', b.source ?? '');
}

/** Keys in ascending order (REQ-ARCH-080). */
export function sortedRecord<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => compareText(a, b)));
}
