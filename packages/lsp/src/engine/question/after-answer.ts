import { waitFor } from '../../support/wait-for.ts';
import type { CheckReport, Diagnostic } from '../../types.ts';
import { Deadline } from '../base/deadline.ts';

/** How long a report waits for what makes its errors easier to mend, ms. */
export const WAIT = 300;

/** About how many errors that is. */
const MOST_ERRORS = 5;

/** Adds to an error of the report. It may be called again, for the same error too. */
export type Put = (error: Diagnostic, part: Partial<Diagnostic>) => void;

/**
 * Finds out what there is to add to these errors, and puts it as soon as it is known. What it puts
 * after `signal` has aborted does not count. Never rejects.
 *
 * @param bound of the time for it; `signal` aborts with it, too
 */
export type Addition = (
  errors: readonly Diagnostic[],
  put: Put,
  signal: AbortSignal,
  bound: Deadline,
) => Promise<void>;

/**
 * The last step of a check, once its answer is known: the first errors that the change may have
 * caused get what these additions find within 300 ms.
 *
 * @param end of the check, ms, performance.now
 */
export async function enrich(
  report: CheckReport,
  additions: readonly Addition[],
  end: number,
  cancel: AbortSignal,
): Promise<CheckReport> {
  const errors = firstCaused(report);
  if (errors.length === 0 || additions.length === 0) return report;
  const parts = new Map<Diagnostic, Partial<Diagnostic>>();
  const put: Put = (error, part) => parts.set(error, { ...parts.get(error), ...part });
  using bound = new Deadline(Math.max(0, Math.min(WAIT, end - performance.now())));
  const signal = AbortSignal.any([bound.signal, cancel]);
  await waitFor(Promise.all(additions.map((add) => add(errors, put, signal, bound))), signal);
  const enriched = (files: CheckReport['files']): CheckReport['files'] =>
    Object.fromEntries(
      Object.entries(files).map(([file, found]) => [
        file,
        found.map((diagnostic) => ({ ...diagnostic, ...parts.get(diagnostic) })),
      ]),
    );
  return { ...report, files: enriched(report.files), others: enriched(report.others) };
}

/** In the order in which results list them. An error of unknown origin may be caused. */
function firstCaused({ files, others }: Pick<CheckReport, 'files' | 'others'>): Diagnostic[] {
  const isCaused = ({ severity, origin = 'edit', count }: Diagnostic): boolean =>
    severity === 'error' && origin === 'edit' && count === undefined;
  return [...Object.values(files), ...Object.values(others)]
    .flatMap((found) => found.filter(isCaused))
    .slice(0, MOST_ERRORS);
}
