import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { Io } from '../io.js';

/** Everything but `y` and `yes` means no: so do the end of the input and an interruption. */
export async function confirm(
  { input, output, signal }: Pick<Io, 'input' | 'output' | 'signal'>,
  question: string,
): Promise<boolean> {
  if (signal.aborted) return false;
  const lines = createInterface({ input, output });
  const answer = lines.question(`${question} [y/N] `, { signal }).catch(() => '');
  // A question is not answered once its input has ended.
  const ended = once(lines, 'close').then(() => '');
  const line = await Promise.race([answer, ended]);
  lines.close();
  return /^y(?:es)?$/i.test(line.trim());
}
