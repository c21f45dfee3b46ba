import { expect, test } from 'bun:test';

import { type CallItem, readCallItems, readCalls } from '../../../src/backend/navigation/read-calls.ts';

const range = (line: number, to = line) => ({
  start: { line, character: 0 },
  end: { line: to, character: 9 },
});
const item = (name: string, more: object = {}) => ({
  name,
  kind: 12,
  uri: 'file:///w/a',
  range: range(1, 5),
  selectionRange: range(1),
  detail: 'x',
  ...more,
});
const read = (raw: ReturnType<typeof item>): CallItem => ({
  name: raw.name,
  kind: 12,
  uri: 'file:///w/a',
  range: range(1, 5),
  selectionRange: range(1),
  raw,
});

const ITEMS: [title: string, result: unknown, want: CallItem[]][] = [
  ['null', null, []],
  [
    'in the order of the server, each with all that it returned',
    [item('b', { data: { id: 7 } }), item('a')],
    [read(item('b', { data: { id: 7 } })), read(item('a'))],
  ],
  [
    'a file is called as it is without its folders',
    [item('/home/me/a.ts')],
    [{ ...read(item('/home/me/a.ts')), name: 'a.ts' }],
  ],
  [
    'malformed ones are left out',
    [
      item('a', { uri: 1 }),
      item('a', { range: null }),
      item('a', { selectionRange: 1 }),
      item('a', { kind: '12' }),
      { ...item('a'), name: 1 },
      null,
      item('b'),
    ],
    [read(item('b'))],
  ],
];

test.each(ITEMS)('items: %s', (_, result, want) => {
  expect(readCallItems(result)).toEqual(want);
});

const CALLS: [title: string, result: unknown, direction: 'incoming' | 'outgoing', want: object[]][] = [
  ['null', null, 'incoming', []],
  [
    'who calls',
    [{ from: item('a'), fromRanges: [range(3)] }],
    'incoming',
    [{ item: read(item('a')), sites: [range(3)] }],
  ],
  [
    'who is called',
    [{ to: item('a'), fromRanges: [range(3)] }],
    'outgoing',
    [{ item: read(item('a')), sites: [range(3)] }],
  ],
  ['not the other way round', [{ to: item('a'), fromRanges: [range(3)] }], 'incoming', []],
  [
    'sites in order, each once, no malformed ones',
    [{ from: item('a'), fromRanges: [range(4), range(3), null, range(4), range(4, 3)] }],
    'incoming',
    [{ item: read(item('a')), sites: [range(3), range(4)] }],
  ],
  [
    'no sites',
    [{ from: item('a') }, { from: item('b'), fromRanges: null }],
    'incoming',
    [
      { item: read(item('a')), sites: [] },
      { item: read(item('b')), sites: [] },
    ],
  ],
  [
    'malformed ones are left out',
    [null, 1, {}, { from: item('a', { uri: null }), fromRanges: [] }, { from: [item('a')], fromRanges: [] }],
    'incoming',
    [],
  ],
];

test.each(CALLS)('calls: %s', (_, result, direction, want) => {
  expect<object[]>([...readCalls(result, direction)]).toEqual(want);
});
