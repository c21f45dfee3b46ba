import { describe, expect } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { CheckReport, ProposeParams } from '../../../../types.ts';
import { type Lab, outcomes } from '../../../../../test/harness/lab.ts';
import { stampsBelow, type Tree } from '../../../../../test/harness/workspace.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { found } from '../../../../../test/real/real-lab.ts';
import { check, CRATES, manifest, MISMATCH, openRust, ownCache, VALUE } from './rust-language.ts';

const test = testWith('cargo');
const cache = ownCache(test);
const [BASE, TOP] = ['base/src/lib.rs', 'top/src/main.rs'] as const;
const main = (type: string): string =>
  `fn main() {\n    let wanted: ${type} = base::value();\n    println!("{wanted}");\n}\n`;

function propose(
  lab: Lab,
  files: Record<string, string>,
  more: Partial<ProposeParams> = {},
): Promise<CheckReport> {
  return lab.sidecar.request('lsp/propose', {
    files: Object.entries(files).map(([filePath, text]) => ({ filePath, text })),
    others: true,
    ...more,
  });
}

/** What a report says, without its times. */
const said = (report: CheckReport): unknown[] => [
  found(report.files),
  found(report.others),
  report.othersComplete,
  outcomes(report),
];

/** Why nothing was judged. */
async function reasons(report: Promise<CheckReport>): Promise<unknown> {
  const { files, servers, othersComplete } = await report;
  expect([found(files), othersComplete]).toEqual([{}, false]);
  return servers.map(({ outcome, reason }) => (outcome === 'unavailable' ? reason : outcome));
}

interface Change {
  files: Record<string, string>;
  deleted?: string[];
}

describe('cargo on a tree that is not on disk', () => {
  let lab: Lab;
  test.beforeAll(async () => {
    lab = await openRust({
      files: { ...CRATES, [BASE]: `mod part;\npub use part::value;\n`, 'base/src/part.rs': VALUE.number },
    });
    expect(said(await check(lab, { [TOP]: main('i32') }))).toEqual([{}, {}, true, { cargo: 'complete' }]);
  });
  test.afterAll(() => lab[Symbol.asyncDispose]());

  const CHANGES: [title: string, change: Change, wrong: string[]][] = [
    ['an error in the file itself', { files: { [TOP]: main('bool') } }, [TOP]],
    ['an error in a crate that uses it', { files: { 'base/src/part.rs': VALUE.text } }, [TOP]],
    [
      'errors in both crates',
      {
        files: {
          [TOP]: main('bool'),
          'base/src/part.rs': 'pub fn value() -> i32 {\n    "one"\n}\npub fn other() -> u8 {\n    300\n}\n',
        },
      },
      ['base/src/part.rs'],
    ],
    ['no error', { files: { [TOP]: main('u8'), 'base/src/part.rs': VALUE.number.replace('i32', 'u8') } }, []],
    [
      'a new module',
      { files: { [BASE]: 'mod part;\nmod new;\npub use new::value;\n', 'base/src/new.rs': VALUE.text } },
      [TOP],
    ],
    [
      'a new program',
      { files: { 'top/src/bin/more.rs': 'fn main() {\n    base::nothing();\n}\n' } },
      ['top/src/bin/more.rs'],
    ],
    ['a module that is gone', { files: {}, deleted: ['base/src/part.rs'] }, [BASE]],
    ['a dependency that is gone', { files: { 'top/Cargo.toml': manifest('top') } }, [TOP]],
    [
      'a new crate',
      {
        files: {
          'Cargo.toml': '[workspace]\nresolver = "2"\nmembers = ["base", "top", "new"]\n',
          'new/Cargo.toml': manifest('new', '[dependencies]\nbase = { path = "../base" }\n'),
          'new/src/lib.rs': 'pub fn new() -> bool {\n    base::value()\n}\n',
        },
      },
      ['new/src/lib.rs'],
    ],
    [
      'an error in a test alone',
      {
        files: {
          [BASE]:
            'mod part;\npub use part::value;\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn one() {\n        let _n: u8 = super::value();\n    }\n}\n',
        },
      },
      [BASE],
    ],
    [
      'a byte order mark and CRLF',
      { files: { [TOP]: '\uFEFFfn main() {\r\n    let _n: i32 = "";\r\n}\r\n' } },
      [TOP],
    ],
  ];
  test('REQ-DIAG-010: the report is that of the tree once it is written, and nothing is written or built for it', async () => {
    const before = { root: stampsBelow(lab.workspace.root), cache: stampsBelow(cache()) };
    const proposed: unknown[] = [];
    for (const [title, { files, deleted = [] }] of CHANGES)
      proposed.push([title, said(await propose(lab, files, { deleted })).slice(0, -1)]);
    expect({ root: stampsBelow(lab.workspace.root), cache: stampsBelow(cache()) }).toEqual(before);

    const { workspace } = lab;
    const texts = {
      ...CRATES,
      [BASE]: `mod part;\npub use part::value;\n`,
      'base/src/part.rs': VALUE.number,
    } as Record<string, string>;
    const written: unknown[] = [];
    for (const [title, { files, deleted = [] }, wrong] of CHANGES) {
      for (const path of deleted) workspace.remove(path);
      const report = await check(lab, files, { deleted });
      written.push([title, said(report).slice(0, -1)]);
      expect([title, Object.keys({ ...found(report.files), ...found(report.others) }).sort()]).toEqual([
        title,
        wrong.toSorted(),
      ]);
      for (const path of Object.keys(files)) if (!(path in texts)) workspace.remove(path);
      for (const path of [...deleted, ...Object.keys(files)])
        if (texts[path] !== undefined) workspace.write(path, texts[path]);
    }
    expect(proposed).toEqual(written);
  });

  test('REQ-BOUNDARY-010: what would be read outside of the copy is a reason', async () => {
    const { workspace } = lab;
    workspace.write('../outside/text.txt', 'text');
    workspace.write('../outside/Cargo.toml', manifest('outside'));
    workspace.write('../outside/src/lib.rs', '');
    expect(
      await reasons(
        propose(lab, {
          [TOP]: 'fn main() {\n    let _text = include_str!("../../../outside/text.txt");\n}\n',
        }),
      ),
    ).toEqual([expect.stringContaining('outside/text.txt is read, of which there is no copy')]);
    expect(
      await reasons(
        propose(lab, {
          'top/Cargo.toml': manifest(
            'top',
            '[dependencies]\nbase = { path = "../base" }\noutside = { path = "../../outside" }\n',
          ),
        }),
      ),
    ).toEqual([expect.stringContaining('No such file or directory')]);
    expect(
      await reasons(
        propose(lab, { 'rust-toolchain.toml': '[toolchain]\nchannel = "stable"\n', [TOP]: main('bool') }),
      ),
    ).toEqual(['rust-toolchain.toml selects the toolchain']);
    workspace.write(
      'top/Cargo.toml',
      manifest('top', '[dependencies]\nbase = { path = "../base" }\noutside = { path = "../../outside" }\n'),
    );
    expect(await reasons(propose(lab, { [TOP]: main('bool') }))).toEqual([
      expect.stringContaining('top/Cargo.toml takes a package from outside of the workspace'),
    ]);
    workspace.write('top/Cargo.toml', manifest('top', '[dependencies]\nbase = { path = "../base" }\n'));
    expect(found((await propose(lab, { [TOP]: main('bool') })).files)).toEqual({
      [TOP]: [expect.stringContaining('E0308')],
    });
  });
});

