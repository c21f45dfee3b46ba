import { expect, test } from 'bun:test';

import type { Lab } from '../../harness/lab.ts';
import { type Links, openReal } from '../real-lab.ts';

const TS = {
  'package.json': '{}',
  'tsconfig.json':
    '{"compilerOptions":{"strict":true,"module":"nodenext","noEmit":true,"lib":["es5"],"types":[]}}',
};
const CART = [
  'export class Cart {',
  '  items = 2;',
  '  total(rate: number): number {',
  '    const sum = rate * this.items;',
  '    function round(n: number): number {',
  '      return n;',
  '    }',
  '    return round(sum);',
  '  }',
  '}',
  'export const all = new Cart().total(1);',
  '/** `half` is its own. */',
  'export const halves = (n: number): object => {',
  '  const half = { of: n };',
  '  return half;',
  '};',
  '',
].join('\n');
const USER = [
  "import { Cart } from './cart.js';",
  'export function sums(cart: Cart): number {',
  '  return cart.total(1) + [2].map((n) => cart.total(n))[0]!;',
  '}',
  'new Cart().total(3);',
  '',
].join('\n');

async function asking(lab: Lab): Promise<(tool: string, input: object) => Promise<string>> {
  const mcp = lab.sidecar.openMcp();
  await mcp.initialize();
  return async (name, input) => {
    const { content } = (await mcp.request('tools/call', { name, arguments: input })) as {
      content: { text: string }[];
    };
    return content.map(({ text }) => text).join('\n');
  };
}

test.each<[title: string, links: Links]>([
  ['TypeScript 5.9', {}],
  ['TypeScript 7', { 'node_modules/typescript': 'typescript-v7' }],
])('what uses stand in, the source of a symbol, and the top of a file: %s', async (_, links) => {
  await using lab = await openReal({
    servers: ['typescript'],
    files: { ...TS, 'cart.ts': CART, 'user.ts': USER },
    links,
    config: { navigationTimeout: 60_000 },
  });
  const ask = await asking(lab);
  expect(await ask('lsp_find_references', { symbol: 'Cart.total' })).toBe(
    [
      '5 references to `total` in 2 files:',
      'cart.ts:3:3 (in Cart)  total(rate: number): number {',
      'cart.ts:11:31 (in all)  export const all = new Cart().total(1);',
      'user.ts:3:15 (in sums)  return cart.total(1) + [2].map((n) => cart.total(n))[0]!;',
      'user.ts:3:46 (in sums)  return cart.total(1) + [2].map((n) => cart.total(n))[0]!;',
      'user.ts:5:12  new Cart().total(3);',
    ].join('\n'),
  );
  expect(await ask('lsp_find_references', { file: 'cart.ts', symbol: 'rate' })).toContain(
    'cart.ts:4:17 (in Cart.total)  const sum',
  );
  expect(await ask('lsp_find_references', { symbol: 'Cart.total', groupBy: 'symbol' })).toBe(
    [
      '5 references to `total` in 2 files:',
      'cart.ts Cart (1):',
      '  3:3  total(rate: number): number {',
      'cart.ts all (1):',
      '  11:31  export const all = new Cart().total(1);',
      'user.ts sums (2):',
      '  3:15  return cart.total(1) + [2].map((n) => cart.total(n))[0]!;',
      '  3:46  return cart.total(1) + [2].map((n) => cart.total(n))[0]!;',
      'user.ts (1):',
      '  5:12  new Cart().total(3);',
    ].join('\n'),
  );
  const hover = await ask('lsp_hover', { file: 'user.ts', symbol: 'total', line: 3, body: true });
  expect(hover).toContain('total(rate: number): number');
  const body = CART.split('\n')
    .slice(2, 9)
    .map((row, index) => `${index + 3}\t${row}`);
  expect(hover).toEndWith(['', 'cart.ts:3-9:', ...body].join('\n'));
  expect(await ask('lsp_hover', { file: 'user.ts', symbol: 'total', line: 3 })).not.toContain('cart.ts:3');
  for (const query of ['Cart.total', 'Cart/total', 'total'])
    expect(await ask('lsp_workspace_symbols', { query, kind: ['method'], path: '*.ts' })).toContain(
      'cart.ts:3:3  method total',
    );
  expect(await ask('lsp_workspace_symbols', { query: '/Car' })).toContain('class Cart');
  expect(await ask('lsp_workspace_symbols', { query: '/Cart/total' })).toContain('method total');
  expect(await ask('lsp_workspace_symbols', { query: '/total' })).toContain('No symbol');
  expect(await ask('lsp_workspace_symbols', { query: 'total[0]' })).toContain('1 symbol for `total[0]`');
  const names = async (input: object): Promise<string[]> =>
    (await ask('lsp_document_symbols', { file: 'cart.ts', ...input }))
      .split('\n')
      .slice(1)
      .map((row) => /^\S+ {2}(?:enum member|type parameter|\w+) (\S+)/.exec(row)?.[1] ?? row);
  expect(await names({ depth: 1 })).toEqual(['Cart', 'all', 'halves']);
  expect(await names({ depth: 2 })).toEqual(['Cart', 'items', 'total', 'all', 'halves']);
  expect(await names({})).toEqual(['Cart', 'items', 'total', 'round', 'all', 'halves']);
  const locals = ['Cart', 'items', 'total', 'sum', 'round', 'all', 'halves', 'half', 'of'];
  expect(await names({ locals: true })).toEqual(locals);
  expect(await ask('lsp_find_references', { file: 'cart.ts', symbol: 'n', line: 13 })).toContain(
    'cart.ts:14:22 (in halves)  ',
  );
});

