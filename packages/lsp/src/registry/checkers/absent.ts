import type { Absent } from '../program.ts';
import type { CheckerLocation } from './definition.ts';

/**
 * A program that is missing, in the words of a checker.
 *
 * @param root of the project that it is missed for
 */
export function absent(tool: string, { kind, reason, hint }: Absent, root: string): CheckerLocation {
  return kind === 'unavailable' ? { kind, root, tool, reason, install: hint ?? `install ${tool}` } : { kind, reason };
}
