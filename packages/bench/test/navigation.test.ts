import { expect, test } from 'vitest';
import type { NavigationResult } from '../src/navigation/measure.js';
import { isWithin, navigationLines, navigationSections } from '../src/navigation/command.js';

function result(call: number, found: number | undefined, first: number, later: number): NavigationResult {
  const comparison = {
    ours: call,
    floor: 1,
    ratio: call,
    pairedRatio: call,
    oursP95: call,
    floorP95: 1,
    count: 40,
  };
  return {
    id: 'a',
    title: 'a',
    size: { files: 1, lines: 1 },
    warm: [{ tool: 'lsp_hover', comparison, channel: 0.1, found: { ours: found, floor: found } }],
    cold: { ms: 1, found: first, foundWarm: later },
    lengths: [],
  };
}

test.each([
  ['a call within the limit', result(4, 3, 3, 3), true],
  ['a question whose answer is no list', result(4, undefined, 3, 3), true],
  ['a call beyond the limit', result(4.1, 3, 3, 3), false],
  ['a call that finds nothing', result(1, 0, 3, 3), false],
  ['a first call that finds less than later ones', result(1, 3, 2, 3), false],
  ['calls that find nothing, the first as the later ones', result(1, 3, 0, 0), false],
])('of navigation: %s', (_, measured, holds) => {
  expect(isWithin(measured)).toBe(holds);
  expect(navigationLines(measured).includes('FAIL')).toBe(!holds);
});

test('the page says how long the answers are of whichever sources most tools have answered of', () => {
  const lengths = [{ tool: 'lsp_hover', text: 100, json: 250 }];
  const all = [result(1, 1, 1, 1), { ...result(1, 1, 1, 1), title: 'b', lengths }];
  expect(navigationSections(all)['lengths']).toMatch(
    /^In b:\n[^]*\n\| lsp_hover \| 100 \| 250 \| 350 \| 2\.5 \|$/,
  );
});
