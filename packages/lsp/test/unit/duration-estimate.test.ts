import { expect, test } from 'bun:test';

import type { AdmittedPath } from '../../src/support/paths.ts';
import { DurationEstimate } from '../../src/engine/session/duration-estimate.ts';
import { Workspace } from '../harness/workspace.ts';

type Took = readonly [bytes: number, ms: number];

test.each<[what: string, took: readonly Took[], bytes: number, likely: number]>([
  ['nothing is known at first', [], 5000, 0],
  [
    'one file counts, though it may have had the project loaded: smaller ones are asked about first then',
    [[5000, 900]],
    5000,
    900,
  ],
  [
    'two files show what a larger one takes',
    [
      [5000, 100],
      [10_000, 200],
    ],
    50_000,
    1000,
  ],
  [
    'the faster of the last two counts',
    [
      [5000, 900],
      [5000, 100],
    ],
    5000,
    100,
  ],
  [
    'what was longer ago is forgotten',
    [
      [5000, 10],
      [5000, 100],
      [5000, 200],
    ],
    5000,
    100,
  ],
  [
    'what each file takes, however small, is not laid to its few bytes',
    [
      [10, 20],
      [10, 20],
    ],
    100_000,
    2000,
  ],
  [
    'an empty file takes as long as a small one',
    [
      [0, 20],
      [10, 20],
    ],
    0,
    20,
  ],
])('%s', (_, took, bytes, likely) => {
  using workspace = new Workspace();
  const file = (name: string, size: number): AdmittedPath =>
    workspace.write(name, 'x'.repeat(size)) as AdmittedPath;
  const durations = new DurationEstimate();
  took.forEach(([size, ms], at) => {
    durations.took(file(`${at}.py`, size), ms);
  });
  expect(durations.likely(file('next.py', bytes))).toBeCloseTo(likely);
});

test('what a file took itself counts, where it was faster than its size says; where it was slower, it may have been for what others share', () => {
  using workspace = new Workspace();
  const file = (name: string, size: number): AdmittedPath =>
    workspace.write(name, 'x'.repeat(size)) as AdmittedPath;
  const [large, small, last] = [file('large.py', 100_000), file('small.py', 5000), file('last.py', 5000)];
  const durations = new DurationEstimate();
  durations.took(large, 200);
  for (const path of [small, last]) durations.took(path, 100);
  expect([durations.likely(large), durations.likely(small)]).toEqual([200, 100]);
  durations.took(large, 5000);
  durations.took(last, 50);
  expect(durations.likely(large)).toBeCloseTo(1000);
});

test('a file that is gone takes no longer than an empty one', () => {
  using workspace = new Workspace();
  const durations = new DurationEstimate();
  const gone = workspace.path('gone.py') as AdmittedPath;
  durations.took(gone, 20);
  durations.took(gone, 20);
  expect(durations.likely(gone)).toBeCloseTo(20);
});

test('where every file takes long, a large one takes little more than a small one', () => {
  using workspace = new Workspace();
  const file = (name: string, size: number): AdmittedPath =>
    workspace.write(name, 'x'.repeat(size)) as AdmittedPath;
  const durations = new DurationEstimate(95_000);
  durations.took(file('small.cc', 5000), 400);
  expect(durations.likely(file('large.cc', 55_000))).toBeCloseTo(600);
});
