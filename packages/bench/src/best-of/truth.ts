import type { CheckReport, Diagnostic } from '@vybestack/llxprt-lsp-core';
import type { Rules } from '../accuracy/compare.js';
import { toFinding } from '../accuracy/finding.js';
import { align } from '../accuracy/origins/align.js';
import { errorsOf, paired, type Snapshot } from '../accuracy/origins/truth.js';

/** How the compiler's errors change from one tree to another. */
export interface Counts {
  readonly caused: number;
  readonly solved: number;
}

/** Errors of one line with the same text count once: the compiler's list has no columns. */
export function countsOf(before: Snapshot, after: Snapshot, rules: Rules): Counts {
  const [old, now] = [errorsOf(before.judgement.findings), errorsOf(after.judgement.findings)];
  let stood = 0;
  for (const file of new Set(now.map((error) => error.file))) {
    const of = (errors: typeof now): typeof now => errors.filter((error) => error.file === file);
    stood += paired(
      of(now),
      of(old),
      align(before.texts.get(file) ?? '', after.texts.get(file) ?? ''),
      rules,
    ).size;
  }
  return { caused: now.length - stood, solved: old.length - stood };
}

/** The same of what the service reports about a proposal; undefined where it does not say all. */
export function countsIn({
  files,
  others,
  solved,
  othersComplete,
  servers,
}: CheckReport): Counts | undefined {
  if (solved === undefined || !othersComplete || servers.some(({ outcome }) => outcome !== 'complete'))
    return undefined;
  const caused = Object.values({ ...others, ...files })
    .flat()
    .filter(({ origin }) => origin !== 'before');
  const count = (diagnostics: readonly Diagnostic[]): number =>
    errorsOf(diagnostics.flatMap(toFinding)).length;
  return { caused: count(caused), solved: count(Object.values(solved).flat()) };
}

/** Fewer errors caused, or as many and more solved. */
export function isBetter(one: Counts, other: Counts): boolean {
  return one.caused < other.caused || (one.caused === other.caused && one.solved > other.solved);
}
