import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';

import type { DocumentSymbol, Range } from '../../../src/backend/model.ts';
import { byRange } from '../../../src/backend/navigation/order.ts';
import { readDocumentSymbols, readWorkspaceSymbols } from '../../../src/backend/navigation/read-symbols.ts';
import * as some from './arbitraries.ts';

interface Tree {
  name: string;
  kind: number;
  range: Range;
  selectionRange: Range;
  children?: Tree[];
}

/** Over whole lines; its name is in the first. */
function tree(name: string, from: number, to: number, children?: Tree[]): Tree {
  return {
    name,
    kind: 5,
    range: lines(from, to),
    selectionRange: lines(from, from),
    ...(children !== undefined && { children }),
  };
}

function lines(from: number, to: number): Range {
  return { start: { line: from, character: 0 }, end: { line: to, character: 80 } };
}

function flat(name: string, from: number, to: number, containerName?: string): DocumentSymbol {
  return {
    name,
    kind: 5,
    range: lines(from, to),
    selectionRange: lines(from, from),
    ...(containerName !== undefined && { containerName }),
  };
}

function information(name: string, from: number, to: number, more: object = {}): object {
  return { name, kind: 5, location: { uri: 'file:///w/a', range: lines(from, to) }, ...more };
}

const DOCUMENTS: [title: string, result: unknown, want: DocumentSymbol[]][] = [
  ['null', null, []],
  ['no list', tree('a', 1, 2), []],
  [
    'depth first, siblings by range',
    [tree('b', 5, 9, [tree('b2', 8, 8), tree('b1', 6, 7, [tree('b11', 6, 6)])]), tree('a', 1, 4, [])],
    [flat('a', 1, 4), flat('b', 5, 9), flat('b1', 6, 7, 'b'), flat('b11', 6, 6, 'b1'), flat('b2', 8, 8, 'b')],
  ],
  [
    'the shorter of two that start together first',
    [tree('long', 1, 9), tree('short', 1, 2)],
    [flat('short', 1, 2), flat('long', 1, 9)],
  ],
  [
    'those in the same place in the order of the server',
    [tree('b', 1, 1), tree('a', 1, 1)],
    [flat('b', 1, 1), flat('a', 1, 1)],
  ],
  [
    'in something without a name: in nothing',
    [tree('', 1, 9, [tree('a', 2, 3)])],
    [flat('', 1, 9), flat('a', 2, 3)],
  ],
  [
    'of what is said besides, nothing',
    [{ ...tree('a', 1, 2), detail: 'x', tags: [1], deprecated: true, containerName: 'x' }],
    [flat('a', 1, 2)],
  ],
  [
    'malformed ones are left out with all that they hold',
    [
      { ...tree('a', 1, 9, [tree('b', 2, 3)]), range: null },
      tree('c', 4, 5, [{ ...tree('d', 4, 4), selectionRange: lines(5, 4) }]),
    ],
    [flat('c', 4, 5)],
  ],
  [
    'neither without a name nor without a kind',
    [{ ...tree('a', 1, 2), name: null }, { ...tree('a', 1, 2), kind: 'class' }, 'a', null, [tree('a', 1, 2)]],
    [],
  ],
  [
    'children that are no list',
    [{ ...tree('a', 1, 2), children: { 0: tree('b', 1, 1) } }],
    [flat('a', 1, 2)],
  ],
  [
    'flat ones',
    [information('b', 3, 4, { containerName: 'a' }), information('a', 1, 9, { containerName: '' })],
    [
      { ...flat('a', 1, 9), selectionRange: lines(1, 9) },
      { ...flat('b', 3, 4, 'a'), selectionRange: lines(3, 4) },
    ],
  ],
  [
    'flat ones without a place',
    [
      { name: 'a', kind: 5, location: { uri: 'file:///w/a' } },
      { name: 'a', kind: 5, location: null, range: lines(1, 2) },
    ],
    [],
  ],
];

