import { expect } from 'bun:test';

import { testWith } from '../needs.ts';
import { openReal } from '../real-lab.ts';
import { outcomeOf } from '../rename-suite.ts';
import { changeSymbol, describeSymbols, type SymbolCase } from '../symbols-suite.ts';

const define = testWith();

const TYPESCRIPT = {
  define,
  servers: ['typescript'],
  project: {
    'package.json': '{}',
    'tsconfig.json':
      '{"compilerOptions":{"strict":true,"module":"nodenext","noEmit":true,"lib":["es5"],"types":[]}}',
    'user.ts': 'import { Used, used } from "./shop.js";\n\nexport const own = [used, new Used().total()];\n',
  },
  file: 'shop.ts',
  text: [
    '/** What a thing costs. */',
    'export const price = 1;',
    '// used',
    'export const used = 2; // two',
    '',
    'const a = 1, b = 2;',
    '',
    '/**',
    ' * A doc.',
    ' */',
    'export function alone(n: number): number {',
    '  return n > 0 ? alone(n - 1) : 0;',
    '}',
    '',
    'export function over(s: string): void;',
    'export function over(s: number): void;',
    'export function over(_s: unknown): void {}',
    '',
    'export enum Size {',
    '  Small,',
    '  Large',
    '}',
    '',
    'export class Used {',
    '  /** Counts. */',
    '  count = 1;',
    '',
    '  total(): number {',
    '    return this.count;',
    '  }',
    '',
    '  extra(): void {}',
    '}',
    '',
    'declare function keep(all: object): void;',
    '',
    'export namespace Held {',
    '  const kept = 1;',
    '',
    '  export function hold(): number {',
    '    return kept;',
    '  }',
    '',
    '  keep({',
    '    kept,',
    '    hold,',
    '  });',
    '}',
    '',
  ].join('\n'),
  cases: [
    {
      title: 'delete a constant',
      ask: { kind: 'delete', symbol: 'price' },
      want: [['/** What a thing costs. */\nexport const price = 1;\n', '']],
    },
    {
      title: 'delete a function that only calls itself',
      ask: { kind: 'delete', symbol: 'alone' },
      want: [
        [
          '/**\n * A doc.\n */\nexport function alone(n: number): number {\n  return n > 0 ? alone(n - 1) : 0;\n}\n\n',
          '',
        ],
      ],
    },
    {
      title: 'not what is used',
      ask: { kind: 'delete', symbol: 'used' },
      want: /`used` is used in user\.ts:1:\d+/,
    },
    {
      title: 'unless forced',
      ask: { kind: 'delete', symbol: 'used', force: true },
      want: [['// used\nexport const used = 2; // two\n', '']],
    },
    {
      title: 'delete the last method',
      ask: { kind: 'delete', symbol: 'Used.extra' },
      want: [['\n  extra(): void {}\n', '']],
    },
    {
      title: 'not one of two in a declaration',
      ask: { kind: 'delete', symbol: 'a' },
      want: /shares its line/,
    },
    {
      title: 'not an overload that is not chosen',
      ask: { kind: 'delete', symbol: 'over' },
      want: /3 definitions, in the lines 15, 16, 17/,
    },
    {
      title: 'replace, the comment stays',
      ask: { kind: 'replace', symbol: 'alone', text: 'export function alone(): number {\n  return 3;\n}\n' },
      want: [
        ['alone(n: number): number {\n  return n > 0 ? alone(n - 1) : 0;', 'alone(): number {\n  return 3;'],
      ],
    },
    {
      title: 'replace with its comment',
      ask: { kind: 'replace', symbol: 'price', text: '// Other\nexport const price = 3;' },
      want: [['/** What a thing costs. */\nexport const price = 1;', '// Other\nexport const price = 3;']],
    },
    {
      title: 'replace a method, indented as it is',
      ask: { kind: 'replace', symbol: 'Used.total', text: 'total(): number {\n  return 2;\n}' },
      want: [['    return this.count;', '    return 2;']],
    },
    {
      title: 'not with another name',
      ask: { kind: 'replace', symbol: 'price', text: 'export const cost = 3;' },
      want: /does not define `price`, but `cost`/,
    },
    {
      title: 'not with errors',
      ask: { kind: 'replace', symbol: 'used', text: 'export const used: string = 3;' },
      want: /would cause \d errors?[^]*not assignable/,
    },
    {
      title: 'not with a bracket too few',
      ask: { kind: 'replace', symbol: 'alone', text: 'export function alone(): number {', force: true },
      want: /more or less than whole definitions|would not be what it is/,
    },
    {
      title: 'insert a function after a constant',
      ask: {
        kind: 'insert',
        symbol: 'used',
        where: 'after',
        text: 'export function more(): number {\n\treturn 1;\n}',
      },
      want: [
        [
          'export const used = 2; // two\n',
          'export const used = 2; // two\n\nexport function more(): number {\n  return 1;\n}\n',
        ],
      ],
    },
    {
      title: 'insert a method before another',
      ask: {
        kind: 'insert',
        symbol: 'Used.total',
        where: 'before',
        text: 'more(): number {\n  return 1;\n}',
      },
      want: [['  total(): number {', '  more(): number {\n    return 1;\n  }\n\n  total(): number {']],
    },
    {
      title: 'insert a function beside what other code has a list of',
      ask: {
        kind: 'insert',
        symbol: 'Held.hold',
        where: 'before',
        text: 'export function more(): number {\n  return 1;\n}',
      },
      want: [
        [
          '  export function hold',
          '  export function more(): number {\n    return 1;\n  }\n\n  export function hold',
        ],
      ],
    },
    {
      title: 'replace a constant that is also the key of an object',
      ask: { kind: 'replace', symbol: 'Held.kept', text: 'const kept = 2;' },
      want: [['  const kept = 1;', '  const kept = 2;']],
    },
    {
      title: 'not delete a constant whose last use is such a key',
      ask: { kind: 'delete', symbol: 'Held.kept' },
      want: /is used in/,
    },
    {
      title: 'insert a member at the end of an enum',
      ask: { kind: 'insert', symbol: 'Size.Large', where: 'after', text: 'Huge' },
      want: [['  Large\n', '  Large,\n  Huge\n']],
    },
    {
      title: 'not a member before one that is counted',
      ask: { kind: 'insert', symbol: 'Size.Large', where: 'before', text: 'Middle' },
      want: /has no value of its own/,
    },
    {
      title: 'unless forced',
      ask: { kind: 'insert', symbol: 'Size.Large', where: 'before', text: 'Middle', force: true },
      want: [['  Large\n', '  Middle,\n  Large\n']],
    },
    {
      title: 'not a text that defines nothing',
      ask: { kind: 'insert', symbol: 'price', where: 'after', text: '// nothing' },
      want: /defines nothing/,
    },
  ] satisfies SymbolCase[],
} as const;

