import type { ServerDefinition } from '../../backend/definition.ts';
import { OF_LINES, SYNTAX } from '../../backend/kinds.ts';
import { compareText } from '../../support/compare.ts';
import { type Diagnostic, SEVERITIES, type Severity } from '../../types.ts';
import { mergeFindings } from './merge.ts';

/** Findings of one server about one file. */
export interface ReportedFindings {
  readonly definition: Pick<ServerDefinition, 'id' | 'role' | 'run' | 'crossServerDuplicates' | 'kindOf'>;
  readonly diagnostics: readonly Diagnostic[];
}

/** What several servers report about one file, each problem once. */
export function mergeServers(
  allFindings: readonly ReportedFindings[],
  severities: ReadonlySet<Severity>,
): Diagnostic[] {
  return mergeFindings(withoutCrossServerDuplicates(allFindings, severities), severities);
}

/**
 * Removes duplicates across servers: a finding is left out if another server reports the same
 * problem in other words.
 *
 * @param severities those that are reported; a finding of another severity hides no duplicate
 */
export function withoutCrossServerDuplicates(
  allFindings: readonly ReportedFindings[],
  severities: ReadonlySet<Severity>,
): (readonly Diagnostic[])[] {
  return onceByKind(withoutNamed(allFindings, severities), allFindings, severities);
}

/**
 * Of several servers that find the same in one place (backend/kinds.ts), a compiler says it, else who
 * calls it worse, else a language server, which is there first and may suggest fixes, else the first one.
 */
function onceByKind(
  lists: readonly (readonly Diagnostic[])[],
  allFindings: readonly ReportedFindings[],
  severities: ReadonlySet<Severity>,
): (readonly Diagnostic[])[] {
  if (lists.filter((list) => list.length > 0).length < 2) return [...lists];
  const ofKind = new Map<string, Reported[]>();
  for (const [server, list] of lists.entries()) {
    const kindOf = allFindings[server]?.definition.kindOf;
    for (const finding of list) {
      const kind = severities.has(finding.severity) ? kindOf?.(finding) : undefined;
      if (kind === undefined) continue;
      const place = kind === SYNTAX ? kind : `${finding.line} ${kind}`;
      ofKind.getOrInsert(place, []).push({ server, finding, kind });
    }
  }
  const rank = ({ server, finding }: Reported): Rank => {
    const { id = '', role = 'linter', run } = allFindings[server]?.definition ?? {};
    const isCompiler = role === 'compiler';
    const isRun = run !== undefined;
    return {
      numbers: [isCompiler ? 0 : 1, SEVERITIES.indexOf(finding.severity), isRun ? 1 : 0],
      id,
    };
  };
  const repeated = new Set<Diagnostic>();
  for (const group of ofKind.values()) {
    if (group.every(({ server }) => server === group[0]?.server)) continue;
    const count = Map.groupBy(group, ({ server }) => server);
    const most = ({ server, kind }: Reported): number =>
      kind === SYNTAX ? -(count.get(server)?.length ?? 0) : 0;
    const ranked = group.toSorted((a, b) => most(a) - most(b) || compareRanks(rank(a), rank(b)));
    for (const [index, one] of ranked.entries()) {
      const isRepeated = ranked
        .slice(0, index)
        .some((other) => other.server !== one.server && !repeated.has(other.finding) && meet(other, one));
      if (isRepeated) repeated.add(one.finding);
    }
  }
  return lists.map((list) => (repeated.size === 0 ? list : list.filter((finding) => !repeated.has(finding))));
}

interface Reported {
  readonly server: number;
  readonly finding: Diagnostic;
  readonly kind: string;
}

/** The first number that differs decides, else the id. */
interface Rank {
  readonly numbers: readonly number[];
  readonly id: string;
}

function compareRanks(a: Rank, b: Rank): number {
  const differing = a.numbers.map((number, index) => number - (b.numbers[index] ?? 0)).find(Boolean);
  return differing ?? compareText(a.id, b.id);
}

/** Both are of one kind, and begin on one line: they share a character, or begin at the same one. */
function meet({ finding: a, kind }: Reported, { finding: b }: Reported): boolean {
  if (kind === SYNTAX || OF_LINES.has(kind)) return true;
  const endOf = ({ line, character, endLine = line, endCharacter = character }: Diagnostic): number =>
    endLine > line ? Infinity : Math.max(endCharacter, character + 1);
  return a.character < endOf(b) && b.character < endOf(a);
}

function withoutNamed(
  allFindings: readonly ReportedFindings[],
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
  allFindings: readonly ReportedFindings[],
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
