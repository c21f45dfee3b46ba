import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';

import { Workspace } from '../../../../../test/harness/workspace.ts';
import type { Tree } from '../../../../../test/harness/workspace.ts';
import { type Build, cfgHolds } from '../../cfg.ts';
import { leftOut } from '../../left-out.ts';
import { readModules } from '../../modules.ts';

const workspaces: Workspace[] = [];
afterAll(() => {
  for (const workspace of workspaces) workspace[Symbol.dispose]();
});

const PACKAGE = '[package]\nname = "x"\n';

function check(files: Tree, asked: Record<string, RegExp | undefined>, args: readonly string[] = []): void {
  const workspace = new Workspace({ 'Cargo.toml': PACKAGE, ...files });
  workspaces.push(workspace);
  const target = join(workspace.root, 'target');
  const launch = { root: workspace.root, args, env: { CARGO_TARGET_DIR: target } };
  for (const [file, want] of Object.entries(asked)) {
    const reason = leftOut(join(workspace.root, file), launch);
    if (want === undefined) expect([file, reason]).toEqual([file, undefined]);
    else expect(`${file}: ${reason ?? ''}`).toMatch(want);
  }
}

test('a package in the folder of a workspace that does not name it', () => {
  const own = { 'Cargo.toml': PACKAGE, 'src/lib.rs': '' };
  const below = (folder: string): Tree =>
    Object.fromEntries(Object.entries(own).map(([name, text]) => [`${folder}/${name}`, text]));
  const files = { ...below('one'), ...below('libs/two'), ...below('three') };
  check(
    { ...files, 'Cargo.toml': '[workspace]\nmembers = ["./one/", "libs/*"]\n' },
    {
      'one/src/lib.rs': undefined,
      'libs/two/src/lib.rs': undefined,
      'three/src/lib.rs': /the workspace has no member three/,
    },
  );
  check(
    {
      ...files,
      'Cargo.toml': '[workspace]\nmembers = ["one"]\n',
      'one/Cargo.toml': `${PACKAGE}[dependencies]\nthree = { path = "../three" }\n`,
    },
    { 'three/src/lib.rs': undefined, 'libs/two/src/lib.rs': /no member libs\/two/ },
  );
});

const FEATURES = `${PACKAGE}[features]\ndefault = ["on"]\non = ["deep"]\ndeep = []\noff = []\n`;

test('a feature that is off, on, asked for by arguments or by another package', () => {
  const files = {
    'Cargo.toml': FEATURES,
    'src/lib.rs':
      '#[cfg(feature = "off")]\npub mod extra;\n#[cfg(feature = "deep")]\nmod deep;\n#[cfg(any(feature = "off", test))] mod some;\n',
    'src/extra.rs': 'mod inner;\n',
    'src/extra/inner.rs': '',
    'src/deep.rs': '',
    'src/some.rs': '',
  };
  const off = /the feature `off` is off \(src\/lib\.rs\)$/;
  check(files, {
    'src/extra.rs': off,
    'src/extra/inner.rs': off,
    'src/deep.rs': undefined,
    'src/some.rs': undefined,
    'src/lib.rs': undefined,
  });
  check(files, { 'src/extra.rs': undefined }, ['check', '--features', 'off']);
  check(files, { 'src/extra.rs': undefined }, ['check', '--all-features']);
  check(files, { 'src/deep.rs': /the feature `deep` is off/ }, ['check', '--no-default-features']);
  check(
    {
      'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n',
      'crates/x/Cargo.toml': FEATURES,
      'crates/x/src/lib.rs': files['src/lib.rs'],
      'crates/x/src/extra.rs': '',
      'crates/y/Cargo.toml':
        '[package]\nname = "y"\n[dependencies]\nx = { path = "../x", features = ["off"] }\n',
    },
    { 'crates/x/src/extra.rs': undefined },
  );
});

test('a platform, a name that nothing sets, and conditions of the file itself', () => {
  const other = process.platform === 'win32' ? 'unix' : 'windows';
  const files = {
    'src/lib.rs': `#[cfg(${other})]\nmod other;\nmod own;\n#[cfg(loom)] mod model;\n#[cfg(not(${other}))]\nmod here { pub mod deep; }\n`,
    'src/other.rs': '',
    'src/own.rs': `//! text\n#![cfg(all(${other}, debug_assertions))]\n`,
    'src/model.rs': '',
    'src/here/deep.rs': '',
  };
  check(files, {
    'src/other.rs': new RegExp(`\`cfg\\(${other}\\)\` does not hold \\(src/lib\\.rs\\)`),
    'src/own.rs': /does not hold \(src\/own\.rs\)/,
    'src/model.rs': /`cfg\(loom\)` does not hold/,
    'src/here/deep.rs': undefined,
  });
  check({ ...files, 'build.rs': 'fn main() {}\n' }, { 'src/model.rs': undefined });
  check(files, { 'src/other.rs': undefined }, ['check', '--target', 'x']);
});

