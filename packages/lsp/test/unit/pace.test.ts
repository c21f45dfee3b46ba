import { expect, test } from 'bun:test';

import type { AdmittedPath } from '../../src/paths.ts';
import { Pace } from '../../src/service/pace.ts';
import { Workspace } from '../harness/workspace.ts';

type Took = readonly [bytes: number, ms: number];

test.each<[what: string, took: readonly Took[], bytes: number, likely: number]>([
  ['nothing is known at first', [], 5000, 0],
  ['one file counts, though it may have had the project loaded: smaller ones are asked about first then', [[5000, 900]], 5000, 900],
  ['two files tell what a larger one takes', [[5000, 100], [10_000, 200]], 50_000, 1000],
  ['the faster of the last two counts', [[5000, 900], [5000, 100]], 5000, 100],
  ['what was longer ago is forgotten', [[5000, 10], [5000, 100], [5000, 200]], 5000, 100],
  ['what each file takes, however small, is not laid to its few bytes', [[10, 20], [10, 20]], 100_000, 2000],
  ['an empty file takes as long as a small one', [[0, 20], [10, 20]], 0, 20],
])('%s', (_, took, bytes, likely) => {
  using workspace = new Workspace();
  const file = (name: string, size: number): AdmittedPath => workspace.write(name, 'x'.repeat(size)) as AdmittedPath;
  const pace = new Pace();
  took.forEach(([size, ms], at) => {
    pace.took(file(`${at}.py`, size), ms);
  });
  expect(pace.likely(file('next.py', bytes))).toBeCloseTo(likely);
});

test('what a file took itself counts, where it was faster than its size says; where it was slower, it may have been for what others share', () => {
  using workspace = new Workspace();
  const file = (name: string, size: number): AdmittedPath => workspace.write(name, 'x'.repeat(size)) as AdmittedPath;
  const [large, small, last] = [file('large.py', 100_000), file('small.py', 5000), file('last.py', 5000)];
  const pace = new Pace();
  pace.took(large, 200);
  for (const path of [small, last]) pace.took(path, 100);
  expect([pace.likely(large), pace.likely(small)]).toEqual([200, 100]);
  pace.took(large, 5000);
  pace.took(last, 50);
  expect(pace.likely(large)).toBeCloseTo(1000);
});

test('a file that is gone takes no longer than an empty one', () => {
  using workspace = new Workspace();
  const pace = new Pace();
  const gone = workspace.path('gone.py') as AdmittedPath;
  pace.took(gone, 20);
  pace.took(gone, 20);
  expect(pace.likely(gone)).toBeCloseTo(20);
});
