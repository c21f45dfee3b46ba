import { seconds, verdict } from '../figures.js';
import { thisMachine } from '../frame/machine.js';
import { measurement } from '../frame/measurement.js';
import { flag } from '../frame/options.js';
import { table } from '../frame/page.js';
import { exactly } from '../measure/stage.js';
import { lackOf } from '../programs.js';
import type { Comparison } from '../stats.js';
import { BENCH_SUBJECTS } from '../subjects/index.js';
import { CHECKER_OF } from './bare.js';
import { measureProject, type ProjectEffort, type ProjectResult } from './measure.js';

const FULL: ProjectEffort = {
  cold: { min: 3, max: 9, budgetMs: 20_000 },
  warm: { min: 5, max: 25, budgetMs: 30_000 },
};
const QUICK: ProjectEffort = { cold: exactly(1), warm: exactly(1) };

/** What a check of a project may take, as a part of the bare run of its compiler. */
const LIMIT = 1.05;

export const project = measurement({
  name: 'bench:project',
  says: `Measures checks of whole projects (lsp/checkProject through the service client) beside the bare
    run of the same compiler over a copy of the same sources, in turn. Cold: without what the compiler
    keeps, but for the go command, which keeps it for everybody. Warm: after a change of one file.
    Exits with 1 if the median of the paired ratios is above ${LIMIT}.`,
  options: { quick: flag('one round each: shows that it works, not how fast') },
  // Those with a compiler that judges whole projects; of TypeScript's the large one.
  subjects: BENCH_SUBJECTS.filter(
    ({ id, server }) =>
      CHECKER_OF[server] !== undefined && (CHECKER_OF[server] !== 'tsc' || id.startsWith('effect')),
  ),
  lacks: (subject) => lackOf(subject),
  about: ({ quick }) => ({ ...thisMachine(), rounds: quick ? 'few' : 'all' }),
  measure: (subject, folder, { quick }) => measureProject(subject, folder, quick ? QUICK : FULL),
  lines({ title, cold, warm }) {
    const row = (name: string, { ours, floor, pairedRatio, count }: Comparison): string =>
      `  ${verdict(pairedRatio <= LIMIT)}  ${name}  ${seconds(ours)}, compiler alone ${seconds(floor)}, ` +
      `x ${pairedRatio.toFixed(3)} of ${count} pairs`;
    return [title, row('cold', cold), row('warm', warm)].join('\n');
  },
  isRight: ({ cold, warm }) => [cold, warm].every(({ pairedRatio }) => pairedRatio <= LIMIT),
  summary: ({ results }) => costTable(results),
});

function costTable(results: readonly ProjectResult[]): string {
  const cells = ({ ours, floor, pairedRatio, count }: Comparison): string[] => [
    seconds(ours),
    seconds(floor),
    `**x ${pairedRatio.toFixed(3)}**`,
    String(count),
  ];
  return table(
    'sources, compiler | files: | lines: | findings: | cold: | compiler: | ratio: | pairs: | ' +
      'warm: | compiler: | ratio: | pairs:',
    results.map(({ title, size, cold, warm, found }) => [
      ...[title, size.files, size.lines, found],
      ...cells(cold),
      ...cells(warm),
    ]),
  );
}
