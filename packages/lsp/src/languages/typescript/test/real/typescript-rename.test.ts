import { describe, expect, test } from 'bun:test';

import type { RefactorResult } from '../../../../types.ts';
import type { Lab } from '../../../../../test/harness/lab.ts';
import { openReal } from '../../../../../test/real/real-lab.ts';

const FILES = {
  'package.json': '{"type":"module"}',
  'tsconfig.json':
    '{"compilerOptions":{"strict":true,"module":"nodenext","target":"es2022","noEmit":true,"lib":["es5"],"types":[]},"include":["*.ts"]}',
  'cart.ts': [
    'export interface Cart { total: number; count: number }',
    'export function make(): Cart {',
    '  const total = 1;',
    '  const count = 2;',
    '  return { total, count };',
    '}',
    'export const rate = 3;',
    'export function read({ total }: Cart): number {',
    '  return total;',
    '}',
    '',
  ].join('\n'),
  'index.ts': "export { rate, make } from './cart.js';\nexport { make as build } from './cart.js';\n",
  'near.ts':
    "import { make, rate } from './cart.js';\nexport const n = make().total;\nexport const text = JSON.stringify({ rate });\n",
  'far.ts':
    "import { rate, build } from './index.js';\nexport const o = {\n  n: build().total,\n  rate\n};\nexport const r = [o.rate, rate];\n",
};
type File = keyof typeof FILES;

type Case = [
  title: string,
  file: File,
  symbol: string,
  line: number,
  newName: string,
  changes: readonly (readonly [file: File, from: string, to: string])[],
];

const CASES: Case[] = [
  [
    'a variable that gives a property its value',
    'cart.ts',
    'total',
    3,
    'sum',
    [
      ['cart.ts', 'const total', 'const sum'],
      ['cart.ts', '{ total, count }', '{ total: sum, count }'],
    ],
  ],
  [
    'a property whose value is a variable of that name',
    'cart.ts',
    'Cart.total',
    1,
    'sum',
    [
      ['cart.ts', '{ total: number', '{ sum: number'],
      ['cart.ts', '{ total, count }', '{ sum: total, count }'],
      ['cart.ts', '({ total }', '({ sum: total }'],
      ['near.ts', '.total', '.sum'],
      ['far.ts', '.total', '.sum'],
    ],
  ],
  [
    'a variable that takes a property out of an object',
    'cart.ts',
    'total',
    9,
    'sum',
    [
      ['cart.ts', '({ total }', '({ total: sum }'],
      ['cart.ts', 'return total', 'return sum'],
    ],
  ],
  ...(['cart.ts', 'far.ts'] as const).map((from): Case => [
    `an export, from ${from}, also behind a re-export`,
    from,
    'rate',
    from === 'cart.ts' ? 7 : 1,
    'fee',
    [
      ['cart.ts', 'const rate', 'const fee'],
      ['index.ts', '{ rate,', '{ fee,'],
      ['near.ts', 'make, rate', 'make, fee'],
      ['near.ts', '{ rate }', '{ rate: fee }'],
      ['far.ts', '{ rate,', '{ fee,'],
      ['far.ts', '  rate\n', '  rate: fee\n'],
      ['far.ts', ', rate]', ', fee]'],
    ],
  ]),
  [
    'a function that has an alias, which stays',
    'cart.ts',
    'make',
    2,
    'create',
    [
      ['cart.ts', 'function make', 'function create'],
      ['index.ts', 'rate, make', 'rate, create'],
      ['index.ts', 'make as', 'create as'],
      ['near.ts', '{ make', '{ create'],
      ['near.ts', '= make', '= create'],
    ],
  ],
];

/** The files with these changes, each of which is there. */
function changed(changes: Case[5]): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [file, from, to] of changes) {
    const text = texts[file] ?? FILES[file];
    expect(text).toContain(from);
    texts[file] = text.replace(from, to);
  }
  return texts;
}

const textsOf = (result: RefactorResult): unknown =>
  'refused' in result
    ? result.refused
    : Object.fromEntries(result.changes.map(({ file, text }) => [file, text]));

