import type { Rules } from '../accuracy/compare.js';
import { isError } from '../accuracy/finding.js';
import { align } from '../accuracy/origins/align.js';
import { paired, type Snapshot } from '../accuracy/origins/truth.js';

/** How the compiler's errors change from one tree to another. */
export interface Counts {
  readonly caused: number;
  readonly solved: number;
}

/** Two errors of one line count twice, though the compiler says the same of both. */
export function countsOf(before: Snapshot, after: Snapshot, rules: Rules): Counts {
  const [old, now] = [before.judgement.findings.filter(isError), after.judgement.findings.filter(isError)];
  let stood = 0;
  for (const file of new Set(now.map((error) => error.file))) {
    const of = (errors: typeof now): typeof now => errors.filter((error) => error.file === file);
    stood += paired(of(now), of(old), align(before.texts.get(file) ?? '', after.texts.get(file) ?? ''), rules).size;
  }
  return { caused: now.length - stood, solved: old.length - stood };
}

/** Fewer errors caused, or as many and more solved. */
export function isBetter(one: Counts, other: Counts): boolean {
  return one.caused < other.caused || (one.caused === other.caused && one.solved > other.solved);
}
