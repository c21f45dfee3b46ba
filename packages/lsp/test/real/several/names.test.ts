import { expect } from 'bun:test';

import { Tools } from '../navigation-suite.ts';
import { type Define, testWith } from '../needs.ts';
import type { RefactorParams } from '../../../src/types.ts';
import { type Links, openReal } from '../real-lab.ts';
import { outcomeOf } from '../rename-suite.ts';

/** Places, or what the answer says. */
type Ask = readonly [tool: string, input: object, want: string[] | RegExp];

/** The text of the file with these replacements, or the reason why there is none. */
type Change = readonly [params: Changing, want: RegExp | readonly (readonly [from: RegExp, to: string])[]];

type Changing = DistributedOmit<Exclude<RefactorParams, { kind: 'move' | 'organizeImports' }>, 'filePath'>;
type DistributedOmit<T, Key extends string> = T extends unknown ? Omit<T, Key> : never;

interface Language {
  readonly title: string;
  readonly define: Define;
  readonly servers: readonly string[];
  readonly links?: Links;
  readonly files: Readonly<Record<string, string>>;
  /** Where the changes are made. */
  readonly file: string;
  readonly asks: readonly Ask[];
  readonly changes: readonly Change[];
}

const PRIVATE: Language = {
  title: 'TypeScript 5.9: private names, names that are no ASCII',
  define: testWith(),
  servers: ['typescript'],
  files: {
    'package.json': '{}',
    'tsconfig.json':
      '{"compilerOptions":{"strict":true,"target":"es2022","module":"nodenext","noEmit":true,"lib":["es2022"],"types":[]}}',
    'a.ts':
      'export class A {\n  #total = 1;\n  static #count = 2;\n  #sum(): number { return this.#total + A.#count; }\n  naïve = 1;\n  all(): number { return this.#sum() + this.naïve; }\n}\n',
  },
  file: 'a.ts',
  asks: [
    ['lsp_find_references', { file: 'a.ts', symbol: '#total' }, ['a.ts:2:3', 'a.ts:4:32']],
    ['lsp_find_references', { file: 'a.ts', symbol: 'A/#sum' }, ['a.ts:4:3', 'a.ts:6:31']],
  ],
  changes: [
    [{ kind: 'rename', symbol: '#total', newName: 'price' }, [[/#total/g, '#price']]],
    [{ kind: 'rename', symbol: 'A.#total', newName: '#price' }, [[/#total/g, '#price']]],
    [{ kind: 'rename', symbol: 'A/#count', newName: '#size' }, [[/#count/g, '#size']]],
    [{ kind: 'rename', symbol: 'all', newName: '#size' }, /`all` is not private/],
    [{ kind: 'rename', symbol: 'A.naïve'.normalize('NFD'), newName: 'größe' }, [[/naïve/g, 'größe']]],
    [
      { kind: 'replace', symbol: '#sum', text: '#sum(): number { return 1; }' },
      [[/this\.#total \+ A\.#count/, '1']],
    ],
    [{ kind: 'delete', symbol: 'A.#sum', force: true }, [[/ {2}#sum\(.*\n/, '']]],
  ],
};

const LANGUAGES: readonly Language[] = [
  PRIVATE,
  {
    ...PRIVATE,
    title: PRIVATE.title.replace('5.9', '7'),
    links: { 'node_modules/typescript': 'typescript-v7' },
  },
  {
    title: 'rust-analyzer: raw names, traits and their implementations',
    define: testWith('rust-analyzer', 'cargo'),
    servers: ['cargo', 'rust-analyzer'],
    files: {
      'Cargo.toml': '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs': [
        'pub trait Greeter {',
        '    fn hello(&self) -> i32;',
        '}',
        'impl Greeter for S {',
        '    fn hello(&self) -> i32 {',
        '        self.r#type',
        '    }',
        '}',
        'impl S {',
        '    pub fn r#match(&self) -> i32 {',
        '        self.hello()',
        '    }',
        '}',
        'pub struct S {',
        '    pub r#type: i32,',
        '}',
        'pub fn two(s: &S) -> i32 {',
        '    s.r#match()',
        '}',
        'impl std::ops::Add for S {',
        '    type Output = i32;',
        '    fn add(self, _: S) -> i32 {',
        '        1',
        '    }',
        '}',
        'impl S {',
        '    pub fn add(&self) {}',
        '}',
        'pub fn add() {}',
        '',
      ].join('\n'),
    },
    file: 'src/lib.rs',
    asks: [
      ['lsp_goto_definition', { symbol: 'Greeter.hello' }, ['src/lib.rs:2:8']],
      ['lsp_goto_definition', { file: 'src/lib.rs', symbol: 'Greeter::hello' }, ['src/lib.rs:2:8']],
      ['lsp_goto_definition', { symbol: 'S::hello' }, ['src/lib.rs:5:8']],
      ['lsp_goto_definition', { symbol: '<S as Greeter>::hello' }, ['src/lib.rs:5:8']],
      ['lsp_find_references', { symbol: 'S.type' }, ['src/lib.rs:6:14', 'src/lib.rs:15:9']],
      ['lsp_goto_definition', { symbol: 'demo::S::hello' }, ['src/lib.rs:5:8']],
      ['lsp_goto_definition', { symbol: 'other::S::hello' }, /there is no symbol `other::S::hello`/],
      ['lsp_goto_definition', { symbol: 'impl Greeter for S::hello' }, ['src/lib.rs:5:8']],
      ['lsp_goto_definition', { file: 'src/lib.rs', symbol: 'impl Greeter for S/hello' }, ['src/lib.rs:5:8']],
      ['lsp_goto_definition', { file: 'src/lib.rs', symbol: 'hello[1]' }, /may mean 2|there is no/],
      ['lsp_find_references', { symbol: 'r#match' }, ['src/lib.rs:10:12', 'src/lib.rs:18:7']],
      ['lsp_find_references', { symbol: 'S.match' }, ['src/lib.rs:10:12', 'src/lib.rs:18:7']],
      ['lsp_goto_definition', { symbol: 'S.add' }, ['src/lib.rs:27:12']],
      ['lsp_goto_definition', { symbol: 'demo::add' }, ['src/lib.rs:29:8']],
    ],
    changes: [
      [{ kind: 'rename', symbol: 'r#match', newName: 'matched' }, [[/r#match/g, 'matched']]],
      [{ kind: 'rename', symbol: 'S.r#type', newName: 'kind' }, [[/r#type/g, 'kind']]],
      [{ kind: 'rename', symbol: 'two', newName: 'r#fn' }, [[/two/, 'r#fn']]],
      [{ kind: 'rename', symbol: 'two', newName: 'fn' }, /keyword/],
      [
        { kind: 'replace', symbol: 'two', text: 'pub fn two(_: &S) -> i32 {\n    2\n}' },
        [[/two\(s[^}]*/, 'two(_: &S) -> i32 {\n    2\n']],
      ],
    ],
  },
  {
    title: 'clangd: operators, a class and its constructor',
    define: testWith('clangd'),
    servers: ['clangd'],
    files: {
      'compile_flags.txt': '-xc++\n-std=c++20\n',
      'm.h':
        '#pragma once\nstruct Money {\n  Money(int n);\n  ~Money();\n  bool operator==(const Money &o) const;\n  int operator()(int a) const;\n  operator bool() const;\n  int operator[](int i) const;\n  int n;\n};\nlong double operator""_km(long double);\n',
      'm.cpp':
        '#include "m.h"\nMoney::Money(int n) : n(n) {}\nMoney::~Money() {}\nbool Money::operator==(const Money &o) const { return n == o.n; }\n',
      'u.cpp':
        '#include "m.h"\nbool use(Money &a, Money &b) { return a == b; }\nint call(Money &a) { return a ? a(2) : a[1]; }\nlong double k() { return 5.0_km; }\n',
    },
    file: 'm.cpp',
    asks: [
      [
        'lsp_find_references',
        { symbol: 'Money::operator==', file: 'm.h' },
        ['m.cpp:4:13', 'm.h:5:8', 'u.cpp:2:41'],
      ],
      [
        'lsp_find_references',
        { file: 'm.h', line: 5, character: 8 },
        ['m.cpp:4:13', 'm.h:5:8', 'u.cpp:2:41'],
      ],
      ['lsp_find_references', { symbol: 'Money::operator()' }, ['m.h:6:7', 'u.cpp:3:34']],
      ['lsp_find_references', { symbol: 'Money.operator bool' }, ['m.h:7:3', 'u.cpp:3:29']],
      ['lsp_find_references', { symbol: 'Money/operator[]' }, ['m.h:8:7', 'u.cpp:3:41']],
      ['lsp_find_references', { symbol: 'operator""_km' }, ['m.h:11:13', 'u.cpp:4:29']],
      ['lsp_goto_definition', { symbol: 'Money' }, ['m.h:2:8']],
      ['lsp_goto_definition', { symbol: 'Money', file: 'm.h' }, ['m.h:2:8']],
      ['lsp_find_references', { symbol: 'Money::Money' }, ['m.cpp:2:8', 'm.h:3:3']],
    ],
    changes: [
      [
        {
          kind: 'replace',
          symbol: 'Money::operator==',
          text: 'bool Money::operator==(const Money &o) const { return o.n == n; }',
        },
        [[/n == o\.n/, 'o.n == n']],
      ],
    ],
  },
  {
    title: 'pyright: dunder names, overloads by index',
    define: testWith(),
    servers: ['pyright'],
    files: {
      'pyproject.toml': '[project]\nname = "demo"\nversion = "1"\n',
      'a.py':
        'class Cart:\n    def __init__(self) -> None:\n        self.__n = 1\n\n    def __len__(self) -> int:\n        return self.__n\n\n\nclass P:\n    @property\n    def t(self) -> int:\n        return 1\n\n    @t.setter\n    def t(self, v: int) -> None: ...\n',
      'shop/__init__.py': '',
      'shop/bag.py':
        'def price() -> int:\n    return 1\n\n\nclass Bag:\n    def price(self) -> int:\n        return 2\n',
    },
    file: 'a.py',
    asks: [
      ['lsp_find_references', { symbol: 'Cart.__len__' }, ['a.py:5:9']],
      ['lsp_find_references', { file: 'a.py', symbol: 'Cart/__n' }, ['a.py:3:14', 'a.py:6:21']],
      ['lsp_goto_definition', { symbol: 'shop.bag.price' }, ['shop/bag.py:1:5']],
      ['lsp_goto_definition', { symbol: 'Bag.price' }, ['shop/bag.py:6:9']],
    ],
    changes: [
      [{ kind: 'rename', symbol: 'Cart.__len__', newName: 'size' }, /called by Python itself/],
      [{ kind: 'rename', symbol: 'Cart.__n', newName: '__count' }, [[/__n\b/g, '__count']]],
      [
        {
          kind: 'insert',
          symbol: 'P/t[1]',
          where: 'after',
          text: '@t.deleter\ndef t(self) -> None: ...',
        },
        [[/$/, '\n    @t.deleter\n    def t(self) -> None: ...\n']],
      ],
    ],
  },
];

for (const { title, define, servers, files, file, asks, changes, links } of LANGUAGES) {
  define(`names as the language writes them, ${title}`, async () => {
    await using lab = await openReal({
      servers,
      files,
      config: { navigationTimeout: 60_000 },
      ...(links && { links }),
    });
    const tools = await Tools.of(lab);
    for (const [tool, input, want] of asks)
      expectLike(JSON.stringify([tool, input]), await tools.found(tool, input), want);
    for (const [params, want] of changes) {
      const about = { filePath: file, ...params };
      const text = files[file] ?? '';
      expectLike(
        JSON.stringify(about),
        outcomeOf(await lab.sidecar.request('lsp/refactor', about)),
        want instanceof RegExp
          ? want
          : { [file]: want.reduce((changed, [from, to]) => changed.replace(from, () => to), text) },
      );
    }
  });
}

function expectLike<T>(about: string, answer: T, want: T | RegExp): void {
  if (want instanceof RegExp) expect(`${about} ${JSON.stringify(answer)}`).toMatch(want);
  else expect([about, answer]).toEqual([about, want]);
}
