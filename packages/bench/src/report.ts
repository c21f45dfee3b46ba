import { factor, mib, ms, verdict } from './figures.js';
import { machineLine } from './frame/machine.js';
import type { About } from './frame/measurement.js';
import { table, type Page } from './frame/page.js';
import type { BenchResult, CodeBaseResult, SmallResult } from './results.js';
import type { Comparison } from './stats.js';
import { targetsOf } from './targets.js';

export const BENCHMARKS: Page = {
  file: 'benchmarks.md',
  sections: ['machine', 'times', 'one file', 'other files', 'at rest', 'sizes', 'targets'],
};

/** For a terminal: every target with its verdict. */
export function summary(result: BenchResult): string {
  const targets = targetsOf(result);
  const width = Math.max(0, ...targets.map(({ what }) => what.length));
  return targets
    .map(({ what, limit, found, met }) => `${verdict(met)}  ${what.padEnd(width)}  ${found}; limit ${limit}`)
    .join('\n');
}

/** For a terminal: every wrong verdict. */
export function wrongLines({ id, verdicts }: Pick<CodeBaseResult, 'id' | 'verdicts'>): string[] {
  return (['ours', 'floor'] as const).flatMap((side) =>
    verdicts[side].wrong.map(
      ({ phase, file, verdict, detail }) =>
        `WRONG ${id}, ${side}, ${phase}: ${verdict} in ${file}: ${detail}`,
    ),
  );
}

const TIMES = 'code base | lines: | cold: | edit: | 20 files: | wrong, ours: | wrong, floor:';

/** Of docs/benchmarks.md. */
export function sections(about: About, result: BenchResult): Record<string, string> {
  const { startup, plainEdit, subjects, small } = result;
  const load = Math.max(0, ...subjects.map((subject) => subject.load)).toFixed(1);
  const missed = targetsOf(result).filter(({ met }) => !met);
  return {
    machine: `Machine: ${machineLine(about)}. Load average when a code base began, at most: ${load}.`,
    times: `${lateAnswers(subjects)}

${table(TIMES, subjects.map(timesRow))}`,
    'one file': table('one file | the first check: | as a host asks: | wrong, ours:', small.map(smallRow)),
    'other files': table(
      'code base | the change alone, with other files: | files with errors: | cut short by the bound: | ' +
        'the next check without, with a search before it: | a second later:',
      subjects.flatMap(othersRow),
    ),
    'at rest': table('at rest | ours: | beside it: | :', [
      ['spawn to ready; a bare Bun script that sends one notification', ...ratioCells(startup?.ready)],
      [
        "spawn to the answer to a first request; the same script's notification",
        ...ratioCells(startup?.answer),
      ],
      ['resident size then; the same script', ...differenceCells(startup?.resident, mib)],
      ['`edit` of a text file, which no server serves; without LSP', ...differenceCells(plainEdit?.edit, ms)],
    ]),
    sizes: table(
      "code base | sidecar: | its server: | the floor's server:",
      subjects.map(({ title, resident }) => [
        title,
        mib(resident.sidecar),
        atRest(resident.server),
        atRest(resident.floorServer),
      ]),
    ),
    targets:
      missed.length === 0
        ? 'All are met.'
        : `Missed in this run:\n\n${missed
            .map(({ what, limit, found }) => `- ${what}: ${found}; the limit is ${limit}`)
            .join('\n')}`,
  };
}

function atRest(bytes: number): string {
  return bytes === 0 ? 'none' : mib(bytes);
}

function lateAnswers(subjects: readonly CodeBaseResult[]): string {
  const late = subjects.filter((subject) => subject.late > 0);
  if (late.length === 0)
    return 'No answer of ours took longer than a session with the default settings waits.';
  const counts = late.map((subject) => `${subject.late} of ${subject.title}`).join('; ');
  return `A session with the default settings would not have waited for some answers: ${counts}.`;
}

function timesRow({ title, lines, cold, warm, batch, verdicts }: CodeBaseResult): (string | number)[] {
  const cell = ({ ours, floor, ratio }: Comparison): string =>
    `${ms(ours)}, ${ms(floor)}, **${factor(ratio)}**`;
  const wrong = (side: 'ours' | 'floor'): string =>
    `${verdicts[side].wrong.length} of ${verdicts[side].count}`;
  const edit = `${withP95(warm, 'ours')}, ${withP95(warm, 'floor')}, **${factor(warm.ratio)}**`;
  return [title, lines, cell(cold), edit, cell(batch), wrong('ours'), wrong('floor')];
}

function withP95({ ours, oursP95, floor, floorP95 }: Comparison, side: 'ours' | 'floor'): string {
  return side === 'ours' ? `${ms(ours)} (${ms(oursP95)})` : `${ms(floor)} (${ms(floorP95)})`;
}

function smallRow({ title, cold, host, verdicts }: SmallResult): string[] {
  const cell = ({ ours, floor }: Comparison): string =>
    `${ms(ours)}, ${ms(floor)}, **${ours < floor ? '-' : '+'} ${ms(Math.abs(ours - floor))}**`;
  const { wrong, count } = verdicts.ours;
  return [title, cell(cold), cell(host), `${wrong.length} of ${count}`];
}

function othersRow({ title, others }: CodeBaseResult): (string | number)[][] {
  if (others === undefined) return [];
  const { change, next, later, found, cutShort, count } = others;
  const after = (check: Comparison): string => `${withP95(check, 'floor')}, ${withP95(check, 'ours')}`;
  return [
    [
      title,
      `${ms(change.floor)}, ${ms(change.ours)}`,
      found,
      `${cutShort} of ${count}`,
      after(next),
      after(later),
    ],
  ];
}

function ratioCells(comparison: Comparison | undefined): string[] {
  if (comparison === undefined) return [];
  return [ms(comparison.ours), ms(comparison.floor), factor(comparison.ratio)];
}

function differenceCells(comparison: Comparison | undefined, unit: (value: number) => string): string[] {
  if (comparison === undefined) return [];
  const { ours, floor } = comparison;
  return [unit(ours), unit(floor), `+ ${unit(ours - floor)}`];
}
