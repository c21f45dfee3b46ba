import { expect, test } from 'bun:test';
import * as fc from 'fast-check';

import {
  documentSymbolsOf,
  identified,
  locationsOf,
  workspaceSymbolsOf,
} from '../../../src/channels/tools/vscode/canonical.ts';
import { sha256Hex } from '../../../src/channels/tools/paging/state.ts';
import { compareText } from '../../../src/support/compare.ts';
import type { Place, Range } from '../../../src/backend/model.ts';
import { comparePlaces, compareWorkspaceSymbols } from '../../../src/backend/navigation/order.ts';
import type { AdmittedPath } from '../../../src/support/paths.ts';

const PATH = '/work/a b.ts' as AdmittedPath;

function range(line: number, character: number, endCharacter = character + 1): Range {
  return { start: { line, character }, end: { line, character: endCharacter } };
}

test('gateway-contract 3.7 7.4 7.5: what ids are made of', () => {
  const symbol = { name: 'f', kind: 12, range: range(1, 2), selectionRange: range(1, 4), containerName: 'C' };
  const { containerName: _, ...bare } = symbol;
  const [inside, top] = documentSymbolsOf(PATH, [symbol, bare]);
  expect(inside).toEqual({
    id: `sha256:${sha256Hex('file:///work/a%20b.ts|f|12|1:2|1:3|1:4|1:5|C')}`,
    ...symbol,
  });
  expect(top).toEqual({ id: `sha256:${sha256Hex('file:///work/a%20b.ts|f|12|1:2|1:3|1:4|1:5|')}`, ...bare });
  const [found] = workspaceSymbolsOf([
    { name: 'f', kind: 12, path: PATH, range: range(1, 2), containerName: 'C' },
  ]).map(identified);
  expect(found).toEqual({
    id: `sha256:${sha256Hex('file:///work/a%20b.ts|f|12|1:2|1:3|C')}`,
    name: 'f',
    kind: 12,
    location: { uri: 'file:///work/a%20b.ts', range: range(1, 2) },
    containerName: 'C',
  });
});

const paths = fc.constantFrom(
  ...['a b', 'a!b', 'a-b', 'é', 'z', 'a/b', '日本', '🎉'].map((name) => `/work/${name}.ts` as AdmittedPath),
);
const places: fc.Arbitrary<Place> = fc.record({
  path: paths,
  range: fc
    .tuple(fc.nat(2), fc.nat(2), fc.nat(2))
    .map(([line, from, length]) => range(line, from, from + length)),
});

test('gateway-contract 4.2: locations are sorted by URI, not by path, then by range', () => {
  fc.assert(
    fc.property(fc.array(places, { maxLength: 20 }), (list) => {
      const found = locationsOf(list.toSorted(comparePlaces));
      const key = ({ uri, range: { start, end } }: (typeof found)[number]): [string, number[]] => [
        uri,
        [start.line, start.character, end.line, end.character],
      ];
      for (const [index, location] of found.entries()) {
        const before = found[index - 1];
        if (before === undefined) continue;
        const [[uri, numbers], [next, nextNumbers]] = [key(before), key(location)];
        const byNumbers =
          numbers
            .map((number, at) => number - (nextNumbers[at] ?? 0))
            .find((difference) => difference !== 0) ?? 0;
        expect(compareText(uri, next) || byNumbers).toBeLessThanOrEqual(0);
      }
      expect(locationsOf(list)).toEqual(found);
    }),
  );
  expect(
    locationsOf(
      ['/work/a!b.ts', '/work/a b.ts', '/work/a"b.ts'].map((path) => ({
        path: path as AdmittedPath,
        range: range(0, 0),
      })),
    ).map(({ uri }) => uri),
  ).toEqual(['file:///work/a!b.ts', 'file:///work/a%20b.ts', 'file:///work/a%22b.ts']);
});

test('gateway-contract 4.2: symbols of the workspace in the order of URI, range, name, kind, container', () => {
  const symbols = fc.record(
    {
      path: paths,
      range: fc.nat(1).map((line) => range(line, 0)),
      name: fc.constantFrom('f', 'g'),
      kind: fc.constantFrom(5, 12),
      containerName: fc.constantFrom('C', 'D'),
    },
    { requiredKeys: ['path', 'range', 'name', 'kind'] },
  );
  fc.assert(
    fc.property(fc.array(symbols, { maxLength: 20 }), (list) => {
      const found = workspaceSymbolsOf(list.toSorted(compareWorkspaceSymbols));
      const keys = found.map(({ name, kind, location, containerName = '\uffff' }) =>
        [location.uri, location.range.start.line, name, String(kind).padStart(2, '0'), containerName].join(
          '\0',
        ),
      );
      expect(keys).toEqual(keys.toSorted(compareText));
    }),
  );
});
