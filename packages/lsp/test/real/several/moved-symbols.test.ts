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

const BIG = [
  'export abstract class Cart {',
  '  n = 1;',
  '}',
  'export class Big extends Cart {}',
  'export const big = new Big();',
  '',
].join('\n');

const TYPESCRIPT: readonly MovedSymbolCase[] = [
  {
    title: 'texts that name its old file',
    files: {
      'src/mocks.d.ts': 'declare const vi: { mock(path: string): void };\n',
      'src/user.ts':
        "import { log } from './log';\nimport { round } from './dep';\n\nvi.mock('./log');\nlog(`log.log ${round(1)}`);\n",
      'src/other.ts': "// See log.log\nexport const text = 'log';\n",
    },
    ask: { filePath: 'src/log.ts', symbol: 'log', to: 'src/dep.ts' },
    want: {
      'src/dep.ts': `${PROJECT['src/dep.ts']}\n${PROJECT['src/log.ts']}`,
      'src/log.ts': '',
      'src/user.ts':
        "import { round, log } from './dep';\n\nvi.mock('./log');\nlog(`log.log ${round(1)}`);\n",
    },
    left: [
      'src/other.ts:1 // See log.log',
      "src/user.ts:3 vi.mock('./log');",
      'src/user.ts:4 log(`log.log ${round(1)}`);',
    ],
  },
  {
    title: 'a class that the file needs while it is loaded, and which needs the file',
    files: { 'src/shop.ts': BIG },
    ask: { filePath: 'src/shop.ts', symbol: 'Big', to: 'src/big.ts' },
    want: /src\/shop\.ts and src\/big\.ts would import each other while they are loaded, and `Cart` may not/,
  },
  {
    title: 'a class that only functions of the file use',
    files: { 'src/shop.ts': BIG.replace('const big = new Big()', 'const big = (): Big => new Big()') },
    ask: { filePath: 'src/shop.ts', symbol: 'Big', to: 'src/big.ts', force: true },
    want: {
      'src/big.ts': "import { Cart } from './shop';\n\nexport class Big extends Cart {}\n",
      'src/shop.ts': BIG.replace('export class Big extends Cart {}\n', '')
        .replace('const big = new Big()', 'const big = (): Big => new Big()')
        .replace('export abstract', "import { Big } from './big';\n\nexport abstract"),
    },
  },
  {
    title: 'into a new file: imports, a private function, importers of all kinds',
    files: {
      'src/shop.ts': SHOP,
      'src/named.ts': "import { price as cost, total } from './shop';\n\ncost(total());\n",
      'src/all.ts': "import * as shop from './shop';\n\nshop.price(shop.total());\n",
      'src/only.ts': "import * as shop from './shop';\n\nshop.price(1);\n",
      'src/both.ts':
        "import * as shop from './shop';\nimport { price as cost } from './shop';\n\ncost(shop.price(shop.total()));\n",
      'src/taken.ts':
        "import * as shop from './shop';\n\nconst costs = (price: number): number => shop.price(price);\ncosts(1);\n",
      'src/barrel.ts': "export { price } from './shop';\nexport * from './shop';\n",
      'src/stars.ts': "export * from './shop';\n",
      'src/behind.ts':
        "import { price } from './barrel';\nimport { price as other } from './stars';\n\nprice(other(1));\n",
      'src/later.ts':
        "const { price } = await import('./shop');\nprice(1);\n(await import('./shop')).price(2);\nawait import('./shop').then((shop) => shop.price);\nvoid import('./shop').then((m) => ({ default: m.price }));\nexport {};\n",
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
      'src/named.ts':
        "import { total } from './shop';\nimport { price as cost } from './price';\n\ncost(total());\n",
      'src/all.ts':
        "import * as shop from './shop';\nimport { price } from './price';\n\nprice(shop.total());\n",
      'src/only.ts': "import { price } from './price';\n\nprice(1);\n",
      'src/both.ts':
        "import * as shop from './shop';\nimport { price as cost } from './price';\n\ncost(cost(shop.total()));\n",
      'src/taken.ts':
        "import * as priceModule from './price';\n\nconst costs = (price: number): number => priceModule.price(price);\ncosts(1);\n",
      'src/barrel.ts': "export { price } from './price';\nexport * from './shop';\n",
      'src/stars.ts': "export * from './shop';\nexport { price } from './price';\n",
      'src/later.ts':
        "const { price } = await import('./price');\nprice(1);\n(await import('./price')).price(2);\nawait import('./price').then((shop) => shop.price);\nvoid import('./price').then((m) => ({ default: m.price }));\nexport {};\n",
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
    title: 'what it uses begins its file, which passes it on: each begins a line',
    files: {
      'src/shop.ts':
        'const RATE = 2;\nexport class Shop {\n  price(): number {\n    return RATE;\n  }\n}\nexport const other = 1;\n',
      'src/user.ts': "import { Shop } from './shop';\nexport const shop = new Shop();\n",
    },
    ask: { filePath: 'src/shop.ts', symbol: 'Shop', to: 'src/shops.ts', reexport: true },
    want: {
      'src/shop.ts': "export { Shop } from './shops';\n\nexport const RATE = 2;\nexport const other = 1;\n",
      'src/shops.ts':
        "import { RATE } from './shop';\n\nexport class Shop {\n  price(): number {\n    return RATE;\n  }\n}\n",
      'src/user.ts': "import { Shop } from './shops';\nexport const shop = new Shop();\n",
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
      'src/shop.ts': 'export interface Money {\n  readonly amount: number;\n}\n\nexport const left = 1;\n',
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
    title: 'endings and aliases as they are; defaults, namespaces, attributes; what stands in a template',
    files: {
      'tsconfig.json': SETTINGS.replace(
        '"module":"esnext","moduleResolution":"bundler"',
        '"module":"nodenext"',
      ).replace('"strict":true', '"strict":true,"paths":{"@/*":["./src/*"]}'),
      'src/lib/tax.ts': 'export default function tax(): number {\n  return 1;\n}\n',
      'src/lib/shop.ts': [
        "import tax from './tax.js';",
        "import * as dep from '../dep.js';",
        "import { log } from '../log.js';",
        '',
        'const rate = 2;',
        '',
        'export async function price(log2 = log): Promise<string> {',
        "  const { log: other } = await import('../log.js');",
        '  other(`${tax()} ${rate}`);',
        '  log2(String(dep.round(1)));',
        "  return 'rate';",
        '}',
        '',
        'export { rate as tariff };',
        '',
      ].join('\n'),
      'src/user.ts':
        "import { price, tariff } from '@/lib/shop.js';\n\nawait price();\nexport const left = tariff;\n",
    },
    ask: { filePath: 'src/lib/shop.ts', symbol: 'price', to: 'src/price.ts' },
    want: {
      'src/lib/shop.ts': 'const rate = 2;\n\nexport { rate as tariff };\n',
      'src/price.ts': [
        "import tax from './lib/tax.js';",
        "import * as dep from './dep.js';",
        "import { log } from './log.js';",
        "import { tariff as rate } from './lib/shop.js';",
        '',
        'export async function price(log2 = log): Promise<string> {',
        "  const { log: other } = await import('./log.js');",
        '  other(`${tax()} ${rate}`);',
        '  log2(String(dep.round(1)));',
        "  return 'rate';",
        '}',
        '',
      ].join('\n'),
      'src/user.ts':
        "import { tariff } from '@/lib/shop.js';\nimport { price } from '@/price.js';\n\nawait price();\nexport const left = tariff;\n",
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

const PYTHON_PROJECT = {
  'pyproject.toml': '[project]\nname = "shop"\nversion = "1"\n',
  'shop/__init__.py': '',
  'shop/money.py': 'class Money:\n    pass\n\n\ndef exact(money: Money) -> int:\n    return 1\n',
};

const CART = [
  '"""Carts."""',
  '',
  'import os',
  'from functools import cache',
  '',
  'from .money import Money, exact',
  '',
  '__all__ = ["price", "total"]',
  '',
  '',
  'def tax() -> int:',
  '    return 1',
  '',
  '',
  '# What it costs.',
  '@cache',
  'def price(money: Money) -> int:',
  '    """A price."""',
  '    return exact(money) + 1',
  '',
  '',
  'def total() -> int:',
  '    return tax() + len(os.sep)',
  '',
].join('\n');

const PYTHON: readonly MovedSymbolCase[] = [
  {
    title: 'into a new module: imports, `__all__`, importers of all kinds',
    files: {
      'shop/cart.py': CART,
      'shop/named.py': 'from .cart import price as cost, total\n\ncost, total\n',
      'shop/whole.py': 'import shop.cart\n\nshop.cart.price, shop.cart.total\n',
      'shop/module.py': 'from shop import cart\n\nprint(cart.price)\n',
      'shop/late.py': 'def late() -> object:\n    from .cart import price\n\n    return price\n',
      'shop/stars.py': 'from .cart import *\n\nprice, total\n',
      'shop/barrel.py': 'from shop.cart import price\n\n__all__ = ["price"]\n',
      'shop/behind.py': 'from .barrel import price\n\nprice\n',
    },
    ask: { filePath: 'shop/cart.py', symbol: 'price', to: 'shop/prices.py' },
    want: {
      'shop/prices.py': [
        'from functools import cache',
        'from .money import Money, exact',
        '',
        '',
        '# What it costs.',
        '@cache',
        'def price(money: Money) -> int:',
        '    """A price."""',
        '    return exact(money) + 1',
        '',
      ].join('\n'),
      'shop/cart.py': [
        '"""Carts."""',
        '',
        'import os',
        '',
        '__all__ = ["total"]',
        '',
        '',
        'def tax() -> int:',
        '    return 1',
        '',
        '',
        'def total() -> int:',
        '    return tax() + len(os.sep)',
        '',
      ].join('\n'),
      'shop/named.py': 'from .cart import total\nfrom .prices import price as cost\n\ncost, total\n',
      'shop/whole.py': 'import shop.cart\nimport shop.prices\n\nshop.prices.price, shop.cart.total\n',
      'shop/module.py': 'from shop import prices\n\nprint(prices.price)\n',
      'shop/late.py': 'def late() -> object:\n    from .prices import price\n\n    return price\n',
      'shop/stars.py': 'from .cart import *\nfrom .prices import price\n\nprice, total\n',
      'shop/barrel.py': 'from shop.prices import price\n\n__all__ = ["price"]\n',
    },
  },
  {
    title: 'with `reexport` into a module that has some of its imports',
    files: {
      'shop/cart.py': CART,
      'shop/prices.py': [
        'from .money import Money',
        '',
        '',
        'def other(money: Money) -> None:',
        '    pass',
        '',
        '',
        'if __name__ == "__main__":',
        '    other(Money())',
        '',
      ].join('\n'),
    },
    ask: { filePath: 'shop/cart.py', symbol: 'price', to: 'shop/prices.py', reexport: true },
    want: {
      'shop/prices.py': [
        'from .money import Money, exact',
        'from functools import cache',
        '',
        '',
        'def other(money: Money) -> None:',
        '    pass',
        '',
        '',
        '# What it costs.',
        '@cache',
        'def price(money: Money) -> int:',
        '    """A price."""',
        '    return exact(money) + 1',
        '',
        '',
        'if __name__ == "__main__":',
        '    other(Money())',
        '',
      ].join('\n'),
      'shop/cart.py': [
        '"""Carts."""',
        '',
        'import os',
        '',
        'from .prices import price',
        '',
        '__all__ = ["price", "total"]',
        '',
        '',
        'def tax() -> int:',
        '    return 1',
        '',
        '',
        'def total() -> int:',
        '    return tax() + len(os.sep)',
        '',
      ].join('\n'),
    },
  },
  {
    title: 'not what stands in a block',
    files: { 'shop/cart.py': 'import os\n\nif os.sep:\n\n    def price() -> int:\n        return 1\n' },
    ask: { filePath: 'shop/cart.py', symbol: 'price', to: 'shop/prices.py' },
    want: /`price` stands in a block/,
  },
  {
    title: 'not where modules would import each other',
    files: { 'shop/cart.py': CART, 'shop/user.py': 'from .cart import total\n\ntotal\n' },
    ask: { filePath: 'shop/cart.py', symbol: 'total', to: 'shop/totals.py', reexport: true },
    want: /import each other while they are loaded: cart\.py -> totals\.py -> cart\.py/,
  },
  {
    title: 'not where a module as a value uses it',
    files: {
      'shop/cart.py': CART,
      'shop/user.py': 'import shop.cart\n\nmodule = shop.cart\nmodule.price\n',
    },
    ask: { filePath: 'shop/cart.py', symbol: 'price', to: 'shop/prices.py' },
    want: /shop\/user\.py:4 cannot follow; `reexport`/,
  },
  {
    title: 'what is imported for types alone stays so; private functions are imported',
    files: {
      'shop/cart.py': [
        'from __future__ import annotations',
        '',
        'from typing import TYPE_CHECKING',
        '',
        'if TYPE_CHECKING:',
        '    from .money import Money',
        '',
        '    Whole = int',
        '',
        '',
        'def _rate() -> int:',
        '    return 1',
        '',
        '',
        'def price(money: Money) -> Whole:',
        '    return _rate()',
        '',
      ].join('\n'),
      'shop/user.py': 'from .cart import price\n\nprice\n',
    },
    ask: { filePath: 'shop/cart.py', symbol: 'price', to: 'shop/prices.py' },
    want: {
      'shop/cart.py': [
        'from __future__ import annotations',
        '',
        'from typing import TYPE_CHECKING',
        '',
        'if TYPE_CHECKING:',
        '',
        '    Whole = int',
        '',
        '',
        'def _rate() -> int:',
        '    return 1',
        '',
      ].join('\n'),
      'shop/prices.py': [
        'from __future__ import annotations',
        'from typing import TYPE_CHECKING',
        'from .cart import _rate',
        '',
        'if TYPE_CHECKING:',
        '    from .money import Money',
        '    from .cart import Whole',
        '',
        '',
        'def price(money: Money) -> Whole:',
        '    return _rate()',
        '',
      ].join('\n'),
      'shop/user.py': 'from .prices import price\n\nprice\n',
    },
  },
];

describeMovedSymbols({
  title: 'pyright',
  define: testWith(),
  servers: ['pyright'],
  project: PYTHON_PROJECT,
  cases: PYTHON,
});

const RUST_PROJECT = {
  'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
  'Cargo.lock': 'version = 4\n\n[[package]]\nname = "shop"\nversion = "0.1.0"\n',
  'src/money.rs': 'pub struct Money(pub i32);\n\npub fn exact(money: &Money) -> i32 {\n    money.0\n}\n',
};

const RUST_CART = [
  'use std::fmt::{self, Display};',
  '',
  'use super::money::{exact, Money};',
  '',
  '/// What it costs.',
  '#[derive(Debug)]',
  'pub struct Price {',
  '    pub amount: i32,',
  '}',
  '',
  'impl Display for Price {',
  "    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {",
  '        write!(f, "{}", self.amount)',
  '    }',
  '}',
  '',
  'fn rate() -> i32 {',
  '    1',
  '}',
  '',
  'pub fn price(money: &Money) -> Price {',
  '    Price { amount: exact(money) + self::rate() }',
  '}',
  '',
].join('\n');

const RUST: readonly MovedSymbolCase[] = [
  {
    title: 'into a new module: `use` lines, a private function, paths of all kinds',
    files: {
      'src/lib.rs': 'pub mod cart;\npub mod money;\nmod user;\n',
      'src/cart.rs': RUST_CART,
      'src/user.rs': [
        'use crate::cart::{price as cost, Price};',
        '',
        'pub fn user() -> Price {',
        '    crate::cart::price(&crate::money::Money(1));',
        '    cost(&crate::money::Money(1))',
        '}',
        '',
      ].join('\n'),
      'tests/whole.rs':
        'use shop::cart::price;\n\n#[test]\nfn whole() {\n    price(&shop::money::Money(1));\n}\n',
    },
    ask: { filePath: 'src/cart.rs', symbol: 'price', to: 'src/prices.rs' },
    want: {
      'src/lib.rs': 'pub mod cart;\npub mod money;\nmod user;\npub mod prices;\n',
      'src/prices.rs': [
        'use crate::money::{Money, exact};',
        'use crate::cart::Price;',
        '',
        'pub fn price(money: &Money) -> Price {',
        '    Price { amount: exact(money) + crate::cart::rate() }',
        '}',
        '',
      ].join('\n'),
      'src/cart.rs': RUST_CART.replace('use super::money::{exact, Money};\n\n', '')
        .replace('fn rate', 'pub(crate) fn rate')
        .replace(/\npub fn price[^]*/, ''),
      'src/user.rs': [
        'use crate::cart::Price;',
        'use crate::prices::price as cost;',
        '',
        'pub fn user() -> Price {',
        '    crate::prices::price(&crate::money::Money(1));',
        '    cost(&crate::money::Money(1))',
        '}',
        '',
      ].join('\n'),
      'tests/whole.rs':
        'use shop::prices::price;\n\n#[test]\nfn whole() {\n    price(&shop::money::Money(1));\n}\n',
    },
  },
  {
    title: 'a type with its `impl`, into a module that is there, passed on',
    files: {
      'src/lib.rs': 'pub mod cart;\npub mod money;\n',
      'src/cart.rs': RUST_CART,
    },
    ask: { filePath: 'src/cart.rs', symbol: 'Price', to: 'src/money.rs', reexport: true },
    want: {
      'src/cart.rs': [
        'use super::money::{exact, Money};',
        'pub use crate::money::Price;',
        '',
        'fn rate() -> i32 {',
        '    1',
        '}',
        '',
        'pub fn price(money: &Money) -> Price {',
        '    Price { amount: exact(money) + self::rate() }',
        '}',
        '',
      ].join('\n'),
      'src/money.rs': [
        'use std::fmt::{self, Display};',
        '',
        'pub struct Money(pub i32);',
        '',
        'pub fn exact(money: &Money) -> i32 {',
        '    money.0',
        '}',
        '',
        '/// What it costs.',
        '#[derive(Debug)]',
        'pub struct Price {',
        '    pub amount: i32,',
        '}',
        '',
        'impl Display for Price {',
        "    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {",
        '        write!(f, "{}", self.amount)',
        '    }',
        '}',
        '',
      ].join('\n'),
    },
  },
  {
    title: 'into a file that implements something for a type of the language',
    files: {
      'src/lib.rs': 'pub mod cart;\npub mod money;\n',
      'src/cart.rs': 'pub fn twice(n: i32) -> i32 {\n    n + n\n}\n',
      'src/money.rs': 'pub trait Worth {}\n\nimpl Worth for i32 {}\n',
    },
    ask: { filePath: 'src/cart.rs', symbol: 'twice', to: 'src/money.rs' },
    want: {
      'src/cart.rs': '',
      'src/money.rs':
        'pub trait Worth {}\n\nimpl Worth for i32 {}\n\npub fn twice(n: i32) -> i32 {\n    n + n\n}\n',
    },
  },
  {
    title: 'not into a file that no module can declare',
    files: { 'src/lib.rs': 'pub mod cart;\npub mod money;\n', 'src/cart.rs': RUST_CART },
    ask: { filePath: 'src/cart.rs', symbol: 'price', to: 'src/deep/prices.rs' },
    want: /would be no module of the crate/,
  },
];

describeMovedSymbols({
  title: 'rust-analyzer',
  define: testWith('rust-analyzer', 'cargo'),
  servers: ['cargo', 'rust-analyzer'],
  project: RUST_PROJECT,
  cases: RUST,
});
