import { type Escaped, escaped, inline } from './escaped.js';

/** `1 file`, `2 files`. */
export function counted(count: number, noun: string, plural = `${noun}s`): Escaped {
  return escaped`${count} ${inline(count === 1 ? noun : plural)}`;
}
