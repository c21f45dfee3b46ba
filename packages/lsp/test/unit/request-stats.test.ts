import { expect, test } from 'bun:test';

import { Deadline } from '../../src/engine/base/deadline.ts';
import { Samples } from '../../src/engine/session/samples.ts';
import { type Outcome, spellChecks, RequestStats } from '../../src/engine/session/request-stats.ts';

function samples(values: readonly number[]): Samples {
  const made = new Samples();
  for (const value of values) made.add(value);
  return made;
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

test.each<[what: string, values: number[], median: number | undefined, p95: number | undefined]>([
  ['nothing', [], undefined, undefined],
  ['one', [7], 7, 7],
  ['two: the lesser one is half of them', [9, 5], 5, 9],
  ['an odd number, in any order', [30, 10, 20], 20, 30],
  ['a hundred', upTo(100).reverse(), 50, 95],
  ['as many as are kept', upTo(256), 128, 244],
  ['more: those before the last 256 count no longer', upTo(1000), 872, 988],
  ['zeros', [0, 0, 3], 0, 3],
])('REQ-OBS-020: median and p95 of %s', (_, values, median, p95) => {
  const measured = samples(values);
  expect([measured.quantile(0.5), measured.quantile(0.95), measured.quantile(1)]).toEqual([
    median,
    p95,
    values.length === 0 ? undefined : Math.max(...values),
  ]);
});

test.each<[outcome: Outcome, timedOut: number, measured: boolean]>([
  ['complete', 0, true],
  ['timed-out', 1, false],
  ['starting', 1, false],
  ['broken', 0, false],
  ['withdrawn', 0, false],
])('REQ-OBS-020: a check that is %s', (outcome, timedOut, measured) => {
  const requestStats = new RequestStats();
  requestStats.checked(outcome, 12.345);
  expect(requestStats.checks).toEqual({ checks: 1, timedOut, ...(measured && { median: 12.3, p95: 12.3 }) });
});

test('REQ-OBS-020: the log says it in one line', () => {
  expect(spellChecks({ checks: 3, timedOut: 1, median: 2, p95: 4.5 })).toBe(
    '3 checks, median 2 ms, p95 4.5 ms, 1 timed out',
  );
  expect(spellChecks({ checks: 0, timedOut: 0 })).toBe('0 checks, 0 timed out');
});

test('patience that was ended is withdrawn, and not where its time was over first', async () => {
  using ended = new Deadline(60_000);
  ended.end();
  expect([ended.over, ended.endedEarly]).toEqual([true, true]);
  using short = new Deadline(1);
  const over = Promise.withResolvers<undefined>();
  short.signal.addEventListener('abort', () => {
    over.resolve(undefined);
  });
  await over.promise;
  short.end();
  expect(short.endedEarly).toBe(false);
});
