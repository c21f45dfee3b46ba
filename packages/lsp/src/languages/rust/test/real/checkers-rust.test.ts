import { expect } from 'bun:test';

import { Agent } from '../../../../../test/harness/agent.ts';
import type { Tree } from '../../../../../test/harness/workspace.ts';
import { describeChecked, diagnose, GONE } from '../../../../../test/real/checkers-suite.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { openReal } from '../../../../../test/real/real-lab.ts';
import { CRATES, manifest, ownCache, VALUE } from './rust-language.ts';

const testCargo = testWith('cargo');
ownCache(testCargo);

const SOURCES: Readonly<Record<string, string>> = {
  typed: 'pub fn f() -> i32 {\n    "one"\n}\n',
  syntax: 'pub fn f( {\n}\n',
  unused: 'fn unused() {}\n\npub fn f() -> i32 {\n    let x = 1;\n    return 1;\n    2\n}\n',
  missing: 'use nowhere::Nothing;\nmod absent;\npub fn f(_: Nothing) {}\n',
  lines:
    'pub trait T { fn m(&self, a: i32) -> Vec<i32>; }\npub struct S;\nimpl T for S {\n    fn m(&self, a: &str) -> Vec<i32> {\n        vec![a.len()]\n    }\n}\n',
  tested:
    'pub fn value() -> i32 {\n    1\n}\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn one() {\n        let n: u8 = super::value();\n        assert_eq!(n, 1);\n    }\n}\n',
  emoji: 'pub fn f() {\n    let _s = "🎉é"; let _n: i32 = "🎉";\n\t/* 日本 */ let _z: bool = 3;\n}\n',
  crlf: 'pub fn f() {\r\n    let _n: i32 =\r\n        "";\r\n}\r\n',
  bom: '\uFEFFpub fn f() { let _n: i32 = ""; }\n',
  moved: 'pub fn f() {\n    let a = vec![1];\n    let b = a;\n    println!("{:?} {:?}", a, b);\n}\n',
  macros: 'pub fn f() {\n    println!("{}", missing);\n}\n',
  fails: 'pub fn f() {\n    compile_error!("not yet");\n}\n',
  deprecated: '#[deprecated]\npub fn old() {}\npub fn f() {\n    old();\n}\n',
  clean: 'pub fn f() {}\n',
};

const sources = (texts: Readonly<Record<string, string>>): Tree =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${name}/src/lib.rs`, text]));

describeChecked({
  title: 'Rust',
  define: testCargo,
  checker: 'cargo',
  server: 'cargo',
  project: {
    ...CRATES,
    'Cargo.toml': `[workspace]\nresolver = "2"\nmembers = ${JSON.stringify(['base', 'top', ...Object.keys(SOURCES)])}\n`,
    ...Object.fromEntries(Object.keys(SOURCES).map((name) => [`${name}/Cargo.toml`, manifest(name)])),
    ...sources(Object.fromEntries(Object.keys(SOURCES).map((name) => [name, 'pub fn ok() {}\n']))),
  },
  without: GONE,
  kinds: sources(SOURCES),
  edits: [
    {
      file: 'base/src/lib.rs',
      clean: VALUE.number,
      broken: VALUE.number.replace('1', '"one"'),
      at: 'base/src/lib.rs',
    },
    { file: 'base/src/lib.rs', clean: VALUE.number, broken: VALUE.text, at: 'top/src/main.rs' },
  ],
});

testCargo('Rust: what depends on a crate with errors is not called clean', async () => {
  await using lab = await openReal({
    servers: [],
    checkers: { cargo: {} },
    files: { ...CRATES, 'base/src/lib.rs': VALUE.number.replace('1', '"one"') },
  });
  const { files, projects } = await lab.sidecar.request('lsp/checkProject', { paths: ['top/src/main.rs'] });
  expect([files, projects.map(({ outcome, reason }) => [outcome, reason])]).toEqual([
    {},
    [['incomplete', 'top (bin) was not compiled: it depends on a crate that has errors']],
  ]);
});

const test = testWith('cargo', 'rust-analyzer');

test('Rust: a type error has the file, line, column, severity and code that rust-analyzer gives it, whose words are its own', async () => {
  await using served = await openReal({ servers: ['rust-analyzer'], files: CRATES });
  await using unserved = await Agent.over(
    await openReal({
      servers: { cargo: { command: 'a-language-server-that-is-gone' } },
      checkers: { cargo: {} },
      files: CRATES,
    }),
  );
  const [base, top] = ['base/src/lib.rs', 'top/src/main.rs'];
  for (const [file, text, at] of [
    [base, VALUE.number.replace('1', '"🎉"; "one"'), base],
    [base, VALUE.text, top],
  ] as const) {
    for (const { workspace } of [served, unserved.lab]) workspace.write(file, text);
    const { files } = await served.sidecar.request('lsp/check', {
      files: [{ filePath: file, text }, { filePath: at }],
    });
    const places = (
      list: readonly { severity: string; line: number; character: number; code?: string | number }[],
    ): string[] =>
      list.map(({ severity, line, character, code }) => `${severity} ${line}:${character} ${code ?? '-'}`);
    expect(places(files[at] ?? []).join()).toContain('E0308');
    for (const input of [{ path: at }, { path: at, backend: 'checker' }]) {
      const { diagnostics, checkers } = await diagnose(unserved, input);
      expect([places(diagnostics[at] ?? []), checkers?.map(({ id }) => id)]).toEqual([
        places(files[at] ?? []),
        ['cargo'],
      ]);
    }
    for (const { workspace } of [served, unserved.lab]) workspace.write(file, VALUE.number);
    expect((await diagnose(unserved, { path: at })).diagnostics).toEqual({ [at]: [] });
  }
});
