import type { Absent } from '../program/program.ts';
import type { CheckerLocation } from './definition.ts';

/**
 * Turns a program that is missing, or must not run, into a checker's location.
 *
 * @param root of the project that needs the program
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
