import { waitFor } from '../../support/wait-for.ts';
import type { CheckReport, Diagnostic } from '../../types.ts';
import { Deadline } from '../deadline.ts';

/** What is added to the findings of an answer: for the first errors, in this time. */
export const AFTER_ANSWER = { errors: 5, ms: 300 } as const;

/** What is known of a finding besides. */
export type Addition = Pick<Diagnostic, 'fix' | 'alternatives'>;

/** @param found what was found so far; read when the time is over */
export type Enrich = (errors: readonly Diagnostic[], found: Map<Diagnostic, Addition>, bound: Deadline) => Promise<void>;

/**
 * Adds to the errors that a change has caused what their reader needs. The answer is known by then,
 * and waits only for this: never if there is no such error.
 *
 * @param deadline of the check, ms, performance.now
 */
export async function afterAnswer(report: CheckReport, deadline: number, cancel: AbortSignal, enrich: Enrich): Promise<CheckReport> {
  const errors = causedErrors(report).slice(0, AFTER_ANSWER.errors);
  const ms = Math.min(AFTER_ANSWER.ms, deadline - performance.now());
  if (errors.length === 0 || ms <= 0 || cancel.aborted) return report;
  const found = new Map<Diagnostic, Addition>();
  using bound = new Deadline(ms);
  await waitFor(enrich(errors, found, bound), AbortSignal.any([bound.signal, cancel]));
  if (found.size === 0) return report;
  const added = (files: Record<string, Diagnostic[]>): Record<string, Diagnostic[]> =>
    Object.fromEntries(Object.entries(files).map(([file, list]) => [file, list.map((diagnostic) => ({ ...diagnostic, ...found.get(diagnostic) }))]));
  return { ...report, files: added(report.files), others: added(report.others) };
}

/** What may be caused by the change counts as caused. The edited files come first. */
function causedErrors({ files, others }: CheckReport): Diagnostic[] {
  const all = [...Object.values(files), ...Object.values(others)].flat();
  return all.filter(({ severity, origin = 'edit' }) => severity === 'error' && origin === 'edit');
}
