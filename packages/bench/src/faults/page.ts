import { sumOf } from '../figures.js';
import { table, type Page } from '../frame/page.js';
import { COMPONENTS, FAULTS, PHASES, type Cell } from './matrix.js';
import type { CellOutcome } from './run-cell.js';

export const RELIABILITY: Page = {
  file: 'reliability.md',
  sections: ['counts', ...COMPONENTS, 'no cells', 'failures'],
};

/** Of docs/reliability.md. */
export function faultSections(
  cells: readonly Cell[],
  outcomes: readonly CellOutcome[],
): Record<string, string> {
  const applicable = cells.filter(({ expected }) => expected.kind !== 'not applicable');
  const judgements = sumOf(outcomes, (outcome) => outcome.judgements);
  const failed = outcomes.filter(({ complaints }) => complaints.length > 0);
  const failures = failed.map(
    ({ id, complaints }) => `- ${id}: ${complaints.map((complaint) => complaint.slice(0, 300)).join('; ')}`,
  );
  const tables = COMPONENTS.map((component): [string, string] => [
    component,
    table(
      ` | ${PHASES.join(' | ')}`,
      FAULTS.map((fault) => [
        fault,
        ...PHASES.map((phase) => {
          const id = `${component}/${fault}/${phase}`;
          const cell = cells.find((one) => one.id === id);
          return (
            cell &&
            shownCell(
              cell,
              outcomes.find((outcome) => outcome.id === id),
            )
          );
        }),
      ]),
    ),
  ]);
  return {
    counts:
      `${cells.length} cells, of which ${applicable.length} exist, ${outcomes.length} were run, ` +
      `with ${judgements} judgements; **${failed.length} failed**.`,
    ...Object.fromEntries(tables),
    'no cells': reasons(cells).join('\n'),
    failures: failed.length === 0 ? 'None.' : failures.join('\n'),
  };
}

function shownCell({ expected }: Cell, outcome: CellOutcome | undefined): string {
  if (expected.kind === 'not applicable') return '–';
  if (outcome === undefined) return 'not run';
  if (outcome.complaints.length > 0) return '**failed**';
  const without = expected.kind === 'goes on' && expected.isWithoutNavigation ? ' without navigation' : '';
  const later = outcome.recovery > 1 ? `, from the ${outcome.recovery}. edit on` : '';
  return `${expected.kind}${without}${later}, ${Math.round(outcome.editMs)} ms`;
}

function reasons(cells: readonly Cell[]): string[] {
  const said = cells.flatMap(({ component, fault, phase, expected }) => {
    if (expected.kind !== 'not applicable') return [];
    const isWhole = cells.every(
      (cell) =>
        cell.component !== component || cell.fault !== fault || cell.expected.kind === 'not applicable',
    );
    return `- ${component}, ${fault}${isWhole ? '' : `, ${phase}`}: ${expected.reason}.`;
  });
  return [...new Set(said)];
}
