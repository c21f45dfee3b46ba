import { expect, test } from 'vitest';
import { coursesOf, growth, slopeOf, type Sample } from '../../src/load/soak.js';
import { slopeText, soakChart } from '../../src/load/soak-chart.js';

const MIB = 1024 * 1024;
const samples = (size: (edits: number) => number): Sample[] =>
  Array.from({ length: 101 }, (_, index) => ({
    edits: index * 100,
    sidecar: size(index * 100),
    servers: { 'A & <b>': 2 * MIB },
    descriptors: undefined,
  }));

test.each([
  [
    'a line',
    [
      [0, 5],
      [1, 7],
      [2, 9],
    ],
    2,
  ],
  [
    'the mean of what lies on both sides of it',
    [
      [0, 0],
      [0, 2],
      [10, 10],
      [10, 12],
    ],
    1,
  ],
  [
    'something that stays',
    [
      [0, 3],
      [9, 3],
    ],
    0,
  ],
  ['one point', [[4, 3]], 0],
] as const)('the slope of %s', (_what, points, slope) => {
  expect(slopeOf(points)).toBeCloseTo(slope, 9);
});

test('what a process takes while everything is opened for the first time is no growth', () => {
  const [sidecar] = coursesOf(samples((edits) => (edits < 2000 ? edits * 1000 : 50 * MIB)));
  expect(sidecar).toMatchObject({ title: 'sidecar', slope: 0, from: 50 * MIB, to: 50 * MIB });
  expect(sidecar && growth(sidecar)).toBe(0);
});

test('a leak of a kibibyte with every edit is one', () => {
  const [sidecar] = coursesOf(samples((edits) => 50 * MIB + edits * 1024));
  expect(sidecar && slopeText(sidecar)).toBe('1000 KiB in 1000 edits');
  expect(sidecar && growth(sidecar)).toBeGreaterThan(0.1);
});

test('fewer than ten samples after the warm-up say nothing', () => {
  expect(() => coursesOf(samples(() => MIB).slice(0, 9))).toThrow(RangeError);
});

test('the chart is an SVG that draws every process, and names are no markup', () => {
  const svg = soakChart(coursesOf(samples(() => 50 * MIB)), { edits: 10_000, minutes: 5, faults: 0 });
  expect(svg.match(/<polyline /g)).toHaveLength(2);
  expect(svg).toContain('A &amp; &lt;b>');
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
});
