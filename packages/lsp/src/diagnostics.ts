/**
 * Lists of diagnostics: their order, what is one and the same, and which are listed where there are
 * too many. Core has a copy of this file (`npm run generate`), so it imports nothing but the wire
 * types.
 */
import { type Diagnostic, SEVERITIES } from './types.js';

type Place = Pick<Diagnostic, 'line' | 'character' | 'severity'>;

/** In the order of the text; at one place the worst first. */
export function byPlace(a: Place, b: Place): number {
  return (
    a.line - b.line ||
    a.character - b.character ||
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity)
  );
}

/** Of one file: the same range and message. The server and the code do not count (REQ-FMT-070). */
export function identityOf({
  line,
  character,
  endLine,
  endCharacter,
  message,
}: Pick<Diagnostic, 'line' | 'character' | 'endLine' | 'endCharacter' | 'message'>): string {
  return [line, character, endLine, endCharacter, message].join('\0');
}

/** How many findings these are: an entry may stand for many that are not listed. */
export function numberOf(diagnostics: readonly Pick<Diagnostic, 'count'>[]): number {
  return diagnostics.reduce((sum, { count = 1 }) => sum + count, 0);
}

/** A finding whose origin is unknown may be new, so it counts as caused. */
export function isCaused({ origin }: Pick<Diagnostic, 'origin'>): boolean {
  return origin === undefined || origin === 'edit';
}

/** The findings of one file that are listed, and how many are not. */
export interface Listed {
  readonly shown: readonly Diagnostic[];
  readonly leftOut: number;
}

/**
 * At most `room` of a file's findings, in their order, and never an entry that only counts. None is
 * left out for one that is not caused.
 */
export function listWithin(
  diagnostics: readonly Diagnostic[],
  room: number,
  caused: (diagnostic: Diagnostic) => boolean = isCaused,
): Listed {
  const single = diagnostics.filter(({ count }) => count === undefined);
  const kept = new Set([...single.filter(caused), ...single.filter((one) => !caused(one))].slice(0, room));
  const shown = single.filter((one) => kept.has(one));
  return { shown, leftOut: numberOf(diagnostics) - shown.length };
}