test('no module, and all the ways to be one', () => {
  check(
    {
      'Cargo.toml': `${PACKAGE}[[bin]]\nname = "tool"\npath = "tools/tool.rs"\nrequired-features = ["cli"]\n`,
      'src/lib.rs':
        '// mod lone;\n/* mod lone; /* */ */\nconst A: &str = "mod lone;";\nconst B: &str = r#"mod lone;"#;\nconst C: char = \'"\';\n' +
        '#[path = "odd/place.rs"]\nmod named;\nmod folder;\ninclude!("part.rs");\n#[cfg_attr(windows, path = "w.rs")]\nmod either;\nmod r#type;\n',
      'src/lone.rs': '',
      'src/odd/place.rs': '',
      'src/folder/mod.rs': 'mod beside;\n',
      'src/folder/beside.rs': '',
      'src/part.rs': '',
      'src/w.rs': '',
      'src/type.rs': '',
      'src/bin/a.rs': 'mod helper;\n',
      'src/bin/helper.rs': '',
      'tests/t.rs': 'mod common;\n',
      'tests/common/mod.rs': '',
      'tests/ui/fails.rs': '',
      'tools/tool.rs': '',
      'examples/big/main.rs': '',
    },
    {
      'src/lone.rs': /no `mod lone;` makes it part of a crate/,
      'src/odd/place.rs': undefined,
      'src/folder/mod.rs': undefined,
      'src/folder/beside.rs': undefined,
      'src/part.rs': undefined,
      'src/w.rs': undefined,
      'src/type.rs': undefined,
      'src/bin/a.rs': undefined,
      'tests/common/mod.rs': undefined,
      'tests/ui/fails.rs': /no `mod fails;`/,
      'tools/tool.rs': /the feature `cli` is off \(Cargo\.toml\)/,
      'examples/big/main.rs': undefined,
    },
  );
});

test('a file that the compiler has read by a macro is not called left out', () => {
  check(
    {
      'src/lib.rs': 'automod::dir!("src");\n',
      'src/made.rs': '',
      'target/debug/deps/x-1.d': '/t/libx.rmeta: src/lib.rs src/made.rs\n\nsrc/made.rs:\n',
    },
    { 'src/made.rs': undefined },
  );
});

test('what the texts leave open, the last run decides', () => {
  const files = {
    'build.rs': '',
    'src/lib.rs': '#[cfg(fast)]\nmod fast;\n#[cfg(not(fast))]\nmod slow;\n',
    'src/fast.rs': '',
    'src/slow.rs': '',
  };
  const ran = 'target/debug/deps/x-1.d';
  check(files, { 'src/fast.rs': undefined, 'src/slow.rs': undefined });
  check(
    { ...files, [ran]: '/t/libx.rmeta: src/lib.rs src/fast.rs\n\nsrc/fast.rs:\n' },
    { 'src/fast.rs': undefined, 'src/slow.rs': /`cfg\(not\(fast\)\)` does not hold/ },
  );
  check(
    { ...files, [ran]: '/t/build.rmeta: build.rs\n\nbuild.rs:\n' },
    { 'src/fast.rs': undefined, 'src/slow.rs': undefined },
  );
});

test('conditions of cfg, as far as they are known', () => {
  const build: Build = {
    feature: (name) => ({ on: true, off: false })[name],
    isNative: true,
    isPlain: true,
  };
  for (const [condition, want] of [
    ['feature = "on"', true],
    ['not(feature = "on")', false],
    ['feature = "unknown"', undefined],
    ['all(feature = "unknown", feature = "off")', false],
    ['any(feature = "unknown", feature = "on")', true],
    ['all(feature = "unknown", feature = "on")', undefined],
    ['not(test)', undefined],
    ['any(windows, unix,)', true],
    ['target_env = "gnu"', undefined],
    ['loom', false],
    ['target_has_atomic', undefined],
  ] as const)
    expect([condition, cfgHolds(condition, build)]).toEqual([condition, want]);
});

test('modules in modules, and a path in one', () => {
  const { links } = readModules(
    '/p/src/a.rs',
    '#[cfg(x)] pub mod b { mod c; #[path = "d.rs"] mod e; }\nfn f() { if true {} }\nmod g;\n',
    false,
  );
  expect(links.map(({ files, conditions }) => [files[0]?.replaceAll('\\', '/'), conditions])).toEqual([
    ['/p/src/a/b/c.rs', ['x']],
    ['/p/src/a/b/d.rs', ['x']],
    ['/p/src/a/g.rs', []],
  ]);
});
