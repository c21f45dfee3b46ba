import type { Absent } from '../program.ts';
import type { CheckerLocation } from './definition.ts';

/** A program that is missing, in the words of a checker. */
export function absent(tool: string, { kind, reason, hint }: Absent): CheckerLocation {
  return kind === 'unavailable' ? { kind, tool, reason, install: hint ?? `install ${tool}` } : { kind, reason };
}
