import { expect, test } from 'vitest';
import { fixesSections } from '../../src/accuracy/fixes/page.js';
import type { FixCase, FixesResult, FixRound } from '../../src/accuracy/fixes/results.js';

const round = (verdict: number, whole: number, next: number): FixRound => ({ verdict, whole, next });

function result(language: string, cases: readonly Partial<FixCase>[]): FixesResult {
  const usual: FixCase = {
    number: 1,
    kind: 'misspelt',
    file: 'a',
    errors: 1,
    named: 'one',
    with: round(20, 60, 30),
    without: round(10, 20, 15),
    bareMs: 10,
    complete: true,
    fixes: [{ title: 'x', isNamed: true }],
  };
  return {
    judges: 'fixes',
    id: language,
    language,
    title: 'base 1',
    compiler: 'cc',
    fixShare: 0.5,
    seconds: 1,
    cases: cases.map((one) => ({ ...usual, ...one })),
  };
}

const rowsOf = (sections: Readonly<Record<string, string>>): string[] =>
  Object.values(sections).flatMap((text) => text.split('\n').filter((line) => line.startsWith('| A ')));

test('what fixes take, beside a bare client, and what they make of the answer and of the next edit', () => {
  expect(
    rowsOf(
      fixesSections([
        result('A', [{}, { fixes: [{ title: 'x', isNamed: false, mark: 'removal' }], named: 'none' }]),
      ]),
    ),
  ).toEqual([
    '| A | base 1 | 2 | 1 | 2 | 100 % | 50 % | 1 | 0 | 2 | 0 |',
    // 60 - 20 ms after the verdict with fixes, 20 - 10 without.
    '| A | base 1 | `cc` | 30 | 30 | 2 of 2 | 3.00 | 2.00 | 2.00 |',
  ]);
});
