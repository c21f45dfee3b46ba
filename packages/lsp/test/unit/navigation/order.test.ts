import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';

import type {
  Call,
  DocumentSymbol,
  Hover,
  HoverPart,
  Place,
  Range,
  WorkspaceSymbol,
} from '../../../src/backend/model.ts';
import {
  byRange,
  callKey,
  compareCalls,
  compareDocumentSymbols,
  comparePlaces,
  compareWorkspaceSymbols,
  documentSymbolKey,
  mergeCalls,
  mergeHovers,
  placeKey,
  sortedRanges,
  workspaceSymbolKey,
} from '../../../src/backend/navigation/order.ts';
import type { AdmittedPath } from '../../../src/support/paths.ts';
import * as some from './arbitraries.ts';

/** `span(1, 2, 3, 4)` is 1:2-3:4; one line and one character long where nothing else is said. */
function span(line: number, character: number, endLine = line, endCharacter = character + 1): Range {
  return { start: { line, character }, end: { line: endLine, character: endCharacter } };
}

function place(path: string, range: Range): Place {
  return { path: path as AdmittedPath, range };
}

function documentSymbol(
  range: Range,
  name: string,
  kind = 12,
  containerName?: string,
  selectionRange = range,
): DocumentSymbol {
  return { range, name, kind, selectionRange, ...(containerName !== undefined && { containerName }) };
}

function workspaceSymbol(
  path: string,
  range: Range,
  name: string,
  kind = 12,
  containerName?: string,
): WorkspaceSymbol {
  return { ...place(path, range), name, kind, ...(containerName !== undefined && { containerName }) };
}

function call(
  path: string,
  selectionRange: Range,
  name: string,
  kind = 12,
  sites: Range[] = [],
  range = selectionRange,
): Call {
  return {
    ...place(path, range),
    selectionRange,
    name,
    kind,
    sites: sites.map((site) => place('/w/caller', site)),
  };
}

const BY_RANGE = [
  span(0, 0),
  span(0, 0, 0, 9),
  span(0, 0, 1, 0),
  span(0, 5),
  span(0, 10),
  span(2, 0),
  span(10, 0),
];
const BY_NAME = ['', 'B', 'Z', 'a', 'b', 'ä', '🎉', '\uFF5E'];

/** Each list as it should be. */
const PLACES = [
  ...BY_RANGE.map((range) => place('/w/A', range)),
  ...['/w/Z', '/w/a b', '/w/a!', '/w/a.b', '/w/a/b', '/w/ä'].map((path) => place(path, span(0, 0))),
];

const DOCUMENT_SYMBOLS = [
  ...BY_RANGE.map((range) => documentSymbol(range, 'z', 26, 'z')),
  ...BY_NAME.map((name) => documentSymbol(span(20, 0), name, 26, 'z')),
  ...[2, 5, 12].flatMap((kind) =>
    ['B', 'a', undefined].map((container) => documentSymbol(span(30, 0), 'a', kind, container, span(31, 0))),
  ),
  documentSymbol(span(30, 0), 'a', 12, undefined, span(32, 0)),
];

const WORKSPACE_SYMBOLS = [
  ...BY_RANGE.map((range) => workspaceSymbol('/w/A', range, 'z', 26, 'z')),
  ...BY_NAME.map((name) => workspaceSymbol('/w/B', span(0, 0), name, 26, 'z')),
  ...[2, 5, 12].flatMap((kind) =>
    ['B', 'a', undefined].map((container) => workspaceSymbol('/w/C', span(0, 0), 'a', kind, container)),
  ),
];

const CALLS = [
  ...BY_RANGE.map((range) => call('/w/A', range, 'z', 26, [], span(90, 0))),
  ...BY_NAME.map((name) => call('/w/B', span(0, 0), name, 26, [], span(90, 0))),
  ...[2, 5, 12].map((kind) => call('/w/C', span(0, 0), 'a', kind, [], span(90, 0))),
  call('/w/C', span(0, 0), 'a', 12, [], span(91, 0)),
];

/** Whatever a server does with the order, and however often it says the same, it comes out the same. */
function describeOrder<T>(
  what: string,
  rules: {
    sorted: readonly T[];
    items: fc.Arbitrary<T>;
    compare: (a: T, b: T) => number;
    keyOf: (item: T) => string;
  },
): void {
  const { sorted, items, compare, keyOf } = rules;
  const canonical = (list: readonly T[]): T[] =>
    [...new Map(list.map((item) => [keyOf(item), item])).values()].sort(compare);

  describe(what, () => {
    test('gateway-contract 4.2: from any order into this one', () => {
      fc.assert(
        fc.property(fc.shuffledSubarray([...sorted], { minLength: sorted.length }), (list) =>
          expect(list.sort(compare)).toEqual([...sorted]),
        ),
      );
    });

    test('gateway-contract 4.3: the same list, whatever the order, and however often each item is in it', () => {
      fc.assert(
        fc.property(some.shuffled(items), ({ items: list, again }) =>
          expect(canonical(again)).toEqual(canonical(list)),
        ),
      );
    });

    test('a total order, in which only those are equal that have the same key', () => {
      fc.assert(
        fc.property(items, items, items, (a, b, c) => {
          expect(Math.sign(compare(a, b))).toBe(0 - Math.sign(compare(b, a)));
          expect(compare(a, b) === 0).toBe(keyOf(a) === keyOf(b));
          if (compare(a, b) <= 0 && compare(b, c) <= 0) expect(compare(a, c)).toBeLessThanOrEqual(0);
        }),
        { numRuns: 2000 },
      );
    });
  });
}

