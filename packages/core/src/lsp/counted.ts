import { type Escaped, escaped, inline } from '../support/escaped.js';

/** How many findings these are: an entry may stand for many that are not listed. */
export function numberOf(diagnostics: readonly { readonly count?: number }[]): number {
  return diagnostics.reduce((sum, { count = 1 }) => sum + count, 0);
}

/** `1 file`, `2 files`. */
export function counted(count: number, noun: string, plural = `${noun}s`): Escaped {
  return escaped`${count} ${inline(count === 1 ? noun : plural)}`;
}
