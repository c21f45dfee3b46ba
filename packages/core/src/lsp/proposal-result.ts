import { counted } from '../support/counted.js';
import { numberOf } from './diagnostics.js';
import { type FileFindings, selectDiagnostics } from './format-diagnostics.js';
import { type Escaped, escaped, joined } from '../support/escaped.js';
import { nameInTags, proseInTags } from './in-tags.js';
import type { CheckedServer, CheckReport, Diagnostic, ServerOutcome } from './types.js';

/** What language servers say about a tree that is not on disk. */
export interface ProposalResult {
  /** Why it is not complete, a clause each. Empty: it is complete. */
  readonly gaps: readonly Escaped[];
  /** Some server has answered. */
  readonly isJudged: boolean;
  /** The errors that the change would cause, by file. With gaps there may be more. */
  readonly caused: readonly FileFindings[];
  /** How many errors that stand now would be gone. With gaps there may be more. */
  readonly solved: number;
}

/**
 * The verdict of a report that was asked for other files, origins and what is solved.
 *
 * @param unreadable clauses about files that the service was not asked about
 */
export function proposalResult(report: CheckReport, unreadable: readonly Escaped[]): ProposalResult {
  const found = Object.entries({ ...report.others, ...report.files });
  const caused = found.map(([file, diagnostics]) => ({
    file,
    diagnostics: errorsOf(diagnostics).filter(({ origin }) => origin !== 'before'),
  }));
  const unknown = numberOf(
    caused.flatMap(({ diagnostics }) => diagnostics.filter(({ origin }) => origin === undefined)),
  );
  const solved = report.solved ?? {};
  const untold = Object.keys(report.files).filter(
    (file) => !Object.hasOwn(solved, file) && !Object.hasOwn(report.refused ?? {}, file),
  );
  const gaps = gapsOf(report, true, unreadable);
  return {
    gaps: [
      ...gaps,
      ...(unknown > 0 ? [escaped`${counted(unknown, 'error')} may have been there before`] : []),
      ...(untold.length > 0 && gaps.length === 0
        ? [
            escaped`what stands now in ${joined(
              untold.map((file) => nameInTags(file)),
              ', ',
            )} is not known`,
          ]
        : []),
    ],
    isJudged: report.servers.some(({ outcome }) => outcome === 'complete'),
    caused: caused.filter(({ diagnostics }) => diagnostics.length > 0),
    solved: numberOf(Object.values(solved).flatMap(errorsOf)),
  };
}

/** Why a report does not say all about the tree that it is about, a clause each. */
export function gapsOf(
  { servers, refused = {}, othersComplete }: CheckReport,
  wantsOthers: boolean,
  unreadable: readonly Escaped[],
): Escaped[] {
  const clauses = [
    ...servers.filter(({ outcome }) => outcome !== 'complete').map(describeServer),
    ...Object.entries(refused).map(
      ([file, reason]) => escaped`${nameInTags(file)} was not looked at: ${proseInTags(reason)}`,
    ),
    ...unreadable,
  ];
  if (servers.length === 0) return [...clauses, escaped`no language server has answered`];
  if (clauses.length === 0 && wantsOthers && !othersComplete)
    return [escaped`the search for errors in other files was cut short`];
  return [...new Set(clauses)];
}

function describeServer({ id, outcome, reason }: CheckedServer): Escaped {
  if (reason === undefined) return escaped`${nameInTags(id)} ${OUTCOMES[outcome]}`;
  const what = outcome === 'timed-out' ? 'gave no answer' : OUTCOMES[outcome];
  return escaped`${nameInTags(id)} ${what}: ${proseInTags(reason, 200)}`;
}

const OUTCOMES = {
  complete: 'has answered',
  'timed-out': 'had no answer in time',
  starting: 'is still starting',
  broken: 'is broken',
  unavailable: 'cannot judge it',
} as const satisfies Record<ServerOutcome, string>;

function errorsOf(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return selectDiagnostics(diagnostics, ['error']);
}