describeOrder('ranges', {
  sorted: BY_RANGE,
  items: some.range,
  compare: byRange,
  keyOf: (range) =>
    JSON.stringify([range.start.line, range.start.character, range.end.line, range.end.character]),
});
describeOrder('places', { sorted: PLACES, items: some.place, compare: comparePlaces, keyOf: placeKey });
describeOrder('document symbols', {
  sorted: DOCUMENT_SYMBOLS,
  items: some.documentSymbol,
  compare: compareDocumentSymbols,
  keyOf: documentSymbolKey,
});
describeOrder('workspace symbols', {
  sorted: WORKSPACE_SYMBOLS,
  items: some.workspaceSymbol,
  compare: compareWorkspaceSymbols,
  keyOf: workspaceSymbolKey,
});
describeOrder('calls', {
  sorted: CALLS,
  items: some.call.map((item) => ({ ...item, sites: [] })),
  compare: compareCalls,
  keyOf: callKey,
});

test('sites: in order, each once', () => {
  expect(sortedRanges([...BY_RANGE.toReversed(), ...BY_RANGE])).toEqual(BY_RANGE);
});

describe('calls of one function', () => {
  test('are one, with all their sites', () => {
    const [first, second, third] = [span(1, 0), span(2, 0), span(3, 0)];
    const calls = [
      call('/w/b', span(9, 0), 'f', 12, [third, first]),
      call('/w/a', span(9, 0), 'f', 12, [first]),
      call('/w/b', span(9, 0), 'f', 12, [second, first]),
    ];
    expect(mergeCalls(calls)).toEqual([
      call('/w/a', span(9, 0), 'f', 12, [first]),
      call('/w/b', span(9, 0), 'f', 12, [first, second, third]),
    ]);
  });

  test('come out the same, whatever the order, and however often each is said', () => {
    fc.assert(
      fc.property(some.shuffled(some.call), ({ items, again }) =>
        expect(mergeCalls(again)).toEqual(mergeCalls(items)),
      ),
    );
  });

  test('are told apart before that, as their sites are', () => {
    const other = call('/w/a', span(9, 0), 'f', 12, [span(2, 0)]);
    expect(callKey(call('/w/a', span(9, 0), 'f', 12, [span(1, 0)]))).not.toBe(callKey(other));
  });
});

describe('hovers', () => {
  const plain = (value: string): HoverPart => ({ kind: 'plaintext', value });
  const markdown = (value: string): HoverPart => ({ kind: 'markdown', value });
  const hover = (parts: HoverPart[], range?: Range): Hover => ({
    parts,
    ...(range !== undefined && { range }),
  });

  const MERGES: [title: string, hovers: Hover[], want: Hover | undefined][] = [
    ['none', [], undefined],
    ['one', [hover([plain('a')], span(1, 0))], hover([plain('a')], span(1, 0))],
    [
      'by kind, then value',
      [hover([plain('a'), markdown('b')]), hover([markdown('a')])],
      hover([markdown('a'), markdown('b'), plain('a')]),
    ],
    [
      'each part once',
      [hover([plain('a')]), hover([plain('a'), markdown('a')])],
      hover([markdown('a'), plain('a')]),
    ],
    [
      'a range that all agree on',
      [hover([plain('a')], span(1, 0)), hover([plain('b')], span(1, 0))],
      hover([plain('a'), plain('b')], span(1, 0)),
    ],
    [
      'a range that one knows',
      [hover([plain('a')]), hover([plain('b')], span(1, 0))],
      hover([plain('a'), plain('b')], span(1, 0)),
    ],
    [
      'ranges that differ',
      [hover([plain('a')], span(1, 0)), hover([plain('b')], span(2, 0))],
      hover([plain('a'), plain('b')]),
    ],
  ];

  test.each(MERGES)('%s', (_, hovers, want) => {
    expect(mergeHovers(hovers)).toEqual(want);
  });

  test('come out the same, whatever the order, and however often each is said', () => {
    const hovers = fc
      .tuple(fc.array(some.part, { minLength: 1, maxLength: 3 }), fc.option(some.range, { nil: undefined }))
      .map(([parts, range]) => hover(parts, range));
    fc.assert(
      fc.property(some.shuffled(hovers), ({ items, again }) =>
        expect(mergeHovers(again)).toEqual(mergeHovers(items)),
      ),
    );
  });
});
