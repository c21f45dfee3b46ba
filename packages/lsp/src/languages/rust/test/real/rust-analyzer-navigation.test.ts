import { expect } from 'bun:test';

import {
  expectAnswers,
  type Language,
  occurrences,
  openNavigation,
  spot,
  Tools,
  users,
} from '../../../../../test/real/navigation-suite.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { manifest, ownCache } from './rust-language.ts';

const test = testWith('cargo', 'rust-analyzer');
ownCache(test);

const MODULES = Array.from({ length: 20 }, (_, index) => `u${index}`);

const RUST: Language = {
  server: 'rust-analyzer',
  files: {
    'Cargo.toml': '[workspace]\nresolver = "2"\nmembers = ["base", "top"]\n',
    'base/Cargo.toml': manifest('base'),
    'base/src/lib.rs':
      'pub trait Shape {\n    fn area(&self) -> i32;\n}\npub fn target(n: i32) -> i32 {\n    helper(n)\n}\nfn helper(n: i32) -> i32 {\n    n + 1\n}\n',
    'top/Cargo.toml': manifest('top', '[dependencies]\nbase = { path = "../base" }\n'),
    'top/src/lib.rs': ['square', ...MODULES].map((name) => `pub mod ${name};\n`).join(''),
    'top/src/square.rs':
      'pub struct Square(i32);\r\n\r\nimpl base::Shape for Square {\r\n    fn area(&self) -> i32 {\r\n        base::target(self.0)\r\n    }\r\n}\r\n\r\npub fn unit(unit: &dyn base::Shape) -> i32 {\r\n    unit.area()\r\n}\r\n',
    ...users(MODULES.length, (index) => [
      `top/src/u${index}.rs`,
      `// decoy: target\npub fn use${index}() -> (&'static str, i32) {\n    ("🎉é", base::target(1))\n}\n`,
    ]),
  },
  names: { target: 'target', helper: 'helper', shape: 'Shape', square: 'Square', unit: 'unit' },
  file: 'base/src/lib.rs',
  user: 'top/src/u7.rs',
  unitFile: 'top/src/square.rs',
  hover: 'pub fn target(n: i32) -> i32',
  outline: ['Shape', 'area', 'target', 'helper'],
  callers: ['area', ...MODULES.map((_, index) => `use${index}`)],
  // The type of a function is none that is declared anywhere.
  without: ['typeDefinition'],
};

test('REQ-NAV-010: rust-analyzer, cold: the first answer is the whole one, and every tool finds what the text says', async () => {
  await using lab = await openNavigation(RUST);
  await expectAnswers(RUST, await Tools.of(lab));
});

test('REQ-NAV-010: what a Cargo workspace of its own uses by its path is found there, too', async () => {
  const files = {
    'a/Cargo.toml': manifest('a', '[workspace]\n'),
    'a/src/lib.rs':
      'pub struct Target;\npub fn target() -> i32 {\n    1\n}\npub fn mine() -> i32 {\n    target()\n}\n',
    'b/Cargo.toml': manifest('b', '[workspace]\n[dependencies]\na = { path = "../a" }\n'),
    'b/src/main.rs': 'fn main() {\n    println!("{}", a::target());\n}\n',
  };
  await using lab = await openNavigation({ server: 'rust-analyzer', files });
  const tools = await Tools.of(lab);
  expect(await tools.places('lsp_find_references', spot({ files }, 'a/src/lib.rs', 'target'))).toEqual(
    occurrences(files, 'target'),
  );
  // Not only the type, as it would by itself.
  expect(await tools.symbols('target')).toEqual(['Target', 'target']);
});

test('REQ-NAV-010: cold, asked by its name, a function is found in the arguments of macros, too', async () => {
  const files = {
    'Cargo.toml': manifest('demo').replace('2021', '2024'),
    'src/lib.rs':
      'pub struct Calc;\nimpl Calc {\n    pub fn add(&self, n: i32) -> i32 {\n        n\n    }\n}\n',
    'src/main.rs': [
      'fn main() {',
      '    let n = add(2, 3);',
      '    println!("{n}");',
      '}',
      'pub fn add(a: i32, b: i32) -> i32 {',
      '    a + b',
      '}',
      '#[cfg(test)]',
      'mod tests {',
      '    use super::*;',
      '    #[test]',
      '    fn adds() {',
      '        assert_eq!(add(2, 3), 5);',
      '    }',
      '}',
      '',
    ].join('\n'),
  };
  await using lab = await openNavigation({ server: 'rust-analyzer', files });
  const tools = await Tools.of(lab);
  const all = ['src/main.rs:2:13', 'src/main.rs:5:8', 'src/main.rs:13:20'];
  for (const line of [undefined, 5])
    expect(
      await tools.found('lsp_find_references', {
        file: 'src/main.rs',
        symbol: 'add',
        ...(line !== undefined && { line }),
      }),
    ).toEqual(all);
});

test('REQ-NAV-010: uses in the arguments of macros are found in each session, and renamed', async () => {
  const files = {
    'Cargo.toml': manifest('demo'),
    'src/lib.rs': [
      'pub fn add(a: i32, b: i32) -> i32 {',
      '    a + b',
      '}',
      'macro_rules! twice {',
      '    ($e:expr) => {',
      '        $e + $e',
      '    };',
      '}',
      'pub fn doubled(x: i32) -> i32 {',
      '    twice!(add(x, 1)) // add',
      '}',
      'pub mod other {',
      '    pub fn add() -> i32 {',
      '        1',
      '    }',
      '    pub fn say() {',
      '        println!("add {}", add());',
      '    }',
      '}',
      '',
    ].join('\n'),
    'src/main.rs': 'fn main() {\n    println!("{} {:?}", demo::add(1, 2), vec![demo::add(3, 4)]);\n}\n',
  };
  for (const line of [1, undefined]) {
    await using lab = await openNavigation({ server: 'rust-analyzer', files });
    const tools = await Tools.of(lab);
    const at = line === undefined ? { line: 1, character: 8 } : { symbol: 'add', line };
    expect(await tools.found('lsp_find_references', { file: 'src/lib.rs', ...at })).toEqual([
      'src/lib.rs:1:8',
      'src/lib.rs:10:12',
      'src/main.rs:2:31',
      'src/main.rs:2:53',
    ]);
    const renamed = await lab.sidecar.request('lsp/refactor', {
      kind: 'rename',
      filePath: lab.workspace.path('src/lib.rs'),
      symbol: 'add',
      line: 1,
      newName: 'plus',
    });
    expect(
      'changes' in renamed ? renamed.changes.map(({ text }) => text?.match(/\bplus\b/g)?.length) : renamed,
    ).toEqual([2, 2]);
  }
});