const SEVERAL: Tree = {
  'one/base/Cargo.toml': manifest('base'),
  'one/base/src/lib.rs': VALUE.number,
  'two/Cargo.toml':
    '[workspace]\nresolver = "2"\nmembers = ["user"]\n\n[workspace.dependencies]\nbase = { path = "../one/base" }\n',
  'two/user/Cargo.toml': manifest('user', '[dependencies]\nbase.workspace = true\n'),
  'two/user/src/main.rs': main('i32'),
};

test('REQ-DIAG-040: a package that another Cargo workspace takes by its path is copied with that one, which is compiled too', async () => {
  await using lab = await openRust({ files: SEVERAL });
  const files = { 'one/base/src/lib.rs': VALUE.text };
  const report = await propose(lab, files);
  expect(said(report)).toEqual([{}, { 'two/user/src/main.rs': [MISMATCH] }, true, { cargo: 'complete' }]);
  const own = await propose(lab, { ...files, 'two/user/src/main.rs': main('String') });
  expect([found(own.files), found(own.others), own.othersComplete]).toEqual([{}, {}, true]);
});

test('a build script runs in the copy: what it reads is there, as far as it is below the root, and what it writes is not in the workspace', async () => {
  const script =
    'fn main() {\n    println!("cargo::rerun-if-changed=told.txt");\n    let told = std::fs::read_to_string("told.txt").unwrap();\n    std::fs::write("written.txt", &told).unwrap();\n    println!("cargo::rustc-env=TOLD={told}");\n    if told == "far" {\n        std::fs::read_to_string("../far.txt").unwrap();\n    }\n}\n';
  const program = (said: string): string =>
    `const _: () = assert!(env!("TOLD").len() == ${said.length});\nfn main() {}\n`;
  await using lab = await openRust({
    files: {
      'Cargo.toml': manifest('alone'),
      'build.rs': script,
      'told.txt': 'go',
      '../far.txt': '',
      'src/main.rs': program('go'),
    },
  });
  expect(said(await propose(lab, { 'src/main.rs': program('go') }))).toEqual([
    {},
    {},
    true,
    { cargo: 'complete' },
  ]);
  expect(Object.keys(found((await propose(lab, { 'src/main.rs': program('more') })).files))).toEqual([
    'src/main.rs',
  ]);
  expect(said(await propose(lab, { 'told.txt': 'more', 'src/main.rs': program('more') }))).toEqual([
    {},
    {},
    true,
    { cargo: 'complete' },
  ]);
  expect(await reasons(propose(lab, { 'told.txt': 'far', 'src/main.rs': program('far') }))).toEqual([
    expect.stringContaining('custom build command'),
  ]);
  expect(Object.keys(stampsBelow(lab.workspace.root)).sort()).toEqual([
    'Cargo.toml',
    'build.rs',
    'src',
    'src/main.rs',
    'told.txt',
  ]);
});

