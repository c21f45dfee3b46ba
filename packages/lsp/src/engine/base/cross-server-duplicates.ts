import type { ServerDefinition } from '../../backend/definition.ts';
import type { Diagnostic, Severity } from '../../types.ts';
import { merge } from './merge.ts';

/** Findings of one server about one file. */
export interface ServerFindings {
  readonly definition: Pick<ServerDefinition, 'id' | 'role' | 'crossServerDuplicates'>;
  readonly diagnostics: readonly Diagnostic[];
}

/** What several servers report about one file, each problem once. */
export function mergeServers(
  allFindings: readonly ServerFindings[],
  severities: ReadonlySet<Severity>,
): Diagnostic[] {
  return merge(withoutCrossServerDuplicates(allFindings, severities), severities);
}

/**
 * Removes duplicates across servers: a finding is left out if another server reports the same
 * problem in other words.
 *
 * @param severities those that are reported; a finding of another severity hides no duplicate
 */
export function withoutCrossServerDuplicates(
  allFindings: readonly ServerFindings[],
  severities: ReadonlySet<Severity>,
): (readonly Diagnostic[])[] {
  const hasCompiler = allFindings.some(({ definition }) => definition.role === 'compiler');
  return allFindings.map(({ definition: { crossServerDuplicates: duplicates }, diagnostics }) => {
    if (duplicates === undefined) return diagnostics;
    if ('linesOf' in duplicates)
      return besides(diagnostics, findingsOf(duplicates.linesOf, allFindings, severities));
    return hasCompiler
      ? diagnostics.filter(({ code }) => !duplicates.includes(String(code ?? '')))
      : diagnostics;
  });
}

/** Findings of `these` that share no line with a finding of `others`. */
export function besides(these: readonly Diagnostic[], others: readonly Diagnostic[]): Diagnostic[] {
  if (these.length === 0 || others.length === 0) return [...these];
  const spans = joined(others.map((other) => [other.line, lastLine(other)]));
  return these.filter((one) => {
    // The last one that begins at or before the end of this finding.
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((spans[middle]?.[0] ?? Infinity) <= lastLine(one)) low = middle + 1;
      else high = middle;
    }
    return (spans[low - 1]?.[1] ?? -Infinity) < one.line;
  });
}

type Span = readonly [from: number, to: number];

/** In order; those that meet are one. */
function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    const last = all.at(-1);
    if (last === undefined || from > last[1]) all.push([from, to]);
    else all[all.length - 1] = [last[0], Math.max(last[1], to)];
  }
  return all;
}

function findingsOf(
  id: string,
  allFindings: readonly ServerFindings[],
  severities: ReadonlySet<Severity>,
): Diagnostic[] {
  return allFindings
    .filter(({ definition }) => definition.id === id)
    .flatMap(({ diagnostics }) => diagnostics.filter(({ severity }) => severities.has(severity)));
}

/** The end of a range is exclusive. */
function lastLine({ line, endLine = line, endCharacter = Infinity }: Diagnostic): number {
  return endCharacter === 1 ? Math.max(line, endLine - 1) : endLine;
}
