import { homedir } from 'node:os';
import { resolve } from 'node:path';

/** Unusual spaces that models write although they have read a plain one. */
const UNUSUAL_SPACES = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;

/**
 * The file that the parameter `path` of one of pi's own tools means, absolute; undefined where the
 * parameter is no text.
 *
 * Quirk(pi): `@src/a.ts` is `src/a.ts`, `~` is the home folder, and every kind of space is a plain
 * one.
 */
export function toolPath(cwd: string, input: Readonly<Record<string, unknown>>): string | undefined {
  const { path } = input;
  if (typeof path !== 'string') return undefined;
  const named = path.replace(/^@/, '').replace(UNUSUAL_SPACES, ' ');
  return resolve(cwd, named === '~' || named.startsWith('~/') ? homedir() + named.slice(1) : named);
}
