import { expect, test } from 'vitest';
import type { Case } from '../lib/cases.mjs';
import { stepLines, totalLines } from '../lib/report.mjs';

const lines = (count: number) => Array.from({ length: count }, (_, n) => `line ${String(n + 1)}`);

const cases: Case[] = [
  { file: 'a.test.ts', name: 'good', state: 'passed' },
  { file: 'a.test.ts', name: 'group > bad', state: 'failed', error: lines(16).join('\n') },
  { file: 'b.test.ts', name: 'later', state: 'skipped', reason: 'needs a compiler' },
];

test('of a step that failed its failing tests come first, then the end of its output', () => {
  expect(stepLines('unit', { cases, output: lines(202).join('\n') }, 1234)).toEqual([
    'FAIL unit                1.2 s  1 passed, 1 failed, 1 skipped',
    '  failed: a.test.ts > group > bad',
    ...lines(15).map((line) => `      ${line}`),
    '      ...',
    '... 2 lines before these',
    ...lines(202).slice(2),
    '',
  ]);
});

test('a step that passed says nothing of its output', () => {
  const passing = cases.filter(({ state }) => state !== 'failed');
  expect(stepLines('unit', { cases: passing, output: 'much' }, 0)).toEqual([
    'ok   unit                0.0 s  1 passed, 1 skipped',
  ]);
});

test('a check that fails as a whole is its output', () => {
  const failed: Case[] = [{ name: '', state: 'failed', error: '' }];
  expect(stepLines('lint', { cases: failed, output: 'x.ts: no\n' }, 0)).toEqual(['FAIL lint                0.0 s  0 passed, 1 failed', 'x.ts: no', '']);
  expect(totalLines([{ step: 'lint', cases: failed }])).toEqual(['failed: lint', '0 passed, 1 failed, 0 skipped']);
});

test('the run ends with what was skipped and failed, and counts in its last line', () => {
  expect(totalLines([{ step: 'unit', cases }])).toEqual([
    'skipped: later (needs a compiler)',
    'failed: unit: a.test.ts > group > bad',
    '1 passed, 1 failed, 1 skipped',
  ]);
});
