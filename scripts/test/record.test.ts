import { expect, test } from 'vitest';
import { withRow } from '../lib/record.mjs';

const date = new Date('2026-02-03T23:00:00Z');
const page = (...rows: string[]) => `before\n<!-- times: written by --record -->\n\n${rows.join('\n')}\n\n<!-- /times -->\nafter\n`;
const head = ['| command | took | outcome | measured |', '|---|--:|---|---|'];

test('the row of a command takes the place of its older one; the others stay', () => {
  const before = page(...head, '| `npm run t` | 1 s | old | long ago |', '| `npm test` | 2 s | kept | long ago |');
  const after = withRow(before, { command: 'npm run t', ms: [31_200], outcome: '5 passed' }, date);
  expect(after.split('\n').filter((line) => line.startsWith('| `'))).toEqual([
    expect.stringMatching(/^\| `npm run t` \| 31 s \| 5 passed \| 2026-02-03, \d+ cores, \d+ GiB \|$/),
    '| `npm test` | 2 s | kept | long ago |',
  ]);
  expect(after).toMatch(/^before\n[^]*\nafter\n$/);
});

test('several runs have their shortest and longest time; a page without the part is refused', () => {
  const figures = { command: 'npm test -- --repeat 2', ms: [600_000, 480_000], outcome: '2 of 2 runs green' };
  expect(withRow(page(), figures, date)).toContain('| `npm test -- --repeat 2` | 8.0 min to 10.0 min | 2 of 2 runs green |');
  expect(() => withRow('nothing', figures, date)).toThrow('CONTRIBUTING.md has no part between');
});