describeSymbols({ ...TYPESCRIPT, title: 'TypeScript 5.9' });
describeSymbols({
  ...TYPESCRIPT,
  title: 'TypeScript 7',
  links: { 'node_modules/typescript': 'typescript-v7' },
});

const PYTHON = {
  define,
  project: {
    'pyproject.toml': '[project]\nname = "demo"\nversion = "1"\n',
    'user.py': 'from shop import Cart, used\n\nown = [used, Cart().total()]\n',
  },
  file: 'shop.py',
  text: [
    '#!/usr/bin/env python3',
    'price = [',
    '    1,',
    ']  # dear',
    '',
    '# used',
    'used = 2',
    'a, b = 1, 2',
    '',
    '',
    '# alone',
    'def alone(n: int) -> int:',
    '    """Doc."""',
    '    return alone(n - 1)',
    '    # ends here',
    '',
    '',
    'class Cart:',
    '    count = 1',
    '',
    '    def total(self) -> int:',
    '        return self.count',
    '',
    '    @property',
    '    def size(self) -> int:',
    '        return 1',
    '',
    '    @size.setter',
    '    def size(self, value: int) -> None:',
    '        self.count = value',
    '',
    '    def __len__(self) -> int:',
    '        return 1',
    '',
    '    def extra(self) -> None:',
    '        pass',
    '',
    '',
    'class Big(Cart):',
    '    def extra(self) -> None:',
    '        print("extra")',
    '',
  ].join('\n'),
  cases: [
    {
      title: 'delete a variable of several lines',
      ask: { kind: 'delete', symbol: 'price' },
      want: [['price = [\n    1,\n]  # dear\n\n', '\n']],
    },
    {
      title: 'delete a function, and the comments about it',
      ask: { kind: 'delete', symbol: 'alone' },
      want: [
        [
          '# alone\ndef alone(n: int) -> int:\n    """Doc."""\n    return alone(n - 1)\n    # ends here\n\n\n',
          '',
        ],
      ],
    },
    {
      title: 'not what is used',
      ask: { kind: 'delete', symbol: 'Cart.total' },
      want: /`total` is used in user\.py:3/,
    },
    {
      title: 'not one of two',
      ask: { kind: 'delete', symbol: 'a' },
      want: /shares its line|declared together/,
    },
    {
      title: 'not a property and its setter',
      ask: { kind: 'delete', symbol: 'Cart.size' },
      want: /2 definitions, in the lines 25, 29/,
    },
    {
      title: 'not what Python calls',
      ask: { kind: 'delete', symbol: 'Cart.__len__' },
      want: /called by Python/,
    },
    {
      title: 'not what is overridden',
      ask: { kind: 'delete', symbol: 'Cart.extra' },
      want: /also defined in shop\.py:40, which overrides it/,
    },
    {
      title: 'replace a variable',
      ask: { kind: 'replace', symbol: 'price', text: 'price = [2]' },
      want: [['price = [\n    1,\n]  # dear', 'price = [2]  # dear']],
    },
    {
      title: 'replace a method, indented as it is',
      ask: { kind: 'replace', symbol: 'Cart.total', text: 'def total(self) -> int:\n    return 2' },
      want: [['        return self.count', '        return 2']],
    },
    {
      title: 'not with errors',
      ask: { kind: 'replace', symbol: 'used', text: 'used: str = 2' },
      want: /would cause \d errors?/,
    },
    {
      title: 'insert a function after another',
      ask: { kind: 'insert', symbol: 'alone', where: 'after', text: 'def more() -> int:\n    return 1\n' },
      want: [['    # ends here\n', '    # ends here\n\n\ndef more() -> int:\n    return 1\n']],
    },
    {
      title: 'insert a method before another',
      ask: {
        kind: 'insert',
        symbol: 'Cart.total',
        where: 'before',
        text: '    def more(self) -> int:\n        return 1\n',
      },
      want: [['    def total', '    def more(self) -> int:\n        return 1\n\n    def total']],
    },
  ] satisfies SymbolCase[],
} as const;

