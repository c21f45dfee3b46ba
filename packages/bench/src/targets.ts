import type { BenchResult, SubjectResult } from './results.js';
import type { Comparison } from './stats.js';

/** One thing that a run has to reach. */
export interface Target {
  readonly what: string;
  /** The limit, in words. */
  readonly limit: string;
  readonly found: string;
  readonly met: boolean;
}

const MIB = 1024 * 1024;

export function wrongVerdicts({ subjects }: Pick<BenchResult, 'subjects'>): number {
  return subjects.reduce((sum, { verdicts }) => sum + verdicts.ours.wrong.length, 0);
}

export function targetsOf(result: BenchResult): Target[] {
  const { startup, plainEdit, subjects } = result;
  const verdicts = subjects.reduce((sum, subject) => sum + subject.verdicts.ours.count, 0);
  const wrong = wrongVerdicts(result);
  return [
    { what: 'wrong verdicts', limit: '0', found: `${wrong} of ${verdicts}`, met: wrong === 0 },
    {
      what: 'spawn to ready',
      limit: '1.6 x a bare Bun script',
      found: `${factor(startup.ready.ratio)} (${ms(startup.ready.ours)} to ${ms(startup.ready.floor)})`,
      met: startup.ready.ratio <= 1.6,
    },
    {
      what: 'resident when ready',
      limit: 'a bare Bun script + 16 MiB',
      found: `+ ${mib(startup.resident.ours - startup.resident.floor)} (${mib(startup.resident.ours)} to ${mib(startup.resident.floor)})`,
      met: startup.resident.ours - startup.resident.floor <= 16 * MIB,
    },
    {
      what: 'edit of a file without a server',
      limit: 'less than 2 ms more',
      found: `${ms(plainEdit.edit.ours - plainEdit.edit.floor)} more (${ms(plainEdit.edit.ours)} to ${ms(plainEdit.edit.floor)})`,
      met: plainEdit.edit.ours - plainEdit.edit.floor < 2,
    },
    ...subjects.flatMap(subjectTargets),
  ];
}

function subjectTargets({ id, cold, warm, batch, others }: SubjectResult): Target[] {
  const found = ({ ratio, ours, floor }: SubjectResult['cold']): string =>
    `${factor(ratio)} (${ms(ours)} to ${ms(floor)})`;
  return [
    { what: `${id}: cold`, limit: '1.1 x floor', found: found(cold), met: cold.ratio <= 1.1 },
    {
      what: `${id}: warm`,
      limit: '1.15 x floor + 2 ms',
      found: found(warm),
      met: warm.ours <= 1.15 * warm.floor + 2,
    },
    { what: `${id}: 20 files`, limit: '1.3 x floor', found: found(batch), met: batch.ratio <= 1.3 },
    ...(others === undefined
      ? []
      : [
          delayTarget(`${id}: next check`, others.next),
          delayTarget(`${id}: next check, a second later`, others.later),
        ]),
  ];
}

function delayTarget(what: string, { ours, floor }: Comparison): Target {
  const delay = ours - floor;
  return {
    what,
    limit: '50 ms more after a search',
    found: `${ms(delay)} more (${ms(ours)} to ${ms(floor)})`,
    met: delay <= 50,
  };
}

export function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;
}

export function mib(bytes: number): string {
  return `${(bytes / MIB).toFixed(0)} MiB`;
}

export function factor(ratio: number): string {
  return `x ${ratio.toFixed(2)}`;
}
