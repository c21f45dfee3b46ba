import { expect, test } from 'bun:test';

import { writeAndProve } from '../move-suite.ts';
import { testWith } from '../needs.ts';
import { openReal } from '../real-lab.ts';
import { describeRename, outcomeOf } from '../rename-suite.ts';

const define = testWith();

const TYPESCRIPT = {
  define,
  servers: ['typescript'],
  project: {
    'package.json': '{}',
    'tsconfig.json':
      '{"compilerOptions":{"strict":true,"module":"nodenext","noEmit":true,"lib":["es5"],"types":[]}}',
  },
  declared: { file: 'declared.ts', text: 'export const total = 1;\nexport const twice = total * 2;\n' },
  user: {
    file: 'user.ts',
    text: 'import { total } from "./declared.js";\n\n// total of the user\nexport const own = { total };\n'.replace(
      '{ total };',
      '[total];',
    ),
  },
  capture: {
    file: 'capture.ts',
    text: 'export const aaa = 1;\nexport function f(bbb: number): number {\n  return aaa + bbb;\n}\n',
  },
  keyword: 'while',
} as const;

describeRename({ ...TYPESCRIPT, title: 'TypeScript 5.9' });
describeRename({
  ...TYPESCRIPT,
  title: 'TypeScript 7',
  links: { 'node_modules/typescript': 'typescript-v7' },
});

const PYTHON = {
  project: { 'pyproject.toml': '[project]\nname = "demo"\nversion = "1"\n' },
  declared: { file: 'declared.py', text: 'total = 1\ntwice = total * 2\n' },
  user: { file: 'user.py', text: 'from declared import total\n\n# total of the user\nown = [total]\n' },
  capture: { file: 'capture.py', text: 'aaa = 1\n\n\ndef f(bbb: int) -> int:\n    return aaa + bbb\n' },
  keyword: 'while',
} as const;

describeRename({ ...PYTHON, title: 'pyright', define, servers: ['pyright'] });
describeRename({
  title: 'gopls',
  define: testWith('gopls', 'go'),
  servers: ['gopls'],
  project: { 'go.mod': 'module example.com/demo\n\ngo 1.21\n' },
  declared: { file: 'declared.go', text: 'package demo\n\nvar total = 1\nvar Twice = total * 2\n' },
  user: { file: 'user.go', text: 'package demo\n\n// total of the user\nvar Own = []int{total}\n' },
  capture: {
    file: 'capture.go',
    text: 'package demo\n\nvar aaa = 1\n\nfunc F(bbb int) int {\n\treturn aaa + bbb\n}\n',
  },
  keyword: 'func',
});
describeRename({
  title: 'rust-analyzer',
  define: testWith('rust-analyzer', 'cargo'),
  servers: ['cargo', 'rust-analyzer'],
  project: {
    'Cargo.toml': '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
    'src/lib.rs': 'pub mod capture;\npub mod declared;\npub mod user;\n',
  },
  declared: {
    file: 'src/declared.rs',
    text: 'pub fn total() -> i32 {\n    1\n}\n\npub fn twice() -> i32 {\n    total() * 2\n}\n',
  },
  user: {
    file: 'src/user.rs',
    text: '// total of the user\npub fn own() -> i32 {\n    crate::declared::total()\n}\n',
  },
  capture: {
    file: 'src/capture.rs',
    text: 'pub fn f(aaa: i32) -> i32 {\n    let g = |bbb: i32| aaa + bbb;\n    g(1)\n}\n',
  },
  keyword: 'while',
});
describeRename({
  title: 'clangd',
  define: testWith('clangd'),
  servers: ['clangd'],
  project: { 'compile_flags.txt': '-xc++\n-std=c++17\n' },
  declared: {
    file: 'declared.h',
    text: '#pragma once\n/* what own has\n   as a sum */\ninline int total() { return 1; } /* a sum */\ninline int twice() { return total() * 2; }\n',
  },
  user: {
    file: 'user.cpp',
    text: '#include "declared.h"\n// total of the user\nint own() { return total(); }\n',
  },
  capture: {
    file: 'capture.cpp',
    text: 'int f(int aaa) {\n  auto g = [&](int bbb) { return aaa + bbb; };\n  return g(1);\n}\n',
  },
  keyword: 'while',
});

test('rename, pyright: a method that another class overrides is refused, and names the other one', async () => {
  const files = {
    'base.py': 'class Base:\n    def total(self) -> int:\n        return 1\n',
    'sub.py':
      'from base import Base\n\n\nclass Middle(Base):\n    pass\n\n\nclass Sub(Middle):\n    def total(self) -> int:\n        return 2\n',
    'other.py': 'class Other:\n    def total(self) -> int:\n        return 3\n\n\nclass Unused:\n    pass\n',
  };
  await using lab = await openReal({ servers: ['pyright'], files: { ...PYTHON.project, ...files } });
  const rename = async (filePath: string, symbol: string): Promise<unknown> =>
    outcomeOf(
      await lab.sidecar.request('lsp/refactor', { kind: 'rename', filePath, symbol, newName: 'sum' }),
    );
  expect(await rename('base.py', 'Base.total')).toMatch(/also defined in sub\.py:9, which overrides it/);
  expect(await rename('sub.py', 'Sub.total')).toMatch(/also defined in base\.py:2, which overrides it/);
  expect(await rename('other.py', 'Other.total')).toEqual({
    'other.py': files['other.py'].replace('total', 'sum'),
  });
});

for (const [title, links] of [
  ['5.9', {}],
  ['7', { 'node_modules/typescript': 'typescript-v7' }],
] as const) {
  test(`rename, TypeScript ${title}: not where as many others have the new name`, async () => {
    const text =
      'export function total(n: number): number {\n  return n;\n}\nexport const other = total(1);\nexport function user(sum: number): number {\n  return total(sum);\n}\n';
    await using lab = await openReal({
      servers: ['typescript'],
      files: { ...TYPESCRIPT.project, 'own.ts': text },
      links,
    });
    for (const line of [1, 4, 6])
      expect(
        outcomeOf(
          await lab.sidecar.request('lsp/refactor', {
            kind: 'rename',
            filePath: 'own.ts',
            symbol: 'total',
            line,
            newName: 'sum',
            force: true,
          }),
        ),
      ).toContain('has a meaning already');
  });
}

const MACRO = {
  'compile_flags.txt': '-xc\n-std=c17\n',
  'lib.h': 'int total_(int a);\n#define total(x) total_((x))\n',
  'lib.c': '#include "lib.h"\nint total_(int a) { return a; }\n',
  'main.c': '#include "lib.h"\nint main(void) { return total(1); }\n',
};

testWith('clangd')(
  'rename, clangd: a use in a macro stays; what no server could try before it is written shows in the check afterwards',
  async () => {
    await using lab = await openReal({ servers: ['clangd'], files: MACRO });
    const result = await lab.sidecar.request('lsp/refactor', {
      kind: 'rename',
      filePath: 'lib.c',
      symbol: 'total_',
      newName: 'sum_',
    });
    if ('refused' in result) throw new Error(result.refused);
    expect(Object.keys(outcomeOf(result)).toSorted()).toEqual(['lib.c', 'lib.h']);
    expect(result.proveAfterwards).toEqual({ files: [], servers: [], standing: [], othersKnown: false });
    expect((await writeAndProve(lab, result)).join('\n')).toMatch(/^main\.c:2 .*total_[^\n]*$/);
  },
);