describe.each([
  ['TypeScript 5.9', {}],
  ['TypeScript 7', { links: { 'node_modules/typescript': 'typescript-v7' } }],
] as const)('rename, %s', (_, how) => {
  const open = (files: Record<string, string> = FILES): Promise<Lab> =>
    openReal({ servers: ['typescript'], files, ...how });
  const rename = async (
    lab: Lab,
    filePath: string,
    symbol: string,
    line: number,
    newName: string,
  ): Promise<unknown> =>
    textsOf(await lab.sidecar.request('lsp/refactor', { kind: 'rename', filePath, symbol, line, newName }));

  test.each(CASES)('%s; and back to the same bytes', async (_title, file, symbol, line, newName, changes) => {
    await using lab = await open();
    const expected = changed(changes);
    expect(await rename(lab, file, symbol, line, newName)).toEqual(expected);
    // A property that became `sum: total` would become `total: total`.
    if (symbol === 'Cart.total') return;
    for (const [name, text] of Object.entries(expected)) lab.workspace.write(name, text);
    expect(await rename(lab, file, newName, line, symbol)).toEqual(
      Object.fromEntries(Object.keys(expected).map((name) => [name, FILES[name as File]])),
    );
  });

  test.each([
    ['load', 'read'],
    ['Purse', 'Wallet'],
  ])('an alias that begins with the old name stays: %s', async (symbol, newName) => {
    const files = {
      'a.ts': 'export function load(): number { return 1; }\nexport default class Purse {}\n',
      'b.ts':
        'import { load as loadConfig } from "./a.js";\nimport Purse0 from "./a.js";\nexport const b = [loadConfig(), new Purse0()];\n',
      'c.ts': 'export { load as loadMore, default as Purse$ } from "./a.js";\n',
      'd.ts':
        'import { loadMore as load2, Purse$ as Purse_ } from "./c.js";\nexport const d = [load2(), new Purse_()];\n',
    };
    await using lab = await open({ ...FILES, ...files });
    const word = new RegExp(`(?<![\\w$])${symbol}(?![\\w$])`, 'g');
    expect(await rename(lab, 'a.ts', symbol, symbol === 'load' ? 1 : 2, newName)).toEqual(
      Object.fromEntries(
        Object.entries(files)
          .map(([file, text]) => [file, text.replace(word, newName)] as const)
          .filter(([file, text]) => text !== files[file as keyof typeof files]),
      ),
    );
  });

  test('a file of JavaScript follows that no project has', async () => {
    const files = {
      'a.ts': 'export const load = 1;\nexport { load as default };\n',
      'c.js': "import { load } from './a.js';\n// load it\nexport const y = { load };\n",
    };
    await using lab = await open({ ...FILES, ...files });
    expect(await rename(lab, 'a.ts', 'load', 1, 'read')).toEqual({
      'a.ts': files['a.ts'].replaceAll('load', 'read'),
      'c.js': files['c.js'].replace('{ load }', '{ read }').replace('y = { load }', 'y = { load: read }'),
    });
  });

  const COMMON = {
    'package.json': '{}',
    'a.js':
      'function read(n) {\n  return n;\n}\nclass Cart {\n  total() {\n    return 1;\n  }\n}\nmodule.exports = { load: read, other: 1, Cart };\n',
    'b.js':
      "const { load, other } = require('./a');\nconst a = require('./a');\nexports.b = [load(1), a.load(2), other, new a.Cart().total()];\n",
    'c.js': "const { load: fetch } = require('./a.js');\nexports.c = fetch(1);\n",
    'd.js': "const { load } = require('./a');\nmodule.exports = { load };\n",
  };

  test('what a CommonJS module exports follows into modules of no project, and names of variables stay', async () => {
    await using lab = await open(COMMON);
    expect(await rename(lab, 'a.js', 'load', 9, 'pull')).toEqual({
      'a.js': COMMON['a.js'].replace('load', 'pull'),
      'b.js': COMMON['b.js'].replace('{ load', '{ pull: load').replace('a.load', 'a.pull'),
      'c.js': COMMON['c.js'].replace('load', 'pull'),
      'd.js': COMMON['d.js'].replace('{ load', '{ pull: load'),
    });
    expect(await rename(lab, 'a.js', 'Cart.total', 5, 'sum')).toEqual({
      'a.js': COMMON['a.js'].replace('total', 'sum'),
      'b.js': COMMON['b.js'].replace('total', 'sum'),
    });
    expect(await rename(lab, 'a.js', 'read', 1, 'pull')).toEqual({
      'a.js': COMMON['a.js'].replaceAll('read', 'pull'),
    });
  });

  test('an error that stands already and says the old name is none that it causes', async () => {
    const text =
      "export class Cart$ {}\nexport const a = new Cart$().missing;\nexport const b: Cart$ = 'no';\n";
    await using lab = await open({ ...FILES, 'a.ts': text });
    expect(await rename(lab, 'a.ts', 'Cart$', 1, 'Basket')).toEqual({
      'a.ts': text.replaceAll('Cart$', 'Basket'),
    });
    const other = `${text}export interface Basket { count: number }\nexport const c: Basket = { count: 1 };\n`;
    lab.workspace.write('a.ts', other);
    expect(await rename(lab, 'a.ts', 'Cart$', 1, 'Basket')).toMatch(/would cause|has a meaning already/);
  });

  test('a default export is renamed with its imports, and keys stay', async () => {
    const files = {
      ...FILES,
      'purse.ts': 'export default class Purse {\n  total = 1;\n}\n',
      'same.ts':
        "import Purse from './purse.js';\nexport const all = { Purse };\nexport const one = [new Purse(), all.Purse];\n",
      'apart.ts': "import Other from './purse.js';\nexport const two = { Other };\n",
    };
    await using lab = await open(files);
    expect(await rename(lab, 'purse.ts', 'Purse', 1, 'Wallet')).toEqual({
      'purse.ts': files['purse.ts'].replace('Purse', 'Wallet'),
      'same.ts':
        "import Wallet from './purse.js';\nexport const all = { Purse: Wallet };\nexport const one = [new Wallet(), all.Purse];\n",
    });
  });

  test('a private name stays private', async () => {
    const text = 'export class A {\n  #total = 1;\n  one(): number {\n    return this.#total;\n  }\n}\n';
    await using lab = await open({ ...FILES, 'private.ts': text });
    expect(await rename(lab, 'private.ts', 'total', 4, 'sum')).toEqual({
      'private.ts': text.replaceAll('#total', '#sum'),
    });
  });

  test('the name of a dependency gets an alias in this file alone', async () => {
    const files = {
      ...FILES,
      'node_modules/dep/package.json': '{"name":"dep","version":"1.0.0","types":"index.d.ts"}',
      'node_modules/dep/index.d.ts': 'export declare const given: number;\n',
      'uses.ts': "import { given } from 'dep';\nexport const a = { given };\n",
      'also.ts': "import { given } from 'dep';\nexport const b = given;\n",
    };
    await using lab = await open(files);
    expect(await rename(lab, 'uses.ts', 'given', 1, 'mine')).toEqual({
      'uses.ts': "import { given as mine } from 'dep';\nexport const a = { given: mine };\n",
    });
  });
});
