import { expect, test } from 'vitest';
import { combine } from '../../src/accuracy/combine.js';
import type { OriginsResult } from '../../src/accuracy/origins/results.js';
import type { AccuracyResult, SubjectResult } from '../../src/accuracy/results.js';

const subject = (id: string, seconds: number): SubjectResult => ({
  ...{ id, language: id, title: id, compiler: id, cases: [], processes: {} },
  seconds,
});
const origin = (id: string, seconds: number): OriginsResult => ({
  ...{ id, language: id, title: id, compiler: id, atStart: 0, cases: [], rounds: [], cost: undefined },
  seconds,
});
const result = (subjects: SubjectResult[], origins: OriginsResult[], seed = 1): AccuracyResult => ({
  seed,
  mutations: 24,
  subjects,
  origins,
  fixes: [],
});

test('of a subject that was judged more than once, the last result holds; all are in the usual order', () => {
  const earlier = [
    result([subject('a', 1), subject('b', 1)], []),
    result([subject('b', 2)], [origin('c', 2)]),
  ];
  expect(combine(earlier, result([subject('a', 3)], [origin('d', 3)]), ['b', 'a', 'd', 'c'])).toEqual(
    result([subject('b', 2), subject('a', 3)], [origin('d', 3), origin('c', 2)]),
  );
});

test('results of other plans do not belong together', () => {
  expect(() => combine([result([], [], 2)], result([], []), [])).toThrow(/seed 2 .* seed 1/);
});
