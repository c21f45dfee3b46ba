import { expect, test } from 'vitest';
import { growthOf, percent } from '../src/growth/growth.js';
import { editOf, FILES } from '../src/growth/project.js';

const samples = (...sizes: number[]) => sizes.map((sidecar, edits) => ({ edits, sidecar, server: 1 }));
const growth = (...sizes: number[]) => growthOf(samples(...sizes), ({ sidecar }) => sidecar);

test('growth is between the medians of the first and the last samples, so that one heap before its collection counts for nothing', () => {
  expect(growth(100, 100, 500, 100, 100, 900, 110, 110, 40, 110, 110)).toEqual({
    from: 100,
    to: 110,
    part: expect.closeTo(0.1),
  });
  expect(growth(100, 50, 50, 50).part).toBe(0);
  expect(() => growth()).toThrow(RangeError);
});

test.each([
  [0.123, '+ 12.3 %'],
  [-0.05, '- 5.0 %'],
  [0, '+ 0.0 %'],
])('%f is %s', (part, text) => {
  expect(percent(part)).toBe(text);
});

test('every file has its turn before one has its second, and is broken and mended by turns', () => {
  const first = Array.from({ length: FILES }, (_, index) => editOf(index));
  expect(new Set(first.map(({ file }) => file)).size).toBe(FILES);
  const again = first.map((_, index) => editOf(index + FILES));
  expect(again.map(({ file }) => file)).toEqual(first.map(({ file }) => file));
  expect(
    first.every(
      ({ errorLine }, index) => (errorLine === undefined) !== (again[index]?.errorLine === undefined),
    ),
  ).toBe(true);
  const broken = first.find(({ errorLine }) => errorLine !== undefined);
  expect(broken?.text.split('\n')[(broken.errorLine ?? 0) - 1]).toMatch(/: string = \d+;/);
});