test('a folder that the configuration names for what is built is not written', async () => {
  await using lab = await openRust();
  const built = join(lab.workspace.outside, 'built');
  lab.workspace.write(
    '.cargo/config.toml',
    `[build]\nbuild-dir = ${JSON.stringify(built)}\ntarget-dir = ${JSON.stringify(built)}\n`,
  );
  expect(found((await propose(lab, { [TOP]: main('String') })).files)).toEqual({
    [TOP]: [expect.stringContaining('E0308')],
  });
  expect(existsSync(built)).toBe(false);
});

test('a dependency that is built is not built again for the copy', async () => {
  const slow =
    'fn main() {\n    let count = std::fs::read_to_string(COUNT).map_or(0, |text| text.len());\n    std::fs::write(COUNT, "x".repeat(count + 1)).unwrap();\n    println!("cargo::rerun-if-changed=build.rs");\n}\n';
  const folder = mkdtempSync(join(tmpdir(), 'lsp-count-'));
  try {
    const count = join(folder, 'count');
    await using lab = await openRust({
      files: { ...CRATES, 'base/build.rs': `const COUNT: &str = ${JSON.stringify(count)};\n${slow}` },
    });
    const runs = async (): Promise<number> => (await Bun.file(count).text()).length;
    // The lock file that the first run makes is a change of which nothing is known.
    for (let round = 0; round < 2; round += 1) await check(lab, { [TOP]: main('i32') });
    const before = await runs();
    for (let round = 0; round < 2; round += 1)
      expect(Object.keys(found((await propose(lab, { [TOP]: main('bool') })).files))).toEqual([TOP]);
    expect(await runs()).toBe(before);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('an older file that took the place of a newer one before the first proposal is the one that is compiled', async () => {
  await using lab = await openRust({ files: { ...CRATES, 'older.rs': VALUE.text } });
  expect(said(await check(lab, { [BASE]: VALUE.number }))).toEqual([{}, {}, true, { cargo: 'complete' }]);
  renameSync(lab.workspace.path('older.rs'), lab.workspace.path(BASE));
  expect(found((await propose(lab, { [TOP]: main('i32') })).files)).toEqual({ [TOP]: [MISMATCH] });
});

test('what other users may put above the temporary folder configures nothing', async () => {
  const shared = mkdtempSync(join(tmpdir(), 'lsp-shared-'));
  try {
    mkdirSync(join(shared, '.cargo'));
    mkdirSync(join(shared, 'own'));
    writeFileSync(join(shared, '.cargo/config.toml'), '[build]\nrustc-wrapper = "/no/such/program"\n');
    writeFileSync(join(shared, 'rust-toolchain.toml'), '[toolchain]\npath = "/no/such/toolchain"\n');
    await using lab = await openRust({
      files: { 'alone/Cargo.toml': manifest('alone'), 'alone/src/lib.rs': VALUE.number },
      env: { TMPDIR: join(shared, 'own') },
    });
    const file = 'alone/src/lib.rs';
    expect(said(await propose(lab, { [file]: 'pub fn value() -> i32 {\n    "one"\n}\n' }))).toEqual([
      { [file]: ['2:5 E0308 mismatched types: expected `i32`, found `&str`'] },
      {},
      true,
      { cargo: 'complete' },
    ]);
    writeFileSync(
      join(shared, 'Cargo.toml'),
      '[workspace]\nmembers = ["own/*/*/files/**/alone"]\n[profile.dev]\nopt-level = 77\n',
    );
    expect(await reasons(propose(lab, { [file]: '' }))).toEqual([
      'it changes which project its files belong to',
    ]);
  } finally {
    rmSync(shared, { recursive: true });
  }
});
