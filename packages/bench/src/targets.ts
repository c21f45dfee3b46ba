import { factor, mib, MIB, ms } from './figures.js';
import type { BenchResult, CodeBaseResult } from './results.js';
import { sumOf } from './figures.js';
import type { Comparison } from './stats.js';

/** One thing that a run has to reach. */
export interface Target {
  readonly what: string;
  /** The limit, in words. */
  readonly limit: string;
  readonly found: string;
  readonly met: boolean;
}

export function targetsOf({ startup, plainEdit, subjects, small }: BenchResult): Target[] {
  const judged = [...subjects, ...small];
  const verdicts = sumOf(judged, (subject) => subject.verdicts.ours.count);
  const wrong = sumOf(judged, (subject) => subject.verdicts.ours.wrong.length);
  return [
    { what: 'wrong verdicts', limit: '0', found: `${wrong} of ${verdicts}`, met: wrong === 0 },
    ...(startup === undefined
      ? []
      : [
          ratioTarget('spawn to ready', '1.6 x a bare Bun script', startup.ready, 1.6),
          {
            what: 'resident when ready',
            limit: 'a bare Bun script + 16 MiB',
            found: `+ ${mib(excess(startup.resident))} ${inBrackets(startup.resident, mib)}`,
            met: excess(startup.resident) <= 16 * MIB,
          },
        ]),
    ...(plainEdit === undefined
      ? []
      : [
          {
            what: 'edit of a file without a server',
            limit: 'less than 2 ms more',
            found: `${ms(excess(plainEdit.edit))} more ${inBrackets(plainEdit.edit, ms)}`,
            met: excess(plainEdit.edit) < 2,
          },
        ]),
    ...small.flatMap(({ id, cold, host }) => [
      addedTarget(`${id}: cold`, cold),
      addedTarget(`${id}: cold, as a host asks`, host),
    ]),
    ...subjects.flatMap(subjectTargets),
  ];
}

/** What the first check may cost more than a bare client, ms. */
const ADDED = 60;

function addedTarget(what: string, comparison: Comparison): Target {
  const added = excess(comparison);
  return {
    what,
    limit: `${ADDED} ms more than a bare client`,
    found: `${ms(added)} more ${inBrackets(comparison, ms)}`,
    met: added <= ADDED,
  };
}

function subjectTargets({ id, cold, warm, batch, others }: CodeBaseResult): Target[] {
  return [
    ratioTarget(`${id}: cold`, '1.1 x floor', cold, 1.1),
    {
      ...ratioTarget(`${id}: warm`, '1.15 x floor + 2 ms', warm, 1.15),
      met: warm.ours <= 1.15 * warm.floor + 2,
    },
    ratioTarget(`${id}: 20 files`, '1.3 x floor', batch, 1.3),
    ...(others === undefined
      ? []
      : [
          delayTarget(`${id}: next check`, others.next),
          delayTarget(`${id}: next check, a second later`, others.later),
        ]),
  ];
}

function ratioTarget(what: string, limit: string, comparison: Comparison, most: number): Target {
  const { ratio } = comparison;
  return { what, limit, found: `${factor(ratio)} ${inBrackets(comparison, ms)}`, met: ratio <= most };
}

function delayTarget(what: string, comparison: Comparison): Target {
  const delay = excess(comparison);
  return {
    what,
    limit: '50 ms more after a search',
    found: `${ms(delay)} more ${inBrackets(comparison, ms)}`,
    met: delay <= 50,
  };
}

const excess = ({ ours, floor }: Comparison): number => ours - floor;

function inBrackets({ ours, floor }: Comparison, unit: (value: number) => string): string {
  return `(${unit(ours)} to ${unit(floor)})`;
}
