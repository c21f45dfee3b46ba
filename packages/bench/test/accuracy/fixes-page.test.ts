import { expect, test } from 'vitest';
import { fixesSection } from '../../src/accuracy/fixes/page.js';
import type { FixCase, FixesResult, Round } from '../../src/accuracy/fixes/results.js';

const round = (verdict: number, whole: number, next: number): Round => ({ verdict, whole, next });

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
    id: language,
    language,
    title: 'base 1',
    compiler: 'cc',
    fixShare: 0.5,
    seconds: 1,
    cases: cases.map((one) => ({ ...usual, ...one })),
  };
}

const rowsOf = (section: string): string[] => section.split('\n').filter((line) => /^\| [AB] /.test(line));

test('what fixes take, beside a bare client, and what they make of the answer and of the next edit', () => {
  expect(
    rowsOf(
      fixesSection([
        result('A', [{}, { fixes: [{ title: 'x', isNamed: false, mark: 'removal' }], named: 'none' }]),
      ]),
    ),
  ).toEqual([
    '| A | base 1 | 2 | 1 | 2 | 100 % | 50 % | 1 | 0 | 2 | 0 |',
    // 60 - 20 ms after the verdict with fixes, 20 - 10 without.
    '| A | base 1 | `cc` | 30 | 30 | 2 of 2 | 3.00 | 2.00 | 2.00 |',
  ]);
});

test('a code base that is judged alone takes the place of its rows, and the others stay', () => {
  const both = fixesSection([result('A', [{}]), result('B', [{}, {}])]);
  const again = fixesSection([result('A', [{ kind: 'no self', fixes: [] }])], both);
  expect(rowsOf(again).map((line) => line.slice(0, 20))).toEqual([
    '| A | base 1 | 1 | 0',
    '| B | base 1 | 2 | 2',
    '| A | base 1 | `cc` ',
    '| B | base 1 | `cc` ',
  ]);
  expect(again).toContain('misspelt, no self.');
  expect(again).toContain('In all:\n3 errors, 2 fixes written, 0 wrong.');
});
