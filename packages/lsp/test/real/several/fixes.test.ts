import { expect, test } from 'bun:test';
import { join } from 'node:path';

import { describeFixes } from '../fixes-suite.ts';
import { testWith } from '../needs.ts';
import { MODULES, openReal } from '../real-lab.ts';

const define = testWith();

const tsc = (compiler: string): string[] => ['node', join(MODULES, compiler, 'bin/tsc'), '--project', '.'];

const CART = 'export class Cart {\n  total = 1;\n  pay(): void {}\n}\n';
const USE =
  'import { Cart } from "./cart.js";\n\nexport const cart = new Cart();\nexport const total: number = cart.total;\n';

const TYPESCRIPT = {
  define,
  servers: ['typescript'],
  project: {
    'package.json': '{"type":"module"}',
    'tsconfig.json':
      '{"compilerOptions":{"strict":true,"module":"nodenext","noEmit":true,"lib":["es5"],"types":[]}}',
    'cart.ts': CART,
    'use.ts': USE,
  },
} as const;

const IMPORT = {
  file: 'use.ts',
  text: 'export const cart = new Cart();\n',
  title: 'Add import from "./cart.js"',
  fixed: 'import { Cart } from "./cart.js";\n\nexport const cart = new Cart();\n',
};

describeFixes({
  ...TYPESCRIPT,
  title: 'fixes, TypeScript 5.9',
  compile: tsc('typescript'),
  cases: [
    IMPORT,
    { ...IMPORT, text: IMPORT.text.replaceAll('\n', '\r\n'), fixed: IMPORT.fixed.replaceAll('\n', '\r\n') },
    {
      file: 'use.ts',
      text: USE.replace('cart.total', 'cart.totl'),
      title: "Change spelling to 'total'",
      fixed: USE,
    },
    {
      file: 'use.ts',
      text: `${USE}export function f() {\n  await cart;\n}\n`,
      title: 'Add async modifier',
      fixed: `${USE}export async function f() {\n  await cart;\n}\n`,
    },
  ],
});
const MEMBERS =
  'import { Cart } from "./cart.js";\n\ninterface Payable {\n  pay(): void;\n}\n\nexport class Shop implements Payable {}\nexport const cart = new Cart();\n';
describeFixes({
  ...TYPESCRIPT,
  title: 'fixes, TypeScript 7',
  links: { 'node_modules/typescript': 'typescript-v7' },
  compile: tsc('typescript-v7'),
  cases: [
    IMPORT,
    {
      file: 'use.ts',
      text: MEMBERS,
      title: "Implement interface 'Payable'",
      offered: false,
      fixed: MEMBERS.replace(
        'Payable {}',
        'Payable {\n    pay(): void {\n        throw new Error("Method not implemented.");\n    }\n}',
      ),
    },
  ],
});

const MAIN = 'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println("x")\n}\n';
describeFixes({
  title: 'fixes, gopls',
  define: testWith('gopls', 'go'),
  servers: ['gopls'],
  project: { 'go.mod': 'module example.com/demo\n\ngo 1.21\n', 'main.go': MAIN },
  compile: ['go', 'vet', './...'],
  cases: [
    {
      file: 'main.go',
      text: MAIN.replace('fmt.Println("x")', 'fmt.Println(strings.ToUpper("x"))'),
      title: 'Add import: "strings"',
      fixed: MAIN.replace('import "fmt"', 'import (\n\t"fmt"\n\t"strings"\n)').replace(
        'fmt.Println("x")',
        'fmt.Println(strings.ToUpper("x"))',
      ),
    },
    {
      file: 'main.go',
      text: `${MAIN}\nfunc both() (int, error) {\n\treturn\n}\n`,
      title: 'Fill in return values',
      fixed: `${MAIN}\nfunc both() (int, error) {\n\treturn 0, nil\n}\n`,
    },
    {
      file: 'main.go',
      text: MAIN.replace('\tfmt', '\tunused := 1\n\tfmt'),
      title: 'Remove variable unused',
      offered: false,
      fixed: MAIN,
    },
  ],
});