test('the value of a variable belongs to it: pyright', async () => {
  const text = [
    'def one(n: int) -> int:',
    '    return n',
    '',
    '',
    'ALL = [',
    '    one(1),',
    ']',
    '',
    '',
    'class Cart:',
    '    first = one(2)',
    '',
    '    def __init__(self) -> None:',
    '        self.second = one(3)',
    '',
  ].join('\n');
  await using lab = await openReal({
    servers: ['pyright'],
    files: { 'pyproject.toml': '[project]\nname = "demo"\nversion = "1"\n', 'a.py': text },
    config: { navigationTimeout: 60_000 },
  });
  const ask = await asking(lab);
  expect(await ask('lsp_hover', { symbol: 'ALL', body: true })).toEndWith(
    'a.py:5-7:\n5\tALL = [\n6\t    one(1),\n7\t]',
  );
  expect(await ask('lsp_find_references', { symbol: 'one', includeDeclaration: false })).toBe(
    [
      '3 references to `one` in 1 file:',
      'a.py:6:5 (in ALL)  one(1),',
      'a.py:11:13 (in Cart.first)  first = one(2)',
      'a.py:14:23 (in Cart.__init__)  self.second = one(3)',
    ].join('\n'),
  );
});

test('a property is its getter, its source has the setter, too: pyright', async () => {
  const text = [
    'class Cart:',
    '    @property',
    '    def total(self) -> int:',
    '        """The sum."""',
    '        return 1',
    '',
    '    @total.setter',
    '    def total(self, value: int) -> None: ...',
    '',
    '    @property',
    '    def name(self) -> str:',
    '        return ""',
    '',
    '    def other(self) -> int:',
    '        return self.total',
    '',
    '    @name.setter',
    '    def name(self, value: str) -> None: ...',
    '',
  ].join('\n');
  await using lab = await openReal({
    servers: ['pyright'],
    files: { 'pyproject.toml': '[project]\nname = "demo"\nversion = "1"\n', 'a.py': text },
    config: { navigationTimeout: 60_000 },
  });
  const ask = await asking(lab);
  const body = (from: number, to: number): string =>
    [
      `a.py:${from}-${to}:`,
      ...text
        .split('\n')
        .slice(from - 1, to)
        .map((row, index) => `${from + index}\t${row}`),
    ].join('\n');
  for (const input of [{ symbol: 'Cart.total' }, { file: 'a.py', symbol: 'total' }]) {
    const hover = await ask('lsp_hover', { ...input, body: true });
    expect(hover).toContain('(self: Self@Cart) -> int');
    expect(hover).toEndWith(`\n${body(2, 8)}`);
  }
  for (const [input, from, to] of [
    [{ symbol: 'Cart.name' }, 10, 12],
    [{ symbol: 'Cart.total[0]' }, 2, 5],
    [{ symbol: 'Cart.total[1]' }, 7, 8],
    [{ file: 'a.py', symbol: 'total', line: 8 }, 7, 8],
    [{ file: 'a.py', symbol: 'total', line: 3 }, 2, 5],
  ] as const)
    expect(await ask('lsp_hover', { ...input, body: true })).toEndWith(`\n${body(from, to)}`);
  const outline = await ask('lsp_document_symbols', { file: 'a.py' });
  expect(outline.split('\n').map((row) => /^\d+/.exec(row)?.[0])).toEqual([
    '6',
    '1',
    '3',
    '8',
    '11',
    '14',
    '18',
  ]);
});

test('what servers list once, or by the nearest that holds it, is found by its whole name: TypeScript', async () => {
  const text = [
    'export namespace Outer {',
    '  export namespace Inner {',
    '    export function deep(): void {}',
    '  }',
    '}',
    'export function over(a: string): string;',
    'export function over(a: number): number;',
    'export function over(a: unknown): unknown {',
    '  return a;',
    '}',
    '',
  ].join('\n');
  await using lab = await openReal({
    servers: ['typescript'],
    files: { ...TS, 'a.ts': text },
    config: { navigationTimeout: 60_000 },
  });
  const ask = await asking(lab);
  for (const [query, place] of [
    ['Outer.Inner.deep', 'a.ts:3:21'],
    ['Outer/Inner/deep', 'a.ts:3:21'],
    ['over[0]', 'a.ts:6:17'],
    ['over[1]', 'a.ts:7:17'],
  ])
    expect(await ask('lsp_workspace_symbols', { query })).toContain(`1 symbol for \`${query}\`:\n${place} `);
  expect(await ask('lsp_hover', { symbol: 'over[1]', body: true })).toEndWith(
    'a.ts:7-7:\n7\texport function over(a: number): number;',
  );
  expect(await ask('lsp_workspace_symbols', { query: 'over[3]' })).toContain('No symbol');
  expect(await ask('lsp_workspace_symbols', { query: 'over[0]', kind: 'class' })).toContain('No symbol');
});