describeSymbols({ ...PYTHON, title: 'pyright', servers: ['pyright'] });
describeSymbols({
  ...PYTHON,
  title: 'ty',
  define: testWith('ty'),
  servers: ['ty'],
  project: { ...PYTHON.project, 'ty.toml': '' },
});

describeSymbols({
  title: 'gopls',
  define: testWith('gopls', 'go'),
  servers: ['gopls'],
  project: {
    'go.mod': 'module example.com/demo\n\ngo 1.21\n',
    'user.go':
      'package demo\n\nvar Own = []int{used, Cart{}.Total()}\n\ntype namer interface{ Name() int }\n\nvar Namer namer = Cart{}\n',
  },
  file: 'shop.go',
  text: [
    'package demo',
    '',
    '// Price is what it costs.',
    'var Price = 1',
    '',
    'var used = 2 // two',
    '',
    'var x, y = 1, 2',
    '',
    'const (',
    '\t// Small is one.',
    '\tSmall = 1',
    '\tLarge = 2',
    ')',
    '',
    '// Alone calls itself.',
    '//',
    '//go:noinline',
    'func Alone(n int) int {',
    '\treturn Alone(n - 1)',
    '}',
    '',
    '// Cart is one.',
    'type Cart struct {',
    '\tCount int',
    '\tB, C  string',
    '\tTag   int `json:"tag"`',
    '}',
    '',
    'func (c Cart) Total() int {',
    '\treturn c.Count',
    '}',
    '',
    'func (c Cart) String() string {',
    '\treturn ""',
    '}',
    '',
    'func (c Cart) Name() int {',
    '\treturn 1',
    '}',
    '',
  ].join('\n'),
  cases: [
    {
      title: 'delete a variable',
      ask: { kind: 'delete', symbol: 'Price' },
      want: [['// Price is what it costs.\nvar Price = 1\n\n', '']],
    },
    {
      title: 'delete a function with its directive',
      ask: { kind: 'delete', symbol: 'Alone' },
      want: [
        [
          '// Alone calls itself.\n//\n//go:noinline\nfunc Alone(n int) int {\n\treturn Alone(n - 1)\n}\n\n',
          '',
        ],
      ],
    },
    {
      title: 'delete one of a group',
      ask: { kind: 'delete', symbol: 'Small' },
      want: [['\t// Small is one.\n\tSmall = 1\n', '']],
    },
    {
      title: 'not what is used',
      ask: { kind: 'delete', symbol: 'Cart.Total' },
      want: /`Total` is used in user\.go:3/,
    },
    {
      title: 'not one of two',
      ask: { kind: 'delete', symbol: 'Cart.B' },
      want: /declared together with `C`/,
    },
    {
      title: 'not one of two variables',
      ask: { kind: 'delete', symbol: 'x' },
      want: /declared together with `y`/,
    },
    { title: 'not a field with a tag', ask: { kind: 'delete', symbol: 'Cart.Tag' }, want: /has a tag/ },
    {
      title: 'not what implements an interface',
      ask: { kind: 'delete', symbol: 'Cart.Name' },
      want: /is used in user\.go:5|implements or is implemented/,
    },
    {
      title: 'not what the standard library calls',
      ask: { kind: 'delete', symbol: 'Cart.String' },
      want: /may be called by the standard library/,
    },
    {
      title: 'replace a type',
      ask: { kind: 'replace', symbol: 'Cart', text: '// Cart is two.\ntype Cart struct {\n    Count int\n}' },
      want: [
        ['// Cart is one.', '// Cart is two.'],
        ['\tB, C  string\n\tTag   int `json:"tag"`\n', ''],
      ],
    },
    {
      title: 'not with errors',
      ask: { kind: 'replace', symbol: 'used', text: 'var used string = 3' },
      want: /would cause \d errors?/,
    },
    {
      title: 'insert a method after another',
      ask: {
        kind: 'insert',
        symbol: 'Cart.Total',
        where: 'after',
        text: 'func (c Cart) More() int {\n    return 1\n}',
      },
      want: [['\treturn c.Count\n}\n', '\treturn c.Count\n}\n\nfunc (c Cart) More() int {\n\treturn 1\n}\n']],
    },
    {
      title: 'insert a constant into a group',
      ask: { kind: 'insert', symbol: 'Large', where: 'after', text: 'Huge = 3' },
      want: [['\tLarge = 2\n', '\tLarge = 2\n\tHuge = 3\n']],
    },
  ],
});