const LIB = 'pub fn count(words: &[&str]) -> usize {\n    words.len()\n}\n';
describeFixes({
  title: 'fixes, cargo',
  define: testWith('cargo'),
  servers: ['cargo'],
  project: {
    'Cargo.toml': '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
    'src/lib.rs': LIB,
  },
  compile: ['cargo', 'check', '--quiet', '--all-targets', '--target-dir', '../outside/target'],
  cases: [
    {
      file: 'src/lib.rs',
      text: `${LIB}pub fn f() -> Vec<i32> {\n    let v = Vec::new();\n    v.push(1);\n    v\n}\n`,
      title: 'consider changing this to be mutable',
      fixed: `${LIB}pub fn f() -> Vec<i32> {\n    let mut v = Vec::new();\n    v.push(1);\n    v\n}\n`,
    },
    {
      file: 'src/lib.rs',
      text: `${LIB}pub fn f() -> BTreeMap<i32, i32> {\n    BTreeMap::new()\n}\n`,
      title: 'consider importing this struct: use std::collections::BTreeMap;',
      fixed: `use std::collections::BTreeMap;\n\n${LIB}pub fn f() -> BTreeMap<i32, i32> {\n    BTreeMap::new()\n}\n`,
    },
    {
      file: 'src/lib.rs',
      text: `${LIB}pub fn f(n: i32) -> Option<i32> {\n    let é = n; é\n}\n`,
      title: 'try wrapping the expression in `Some`: Some( ... )',
      fixed: `${LIB}pub fn f(n: i32) -> Option<i32> {\n    let é = n; Some(é)\n}\n`,
    },
  ],
});
describeFixes({
  title: 'fixes, cargo and rust-analyzer',
  define: testWith('cargo', 'rust-analyzer'),
  servers: ['cargo', 'rust-analyzer'],
  project: {
    'Cargo.toml': '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
    'src/lib.rs': LIB,
  },
  compile: ['cargo', 'check', '--quiet', '--all-targets', '--target-dir', '../outside/target'],
  cases: [
    {
      file: 'src/lib.rs',
      text: `${LIB}pub fn f(n: Option<i32>) -> i32 {\n    match n {\n        Some(n) => n,\n    }\n}\n`,
      title: 'Fill match arms',
      offered: false,
      fixed: `${LIB}pub fn f(n: Option<i32>) -> i32 {\n    match n {\n        Some(n) => n,\n        None => todo!(),\n    }\n}\n`,
    },
    {
      file: 'src/lib.rs',
      text: `${LIB}pub fn f() -> BTreeSet<i32> {\n    BTreeSet::new()\n}\n`,
      title: 'consider importing this struct: use std::collections::BTreeSet;',
      fixed: `use std::collections::BTreeSet;\n\n${LIB}pub fn f() -> BTreeSet<i32> {\n    BTreeSet::new()\n}\n`,
    },
  ],
});

const AREA = 'struct Box { int width; };\n\nint area(Box *box) { return box->width; }\n';
describeFixes({
  title: 'fixes, clangd',
  define: testWith('clangd', 'gcc'),
  servers: ['clangd'],
  project: { 'compile_flags.txt': '-xc++\n-std=c++17\n', 'area.cpp': AREA },
  compile: ['g++', '-fsyntax-only', '-std=c++17', 'area.cpp'],
  cases: [
    { file: 'area.cpp', text: AREA.replace('->', '.'), title: "change '.' to '->'", fixed: AREA },
    { file: 'area.cpp', text: AREA.replace('width; }\n', 'width }\n'), title: "insert ';'", fixed: AREA },
  ],
});

