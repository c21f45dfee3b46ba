import { describe, expect, test } from 'vitest';
import { compare, median, percentile } from '../src/stats.js';

describe('median', () => {
  const check = (samples: readonly number[], want: number): void => {
    test(`of ${samples.join(', ')} is ${want}`, () => expect(median(samples)).toBe(want));
  };
  check([7], 7);
  check([3, 1], 2);
  check([9, 1, 5], 5);
  check([100, 2, 20, 1], 11);

  test('leaves the samples as they are', () => {
    const samples = [3, 1, 2];
    median(samples);
    expect(samples).toEqual([3, 1, 2]);
  });

  test('sorts by size, not as text', () => expect(median([10, 9, 100])).toBe(10));

  test('of nothing is a bug', () => expect(() => median([])).toThrow(RangeError));
});

describe('percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  const check = (samples: readonly number[], percent: number, want: number): void => {
    test(`${percent} of ${samples.length} samples is ${want}`, () =>
      expect(percentile(samples, percent)).toBe(want));
  };
  check(hundred, 95, 95);
  check(hundred, 100, 100);
  check(hundred, 0.5, 1);
  check([5, 1, 3], 95, 5);
  check([5, 1, 3], 34, 3);
  check([4], 1, 4);

  for (const percent of [0, -1, 101, Number.NaN]) {
    test(`${percent} is none`, () => expect(() => percentile([1], percent)).toThrow(RangeError));
  }
});

test("a comparison has the medians, their ratio, and the median of the pairs' ratios", () => {
  const pairs = [
    { ours: 12, floor: 10 },
    { ours: 30, floor: 10 },
    { ours: 22, floor: 20 },
  ];
  expect(compare(pairs)).toEqual({
    ours: 22,
    floor: 10,
    ratio: 2.2,
    pairedRatio: 1.2,
    oursP95: 30,
    floorP95: 20,
    count: 3,
  });
});