describeSymbols({
  title: 'rust-analyzer',
  define: testWith('rust-analyzer', 'cargo'),
  servers: ['cargo', 'rust-analyzer'],
  project: {
    'Cargo.toml': '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
    'src/lib.rs': 'pub mod shop;\npub mod user;\n',
    'src/user.rs':
      'use crate::shop::{Cart, USED};\n\npub fn own() -> i32 {\n    USED + Cart { count: 1 }.total()\n}\n',
  },
  file: 'src/shop.rs',
  text: [
    'pub const PRICE: i32 = 1; // dear',
    '/// Used.',
    'pub const USED: i32 = 2;',
    '',
    '// alone',
    '/// Calls itself.',
    '#[inline]',
    'pub fn alone(n: i32) -> i32 {',
    '    if n > 0 { alone(n - 1) } else { 0 }',
    '}',
    '',
    '/// A cart.',
    '#[derive(Clone)]',
    'pub struct Cart {',
    '    pub count: i32,',
    '}',
    '',
    'impl Cart {',
    '    pub fn total(&self) -> i32 {',
    '        self.count',
    '    }',
    '',
    '    /// More.',
    '    pub fn extra(&self) {}',
    '}',
    '',
    'impl std::fmt::Display for Cart {',
    "    fn fmt(&self, _f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {",
    '        Ok(())',
    '    }',
    '}',
    '',
    'pub enum Size {',
    '    Small, // s',
    '    Large,',
    '}',
    '',
  ].join('\n'),
  cases: [
    {
      title: 'delete a constant',
      ask: { kind: 'delete', symbol: 'PRICE' },
      want: [['pub const PRICE: i32 = 1; // dear\n', '']],
    },
    {
      title: 'delete a function with comments and attributes',
      ask: { kind: 'delete', symbol: 'alone' },
      want: [
        [
          '// alone\n/// Calls itself.\n#[inline]\npub fn alone(n: i32) -> i32 {\n    if n > 0 { alone(n - 1) } else { 0 }\n}\n\n',
          '',
        ],
      ],
    },
    {
      title: 'not what is used',
      ask: { kind: 'delete', symbol: 'USED' },
      want: /`USED` is used in src\/user\.rs:1/,
    },
    {
      title: 'delete the last method',
      ask: { kind: 'delete', symbol: 'extra' },
      want: [['\n    /// More.\n    pub fn extra(&self) {}\n', '']],
    },
    {
      title: 'not what belongs to a trait',
      ask: { kind: 'delete', symbol: 'fmt', line: 28 },
      want: /the trait may call it/,
    },
    {
      title: 'delete a variant',
      ask: { kind: 'delete', symbol: 'Size.Small' },
      want: [['    Small, // s\n', '']],
    },
    {
      title: 'replace, the comments stay',
      ask: { kind: 'replace', symbol: 'alone', text: 'pub fn alone(_n: i32) -> i32 {\n    3\n}\n' },
      want: [
        [
          '#[inline]\npub fn alone(n: i32) -> i32 {\n    if n > 0 { alone(n - 1) } else { 0 }',
          'pub fn alone(_n: i32) -> i32 {\n    3',
        ],
      ],
    },
    {
      title: 'replace a constant without its semicolon',
      ask: { kind: 'replace', symbol: 'USED', text: 'pub const USED: i32 = 3' },
      want: [['USED: i32 = 2;', 'USED: i32 = 3;']],
    },
    {
      title: 'not with errors',
      ask: { kind: 'replace', symbol: 'USED', text: 'pub const USED: i32 = "3";' },
      want: /would cause \d errors?/,
    },
    {
      title: 'insert a method after another',
      ask: { kind: 'insert', symbol: 'total', where: 'after', text: 'pub fn more(&self) -> i32 {\n    1\n}' },
      want: [
        [
          '        self.count\n    }\n',
          '        self.count\n    }\n\n    pub fn more(&self) -> i32 {\n        1\n    }\n',
        ],
      ],
    },
    {
      title: 'insert a field',
      ask: { kind: 'insert', symbol: 'Size.Large', where: 'after', text: 'Huge' },
      want: [['    Large,\n', '    Large,\n    Huge,\n']],
    },
  ],
});

