import { compareText } from '../../../support/compare.ts';
import { SEVERITY_NUMBERS } from '../../../client/documents/to-diagnostic.ts';
import { byRange, comparePositions } from '../../../backend/navigation/order.ts';
import type * as wire from '../../../types.ts';
import { ends, idOf } from './canonical.ts';
import { MAX_ITEMS_NONPAGED } from './limits.ts';
import type * as schemas from './schemas.ts';

export interface FindingsOfFile {
  readonly uri: string;
  readonly diagnostics: schemas.Diagnostic[];
  /** The file has more findings than the limit: these are the first ones. */
  readonly isCut: boolean;
}

type Finding = Omit<schemas.Diagnostic, 'id'>;

/**
 * Sorted, without duplicates, and within the contract's limit for one file (gateway-contract 7.6,
 * 7.7).
 */
export function findingsOf(uri: string, diagnostics: readonly wire.Diagnostic[]): FindingsOfFile {
  const sorted = diagnostics.map(toFinding).sort(compare);
  const unique = sorted.filter(
    (finding, index) => index === 0 || compare(finding, sorted[index - 1] ?? finding) !== 0,
  );
  return {
    uri,
    diagnostics: unique
      .slice(0, MAX_ITEMS_NONPAGED)
      .map((finding) => ({ id: idOfFinding(uri, finding), ...finding })),
    isCut: unique.length > MAX_ITEMS_NONPAGED,
  };
}

/** Our positions are 1-based. */
function toFinding({
  line,
  character,
  endLine = line,
  endCharacter = character,
  severity,
  code,
  source,
  message,
}: wire.Diagnostic): Finding {
  return {
    range: {
      start: { line: line - 1, character: character - 1 },
      end: { line: endLine - 1, character: endCharacter - 1 },
    },
    severity: SEVERITY_NUMBERS[severity],
    ...(code !== undefined && { code: String(code) }),
    ...(source !== undefined && { source }),
    message,
  };
}

/** gateway-contract 4.2. The ends, in which two findings may still differ, are compared last. */
function compare(a: Finding, b: Finding): number {
  return (
    comparePositions(a.range.start, b.range.start) ||
    compareMissingLast(a.severity, b.severity, (x, y) => x - y) ||
    compareMissingLast(a.code, b.code, compareText) ||
    compareMissingLast(a.source, b.source, compareText) ||
    compareText(a.message, b.message) ||
    byRange(a.range, b.range)
  );
}

function compareMissingLast<T>(
  a: T | undefined,
  b: T | undefined,
  compareBoth: (a: T, b: T) => number,
): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return compareBoth(a, b);
}

/**
 * Canonical string: `uri|start|end|severity|code|source|message`, a position as `line:character`, a
 * missing part as an empty string.
 */
function idOfFinding(uri: string, { range, severity, code = '', source = '', message }: Finding): string {
  return idOf(uri, ...ends(range), severity ?? '', code, source, message);
}
