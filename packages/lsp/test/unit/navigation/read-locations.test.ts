import { expect, test } from 'bun:test';

import { readLocations, type UriRange } from '../../../src/backend/navigation/read-locations.ts';
import { readRange } from '../../../src/backend/navigation/read-range.ts';

const range = (line: number) => ({ start: { line, character: 1 }, end: { line, character: 4 } });
const location = (name: string, line: number): UriRange => ({ uri: `file:///w/${name}`, range: range(line) });
const link = (name: string, line: number) => ({
  targetUri: `file:///w/${name}`,
  targetRange: range(9),
  targetSelectionRange: range(line),
  originSelectionRange: range(8),
});

const LOCATIONS: [title: string, result: unknown, want: UriRange[]][] = [
  ['null', null, []],
  ['nothing at all', undefined, []],
  ['an empty list', [], []],
  ['a location', location('a', 1), [location('a', 1)]],
  ['a link', link('a', 2), [location('a', 2)]],
  [
    'locations, in the order of the server',
    [location('b', 2), location('a', 1), location('b', 2)],
    [location('b', 2), location('a', 1), location('b', 2)],
  ],
  [
    'links: the name, not all that it names',
    [link('b', 2), link('a', 1)],
    [location('b', 2), location('a', 1)],
  ],
  [
    'of what is returned besides, nothing',
    [{ ...location('a', 1), text: 'x', range: { ...range(1), text: 'x' } }],
    [location('a', 1)],
  ],
  [
    'neither a place without a document nor one without a range',
    [{ range: range(1) }, { uri: 'file:///w/a' }, { uri: 1, range: range(1) }, location('a', 1)],
    [location('a', 1)],
  ],
  ['no link without a range of its name', [{ targetUri: 'file:///w/a', targetRange: range(1) }], []],
  ['nothing that is no object', [null, 1, 'file:///w/a', [location('a', 1)], true], []],
  ['a text', 'file:///w/a', []],
];

test.each(LOCATIONS)('locations: %s', (_, result, want) => {
  expect([...readLocations(result)]).toEqual(want);
});

test('what nobody takes is not looked at', () => {
  const seen: string[] = [];
  const watched = ['a', 'b', 'c'].map((name) => ({
    range: range(1),
    get uri() {
      seen.push(name);
      return name;
    },
  }));
  for (const { uri } of readLocations(watched)) if (uri === 'b') break;
  expect(new Set(seen)).toEqual(new Set(['a', 'b']));
});

const at = (line: unknown, character: unknown) => ({ line, character });

const RANGES: [title: string, value: unknown, isOne: boolean][] = [
  ['of one character', { start: at(0, 0), end: at(0, 1) }, true],
  ['of none', { start: at(3, 7), end: at(3, 7) }, true],
  ['over lines, ending further left', { start: at(3, 7), end: at(4, 0) }, true],
  ['to wherever the line ends', { start: at(0, 0), end: at(0, 2 ** 31 - 1) }, true],
  ['that ends before it starts', { start: at(0, 2), end: at(0, 1) }, false],
  ['that ends on an earlier line', { start: at(2, 0), end: at(1, 9) }, false],
  ['below zero', { start: at(-1, 0), end: at(0, 1) }, false],
  ['between two characters', { start: at(0, 0.5), end: at(0, 1) }, false],
  ['to infinity', { start: at(0, 0), end: at(0, Infinity) }, false],
  ['in words', { start: at('0', 0), end: at(0, 1) }, false],
  ['without an end', { start: at(0, 0) }, false],
  ['of lines', { start: 0, end: 1 }, false],
  ['null', null, false],
  ['a list', [at(0, 0), at(0, 1)], false],
];

test.each(RANGES)('a range %s', (_, value, isOne) => {
  const range: unknown = readRange(value);
  expect(range).toEqual(isOne ? value : undefined);
});