describeSymbols({
  title: 'clangd',
  define: testWith('clangd'),
  servers: ['clangd'],
  project: {
    'compile_flags.txt': '-xc++\n-std=c++17\n',
    'user.cpp': '#include "shop.h"\nint own() { return used + Cart().total(); }\n',
  },
  file: 'shop.h',
  text: [
    '#pragma once',
    '// What it costs.',
    'inline int price = 1; // dear',
    'inline int used = 2;',
    'inline int q = 1, r = 2;',
    '',
    '/** Any. */',
    'template <typename T,',
    '          typename U>',
    'T alone(T a, U b) {',
    '  return a > 0 ? alone(a - 1, b) : a;',
    '}',
    '',
    '[[nodiscard]]',
    'inline int kept() { return 1; }',
    '',
    'struct Cart {',
    '  int count = 1;',
    '',
    '  int total() const {',
    '    return count;',
    '  }',
    '',
    '  virtual void extra() {}',
    '};',
    '',
    'enum class Size {',
    '  Small,',
    '  Large',
    '};',
    '',
  ].join('\n'),
  cases: [
    {
      title: 'delete a variable',
      ask: { kind: 'delete', symbol: 'price' },
      want: [['// What it costs.\ninline int price = 1; // dear\n', '']],
    },
    {
      title: 'delete a template',
      ask: { kind: 'delete', symbol: 'alone' },
      want: [
        [
          '/** Any. */\ntemplate <typename T,\n          typename U>\nT alone(T a, U b) {\n  return a > 0 ? alone(a - 1, b) : a;\n}\n\n',
          '',
        ],
      ],
    },
    {
      title: 'delete with an attribute',
      ask: { kind: 'delete', symbol: 'kept' },
      want: [['[[nodiscard]]\ninline int kept() { return 1; }\n\n', '']],
    },
    {
      title: 'not what is used',
      ask: { kind: 'delete', symbol: 'used' },
      want: /`used` is used in user\.cpp:2/,
    },
    {
      title: 'not one of two',
      ask: { kind: 'delete', symbol: 'q' },
      want: /shares its line|declared together/,
    },
    {
      title: 'not the second of two',
      ask: { kind: 'delete', symbol: 'r' },
      want: /shares its line|declared together/,
    },
    {
      title: 'not what can be overridden',
      ask: { kind: 'delete', symbol: 'Cart.extra' },
      want: /overrides a method, or is overridden/,
    },
    {
      title: 'replace a method',
      ask: { kind: 'replace', symbol: 'Cart.total', text: 'int total() const { return 2; }' },
      want: [['  int total() const {\n    return count;\n  }', '  int total() const { return 2; }']],
    },
    {
      title: 'replace a variable',
      ask: { kind: 'replace', symbol: 'price', text: 'inline int price = 3;' },
      want: [['price = 1;', 'price = 3;']],
    },
    {
      title: 'replace a struct',
      ask: { kind: 'replace', symbol: 'Size', text: 'enum class Size {\n  Small,\n};' },
      want: [['  Small,\n  Large\n', '  Small,\n']],
    },
    {
      title: 'insert a method after another',
      ask: { kind: 'insert', symbol: 'Cart.total', where: 'after', text: 'int more() {\n  return 1;\n}' },
      want: [['    return count;\n  }\n', '    return count;\n  }\n\n  int more() {\n    return 1;\n  }\n']],
    },
    {
      title: 'insert an enumerator',
      ask: { kind: 'insert', symbol: 'Size.Large', where: 'after', text: 'Huge' },
      want: [['  Large\n', '  Large,\n  Huge\n']],
    },
  ],
});

