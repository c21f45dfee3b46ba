import { type Escaped, escaped, inline } from '../../support/escaped.ts';

/** `1 file`, `2 files`. */
export function counted(count: number, noun: string): Escaped {
  return escaped`${count} ${inline(noun)}${count === 1 ? '' : 's'}`;
}
