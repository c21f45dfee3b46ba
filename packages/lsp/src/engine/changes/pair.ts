import { linesOf } from '../../backend/navigation/lines.ts';
import type { Diagnostic } from '../../types.ts';
import { LineMap } from './line-map.ts';

/** Findings about one text of a file. */
export interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  readonly text: string;
}

export const CLEAN: Findings = { diagnostics: [], text: '' };

/**
 * Which of the later findings stood before, in an earlier text of the same file. Two findings are
 * one if they have the same code and message, and the earlier one's line has moved to the later
 * one's. On changed lines, the lines that took their place count, in order. At last, a line that
 * was moved within the file takes its findings along.
 */
export function stoodBefore(before: Findings, now: Findings): Set<Diagnostic> {
  const isAmongUnlisted = unlistedFrom(before, now);
  return new Set([...pair(before, now).keys(), ...now.diagnostics.filter(isAmongUnlisted)]);
}

/** Which of the earlier findings are gone. */
export function goneSince(before: Findings, now: Findings): Diagnostic[] {
  const left = new Set(pair(before, now).values());
  const isAmongUnlisted = unlistedFrom(now, before);
  return before.diagnostics.filter((diagnostic) => !left.has(diagnostic) && !isAmongUnlisted(diagnostic));
}

/**
 * Which findings of the second text may be among those of the first one that are only counted:
 * nothing tells.
 */
function unlistedFrom(counted: Findings, { text }: Findings): (diagnostic: Diagnostic) => boolean {
  const from = new Map(
    counted.diagnostics.flatMap(({ count, severity, line }) =>
      count === undefined ? [] : [[severity, line] as const],
    ),
  );
  if (from.size === 0) return () => false;
  const map = new LineMap(text, counted.text);
  return ({ severity, line, count }) => {
    const first = from.get(severity);
    return first !== undefined && (count !== undefined || (map.now(line) ?? -Infinity) >= first);
  };
}

/** The later findings that stood before, each with the earlier one that it is. */
function pair(before: Findings, now: Findings): Map<Diagnostic, Diagnostic> {
  const stood = new Map<Diagnostic, Diagnostic>();
  if (before.diagnostics.length === 0 || now.diagnostics.length === 0) return stood;
  const map = new LineMap(before.text, now.text);
  let left: readonly Diagnostic[] = before.diagnostics;
  const pairBy = (
    placeBefore: (line: number) => number | string | undefined,
    placeNow: (line: number) => number | string | undefined,
  ): void => {
    const waiting = Map.groupBy(left, (diagnostic) => keyOf(diagnostic, placeBefore(diagnostic.line)));
    const paired = new Set<Diagnostic>();
    for (const diagnostic of now.diagnostics) {
      const place = placeNow(diagnostic.line);
      if (stood.has(diagnostic) || place === undefined) continue;
      const partner = waiting.get(keyOf(diagnostic, place))?.shift();
      if (partner === undefined) continue;
      stood.set(diagnostic, partner);
      paired.add(partner);
    }
    left = left.filter((diagnostic) => !paired.has(diagnostic));
  };
  pairBy(
    (line) => map.now(line),
    (line) => line,
  );
  if (map.isEmpty) return stood;
  pairBy(
    (line) => map.hunk('old', line),
    (line) => map.hunk('now', line),
  );
  const movedIn = (side: 'old' | 'now', { text }: Findings): ((line: number) => string | undefined) => {
    const lines = linesOf(text);
    return (line) => (map.hunk(side, line) === undefined ? undefined : lines[line - 1]?.trim());
  };
  pairBy(movedIn('old', before), movedIn('now', now));
  return stood;
}

/** `"a" | "b"`: the members of a union, as far as they are single words. */
const UNION = /(?<![^\s|;,(){}<>])[^\s|;,(){}<>]+(?: \| [^\s|;,(){}<>]+)+/g;

function keyOf({ severity, code, message }: Diagnostic, place: number | string | undefined): string {
  // Quirk(TypeScript): it writes the members of a union in the order in which it met them first.
  const text = message.replace(UNION, (union) => union.split(' | ').sort().join(' | '));
  return [place ?? 'gone', severity, code, text].join('\0');
}
