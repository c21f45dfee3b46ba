import type { Absent } from '../program.ts';
import type { CheckerLocation } from './definition.ts';

/**
 * A program that is missing or not to be run, in the words of a checker.
 *
 * @param root of the project that it is missed for
 */
export function absent(tool: string, { kind, reason, hint }: Absent, root: string): CheckerLocation {
  switch (kind) {
    case 'unavailable':
      return { kind, root, tool, reason, install: hint ?? `install ${tool}` };
    case 'untrusted':
      return { kind: 'unavailable', root, tool, reason };
    case 'not-applicable':
      return { kind, reason };
  }
}
