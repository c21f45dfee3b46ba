import { testWith } from '../needs.ts';
import { describeMovedSymbols, type MovedSymbolCase } from '../moved-symbols-suite.ts';

const SETTINGS =
  '{"compilerOptions":{"strict":true,"module":"esnext","moduleResolution":"bundler","target":"es2022",' +
  '"noUnusedLocals":true,"verbatimModuleSyntax":true,"noEmit":true,"lib":["es2022"],"types":[]},"include":["src"]}';

const SHOP = [
  "import { round, type Money } from './dep';",
  "import { log } from './log';",
  '',
  '/** What it costs. */',
  'export function price(money: Money): number {',
  '  return round(money) + tax();',
  '}',
  '',
  'function tax(): number {',
  '  return 1;',
  '}',
  '',
  'export const total = (): number => {',
  "  log('total');",
  '  return price(1);',
  '};',
  '',
].join('\n');

const PROJECT = {
  'package.json': '{"type":"module"}',
  'tsconfig.json': SETTINGS,
  'src/dep.ts':
    'export type Money = number;\nexport function round(money: Money): number {\n  return money;\n}\n',
  'src/log.ts': 'export function log(_text: string): void {}\n',
};

const TYPESCRIPT: readonly MovedSymbolCase[] = [
  {
    title: 'into a new file: imports, a private function, importers of all kinds',
    files: {
      'src/shop.ts': SHOP,
      'src/named.ts': "import { price as cost, total } from './shop';\n\ncost(total());\n",
      'src/all.ts': "import * as shop from './shop';\n\nshop.price(shop.total());\n",
      'src/only.ts': "import * as shop from './shop';\n\nshop.price(1);\n",
      'src/barrel.ts': "export { price } from './shop';\nexport * from './shop';\n",
      'src/stars.ts': "export * from './shop';\n",
      'src/behind.ts': "import { price } from './barrel';\nimport { price as other } from './stars';\n\nprice(other(1));\n",
      'src/later.ts': "const { price } = await import('./shop');\nprice(1);\n(await import('./shop')).price(2);\nexport {};\n",
      'src/types.ts': "export type Price = typeof import('./shop').price;\n",
    },
    ask: { filePath: 'src/shop.ts', symbol: 'price', to: 'src/price.ts' },
    want: {
      'src/price.ts': [
        "import { round, type Money } from './dep';",
        "import { tax } from './shop';",
        '',
        '/** What it costs. */',
        'export function price(money: Money): number {',
        '  return round(money) + tax();',
        '}',
        '',
      ].join('\n'),
      'src/shop.ts': [
        "import { log } from './log';",
        "import { price } from './price';",
        '',
        'export function tax(): number {',
        '  return 1;',
        '}',
        '',
        'export const total = (): number => {',
        "  log('total');",
        '  return price(1);',
        '};',
        '',
      ].join('\n'),
      'src/named.ts': "import { total } from './shop';\nimport { price as cost } from './price';\n\ncost(total());\n",
      'src/all.ts': "import * as shop from './shop';\nimport { price } from './price';\n\nprice(shop.total());\n",
      'src/only.ts': "import { price } from './price';\n\nprice(1);\n",
      'src/barrel.ts': "export { price } from './price';\nexport * from './shop';\n",
      'src/stars.ts': "export * from './shop';\nexport { price } from './price';\n",
      'src/later.ts':
        "const { price } = await import('./price');\nprice(1);\n(await import('./price')).price(2);\nexport {};\n",
      'src/types.ts': "export type Price = typeof import('./price').price;\n",
    },
  },
  {
    title: 'an exported one with `reexport`, into a file that has some of its imports; CRLF, `#`, spaces',
    files: {
      'src/shop.ts': SHOP.replaceAll('\n', '\r\n'),
      'src/a #b/prices.test.ts':
        "\uFEFFimport { log } from '../log';\n\nexport function own(): void {\n  log('own');\n}\n",
      'src/user.ts': "import { total } from './shop';\n\ntotal();\n",
    },
    ask: { filePath: 'src/shop.ts', symbol: 'total', to: 'src/a #b/prices.test.ts', reexport: true },
    want: {
      'src/a #b/prices.test.ts': [
        "\uFEFFimport { log } from '../log';",
        "import { price } from '../shop';",
        '',
        'export function own(): void {',
        "  log('own');",
        '}',
        '',
        'export const total = (): number => {',
        "  log('total');",
        '  return price(1);',
        '};',
        '',
      ].join('\n'),
      'src/shop.ts': [
        "import { round, type Money } from './dep';",
        "export { total } from './a #b/prices.test';",
        '',
        '/** What it costs. */',
        'export function price(money: Money): number {',
        '  return round(money) + tax();',
        '}',
        '',
        'function tax(): number {',
        '  return 1;',
        '}',
        '',
      ].join('\r\n'),
      'src/user.ts': "import { total } from './a #b/prices.test';\n\ntotal();\n",
    },
  },
  {
    title: 'overloads, a decorator, a type; what the target imports of it goes',
    files: {
      'src/shop.ts': [
        'export interface Money {',
        '  readonly amount: number;',
        '}',
        '',
        'export function read(text: string): Money;',
        'export function read(text: number): Money;',
        'export function read(text: unknown): Money {',
        '  return { amount: Number(text) };',
        '}',
        '',
        'export const left = 1;',
        '',
      ].join('\n'),
      'src/reader.ts':
        "import { type Money, read } from './shop';\n\nexport const first: Money = read('1');\n",
    },
    ask: { filePath: 'src/shop.ts', symbol: 'read', to: 'src/reader.ts' },
    want: {
      'src/shop.ts':
        'export interface Money {\n  readonly amount: number;\n}\n\nexport const left = 1;\n',
      'src/reader.ts': [
        "import { type Money } from './shop';",
        '',
        'export function read(text: string): Money;',
        'export function read(text: number): Money;',
        'export function read(text: unknown): Money {',
        '  return { amount: Number(text) };',
        '}',
        '',
        "export const first: Money = read('1');",
        '',
      ].join('\n'),
    },
  },
  {
    title: 'a type stays one: `import type`',
    files: {
      'src/shop.ts':
        "import type { Money } from './dep';\n\nexport type Price = Money;\n\nexport const one: Price = 1;\n",
      'src/user.ts': "import type { Price } from './shop';\n\nexport const two: Price = 2;\n",
    },
    ask: { filePath: 'src/shop.ts', symbol: 'Price', to: 'src/types/price.ts' },
    want: {
      'src/shop.ts': "import type { Price } from './types/price';\n\nexport const one: Price = 1;\n",
      'src/types/price.ts': "import type { Money } from '../dep';\n\nexport type Price = Money;\n",
      'src/user.ts': "import type { Price } from './types/price';\n\nexport const two: Price = 2;\n",
    },
  },
  {
    title: 'not where the target has the name',
    files: { 'src/shop.ts': SHOP, 'src/other.ts': 'export const price = 1;\n' },
    ask: { filePath: 'src/shop.ts', symbol: 'price', to: 'src/other.ts' },
    want: /src\/other\.ts defines a `price` already/,
  },
  {
    title: 'not where what it uses would be another one',
    files: { 'src/shop.ts': SHOP, 'src/other.ts': 'export function tax(): number {\n  return 2;\n}\n' },
    ask: { filePath: 'src/shop.ts', symbol: 'price', to: 'src/other.ts' },
    want: /the target has another `tax`/,
  },
  {
    title: 'not where a global name would be another one',
    files: {
      'src/shop.ts': 'export function year(): string {\n  return String(2026);\n}\n',
      'src/other.ts': "export function String(_year: number): string {\n  return 'never';\n}\n",
    },
    ask: { filePath: 'src/shop.ts', symbol: 'year', to: 'src/other.ts' },
    want: /`String` would mean what the target calls so/,
  },
  {
    title: 'not the default export, a member, a folder, a place outside',
    files: { 'src/shop.ts': 'export default function main(): void {}\n' },
    ask: { filePath: 'src/shop.ts', symbol: 'main', to: 'src/other.ts' },
    want: /`main` is the default export of its file/,
  },
  {
    title: 'not a member',
    files: { 'src/shop.ts': 'export class Shop {\n  price(): void {}\n}\n' },
    ask: { filePath: 'src/shop.ts', symbol: 'Shop.price', to: 'src/other.ts' },
    want: /only what stands at the top of a file moves/,
  },
  {
    title: 'not outside of the workspace',
    files: { 'src/shop.ts': SHOP },
    ask: { filePath: 'src/shop.ts', symbol: 'price', to: '../other.ts' },
    want: /outside/,
  },
  {
    title: 'not where a module as a value uses it, unless its file passes it on',
    files: {
      'src/shop.ts': SHOP,
      'src/user.ts': "const shop = await import('./shop');\nshop.price(1);\n",
    },
    ask: { filePath: 'src/shop.ts', symbol: 'price', to: 'src/price.ts' },
    want: /src\/user\.ts:2 cannot follow; `reexport`/,
  },
];

for (const [version, links] of [
  ['5.9', {}],
  ['7', { 'node_modules/typescript': 'typescript-v7' }],
] as const)
  describeMovedSymbols({
    title: `TypeScript ${version}`,
    define: testWith(),
    servers: ['typescript'],
    project: PROJECT,
    links,
    cases: TYPESCRIPT,
  });