const PYTHON = 'import os\n\nvalue: int = 1\nprint(os.name, value)\n';
describeFixes({
  title: 'fixes, ty',
  define: testWith('ty'),
  servers: ['ty'],
  project: { 'ty.toml': '', 'main.py': PYTHON },
  compile: ['ty', 'check', '--quiet'],
  cases: [
    {
      file: 'main.py',
      text: PYTHON.replace('import os\n\n', ''),
      title: 'import os',
      fixed: PYTHON.replace('\n\n', '\n'),
    },
    {
      file: 'main.py',
      text: `import collections\n${PYTHON}d = OrderedDict()\n`,
      title: 'qualify collections.OrderedDict',
      fixed: `import collections\n${PYTHON}d = collections.OrderedDict()\n`,
    },
  ],
});
describeFixes({
  title: 'fixes, ruff',
  define: testWith('ruff'),
  servers: ['ruff'],
  project: { 'ruff.toml': '[lint]\nselect = ["E711", "F401", "F632"]\n', 'main.py': PYTHON },
  config: { includeSeverities: ['error', 'warning'] },
  compile: ['ruff', 'check', '--no-cache', '--quiet', '.'],
  cases: [
    {
      file: 'main.py',
      text: `${PYTHON}print(value is 1)\n`,
      title: 'Ruff (F632)',
      fixed: `${PYTHON}print(value == 1)\n`,
    },
    { file: 'main.py', text: `import sys\n${PYTHON}`, title: 'Ruff (F401)', offered: false, fixed: PYTHON },
  ],
});

const SCRIPT = 'const value = 1;\nexport default value;\n';
const LINTED = {
  servers: ['eslint'],
  project: {
    'package.json': '{ "type": "module" }',
    'eslint.config.mjs': `export default [{ files: ['**/*.js'], rules: { 'prefer-const': 'error', eqeqeq: 'error', 'no-var': 'error', 'no-extra-boolean-cast': 'error' } }];\n`,
    'main.js': SCRIPT,
  },
  links: { 'node_modules/eslint': 'eslint' },
} as const;
describeFixes({
  title: 'fixes, ESLint',
  define,
  ...LINTED,
  compile: ['node', join(MODULES, 'eslint/bin/eslint.js'), '.'],
  cases: [
    {
      file: 'main.js',
      text: SCRIPT.replace('const', 'let'),
      title: 'Fix this prefer-const problem',
      fixed: SCRIPT,
    },
    {
      file: 'main.js',
      text: `${SCRIPT}export const is = value == 1;\n`,
      title: "Use '===' instead of '=='",
      fixed: `${SCRIPT}export const is = value === 1;\n`,
    },
    {
      file: 'main.js',
      text: `${SCRIPT}if (!!value) value.toString();\n`,
      title: 'Fix this no-extra-boolean-cast problem',
      fixed: `${SCRIPT}if (value) value.toString();\n`,
    },
  ],
});

test('REQ-EXCL-020: ESLint, whose last pass was about the former text, which was asked about for the origin: the fix is named', async () => {
  await using lab = await openReal({ servers: LINTED.servers, files: LINTED.project, links: LINTED.links });
  const named: unknown[] = [];
  // A result waits for 300 ms, which a busy machine may need for something else.
  for (let round = 0; round < 20 && named.length === 0; round += 1) {
    // Neither a first check, nor an error that stands from the round before.
    await lab.check({ 'main.js': `${SCRIPT}// mended ${round}\n` });
    const before = `${SCRIPT}// ${round}\n`;
    const text = before.replace('const', 'let');
    lab.workspace.write('main.js', text);
    const { files } = await lab.sidecar.request('lsp/check', {
      files: [{ filePath: 'main.js', before, text }],
      origins: true,
      fixes: true,
      written: true,
    });
    named.push(...(files['main.js'] ?? []).flatMap(({ fix }) => fix?.title ?? []));
  }
  expect(named).toEqual(['Fix this prefer-const problem']);
}, 120_000);