describe('document symbols (gateway-contract 7.4)', () => {
  test.each(DOCUMENTS)('%s', (_, result, want) => {
    expect([...readDocumentSymbols(result)]).toEqual(want);
  });

  test('a kind that LSP does not know is a property, as it is to VS Code', () => {
    const kinds = [1, 26, 0, 27, 255, 1.5, -1].map((kind) => ({ ...tree('a', 1, 2), kind }));
    expect([...readDocumentSymbols(kinds)].map(({ kind }) => kind)).toEqual([1, 26, 7, 7, 7, 7, 7]);
  });

  test('nested deeper than any stack', () => {
    let deep = tree('leaf', 1, 2);
    for (let depth = 0; depth < 200_000; depth += 1) deep = tree(`d${depth}`, 1, 2, [deep]);
    const symbols = [...readDocumentSymbols([deep])];
    expect([symbols.length, symbols.at(-1)]).toEqual([200_001, flat('leaf', 1, 2, 'd0')]);
  });

  test('more siblings than any call takes arguments', () => {
    const wide = tree(
      'all',
      0,
      300_000,
      Array.from({ length: 300_000 }, (_, at) => tree('one', at, at)),
    );
    expect([...readDocumentSymbols([wide])].length).toBe(300_001);
  });

  test('of any tree each symbol comes once, behind its parent, whose name it says, and before the siblings that stand below', () => {
    fc.assert(
      fc.property(forestOf(3), (roots) => {
        const nodes = number(roots);
        const symbols = [...readDocumentSymbols(roots)];
        expect(symbols.map(({ name }) => name).toSorted()).toEqual([...nodes.keys()].toSorted());
        const place = new Map(symbols.map(({ name }, at) => [name, at]));
        for (const { name, containerName, range } of symbols) {
          const node = nodes.get(name)!;
          expect([containerName, range]).toEqual([node.parent, node.tree.range]);
          if (node.parent !== undefined) expect(place.get(node.parent)!).toBeLessThan(place.get(name)!);
          for (const sibling of node.siblings)
            if (byRange(range, sibling.range) < 0)
              expect(place.get(name)!).toBeLessThan(place.get(sibling.name)!);
        }
      }),
    );
  });
});

/** Of symbols without names. */
function forestOf(depth: number): fc.Arbitrary<Tree[]> {
  const children: fc.Arbitrary<Tree[]> = depth === 0 ? fc.constant<Tree[]>([]) : forestOf(depth - 1);
  return fc.array(
    fc.record({
      name: fc.constant(''),
      kind: fc.integer({ min: 1, max: 26 }),
      range: some.range,
      selectionRange: some.range,
      children,
    }),
    { maxLength: 4 },
  );
}

/** Names all of them, each otherwise, and says where they are. */
function number(roots: Tree[]): Map<string, { tree: Tree; parent: string | undefined; siblings: Tree[] }> {
  const nodes = new Map<string, { tree: Tree; parent: string | undefined; siblings: Tree[] }>();
  const walk = (siblings: Tree[], parent: string | undefined): void => {
    for (const child of siblings) {
      child.name = `s${nodes.size}`;
      nodes.set(child.name, { tree: child, parent, siblings });
      walk(child.children ?? [], child.name);
    }
  };
  walk(roots, undefined);
  return nodes;
}

const WORKSPACE: [title: string, result: unknown, want: object[]][] = [
  ['null', null, []],
  [
    'in the order of the server',
    [information('b', 3, 4, { containerName: 'a' }), information('a', 1, 9)],
    [
      { name: 'b', kind: 5, uri: 'file:///w/a', range: lines(3, 4), containerName: 'a' },
      { name: 'a', kind: 5, uri: 'file:///w/a', range: lines(1, 9) },
    ],
  ],
  [
    'an empty container is none',
    [information('a', 1, 9, { containerName: '' })],
    [{ name: 'a', kind: 5, uri: 'file:///w/a', range: lines(1, 9) }],
  ],
  [
    'those that one would have to ask about again are left out',
    [{ name: 'a', kind: 5, location: { uri: 'file:///w/a' }, data: 1 }],
    [],
  ],
  [
    'malformed ones are left out',
    [
      { ...information('a', 1, 2), name: 1 },
      { ...information('a', 1, 2), kind: null },
      { name: 'a', kind: 5 },
      null,
      7,
    ],
    [],
  ],
];

test.each(WORKSPACE)('workspace symbols: %s', (_, result, want) => {
  expect<object[]>([...readWorkspaceSymbols(result)]).toEqual(want);
});