const COUNTED = [
  [
    'TypeScript',
    ['typescript'],
    { 'tsconfig.json': '{"compilerOptions":{"lib":["es5"]}}' },
    'a.ts',
    'export enum E {\n  First,\n  Second,\n  // The last.\n  Third,\n}\n',
    'E.Second',
    'E.Third',
  ],
  [
    'gopls',
    ['gopls'],
    { 'go.mod': 'module example.com/demo\n\ngo 1.21\n' },
    'a.go',
    'package demo\n\nconst (\n\tFirst = iota\n\tSecond\n\tThird // the last\n)\n',
    'Second',
    'Third',
  ],
  [
    'clangd',
    ['clangd'],
    { 'compile_flags.txt': '-xc++\n' },
    'a.cpp',
    'enum E {\n  First,\n  Second,\n  Third,\n};\n',
    'Second',
    'Third',
  ],
] as const;

for (const [title, servers, project, file, text, counted, last] of COUNTED) {
  (title === 'TypeScript' ? define : title === 'gopls' ? testWith('gopls', 'go') : testWith(title))(
    `symbols, ${title}: what gives others their values is not deleted, the last one is`,
    async () => {
      await using lab = await openReal({ servers, files: { ...project, [file]: text } });
      const remove = async (symbol: string): Promise<unknown> =>
        outcomeOf(await changeSymbol(lab, { kind: 'delete', filePath: file, symbol }));
      expect(await remove(counted)).toMatch(/has no value of its own/);
      expect(Object.keys(Object(await remove(last)) as object)).toEqual([file]);
    },
  );
}
