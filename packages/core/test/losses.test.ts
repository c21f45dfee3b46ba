import { expect, it } from 'vitest';
import { Losses } from '../src/lsp/losses.js';

const MINUTE = 60_000;

it.each<[what: string, minutes: readonly number[], want: readonly boolean[]]>([
  ['the fourth within ten minutes is one too many', [0, 1, 2, 9.9], [true, true, true, false]],
  ['what was ten minutes ago counts no more', [0, 1, 2, 10, 11, 11.5], [true, true, true, true, true, false]],
  ['so does one a quarter of an hour', [0, 15, 30, 45, 60], [true, true, true, true, true]],
])('REQ-LIFE-080: of the ends of a shared service, %s', (_, minutes, want) => {
  const losses = new Losses();
  expect(minutes.map((minute) => losses.add(minute * MINUTE))).toEqual(want);
  losses.forget();
  expect(losses.add((minutes.at(-1) ?? 0) * MINUTE)).toBe(true);
});
