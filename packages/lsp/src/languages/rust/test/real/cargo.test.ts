import { describe, expect } from 'bun:test';
import { existsSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import type { CheckReport } from '../../../../types.ts';
import { type Lab, outcomes } from '../../../../../test/harness/lab.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { brief, found, rows } from '../../../../../test/real/real-lab.ts';
import {
  check,
  CRATES,
  manifest,
  MISMATCH,
  openRust,
  ownCache,
  SAY_STARTED,
  started,
  VALUE,
} from './rust-language.ts';

const test = testWith('cargo');
const cache = ownCache(test);
const [BASE, TOP] = ['base/src/lib.rs', 'top/src/main.rs'] as const;

describe('cargo on two crates', () => {
  let lab: Lab;
  test.beforeAll(async () => {
    lab = await openRust();
  });
  test.afterAll(() => lab[Symbol.asyncDispose]());

  /** Everything that is wrong, of the files asked about and of all others. */
  async function expectErrors(
    report: Promise<CheckReport>,
    files: Record<string, string[]>,
    others: Record<string, string[]> = {},
  ): Promise<void> {
    const { othersComplete, ...rest } = await report;
    expect({
      files: found(rest.files),
      others: found(rest.others),
      othersComplete,
      outcomes: outcomes(rest as CheckReport),
    }).toEqual({
      files,
      others,
      othersComplete: true,
      outcomes: { cargo: 'complete' },
    });
  }

  test('REQ-DIAG-010 REQ-TIME-030 REQ-FMT-080: cold, exactly the error that is there is reported', async () => {
    const { files } = await check(lab, { [BASE]: 'pub fn value() -> i32 {\n    "one"\n}\n' });
    const message = 'mismatched types: expected `i32`, found `&str`';
    const error = { severity: 'error', code: 'E0308', source: 'rustc', message } as const;
    expect(files).toEqual({
      [BASE]: [{ file: BASE, line: 2, character: 5, endLine: 2, endCharacter: 10, ...error }],
    });
    await expectErrors(check(lab, { [BASE]: VALUE.number }), {});
  });

  test('REQ-DIAG-010 REQ-DIAG-040 REQ-KNOWN-020: every breaking and mending edit has its own result, also in a crate that was never opened', async () => {
    for (let round = 0; round < 5; round += 1) {
      await expectErrors(check(lab, { [BASE]: VALUE.text }), {}, { [TOP]: [MISMATCH] });
      await expectErrors(check(lab, { [BASE]: VALUE.number }), {});
    }
    expect(await lab.sidecar.request('lsp/diagnostics', {})).toEqual({});
  });

  const KINDS: [title: string, file: string, text: string, found: string[]][] = [
    [
      'a moved value',
      'top/src/main.rs',
      'fn main() {\n    let a = vec![1];\n    let b = a;\n    println!("{:?} {:?}", a, b);\n}\n',
      [
        '4:27 E0382 borrow of moved value: `a`: value borrowed here after move\nhelp: consider cloning the value if the performance cost is acceptable',
      ],
    ],
    [
      'an error in a test alone',
      BASE,
      `${VALUE.number}#[cfg(test)]\nmod tests {\n    #[test]\n    fn one() {\n        let n: u8 = super::value();\n        assert_eq!(n, 1);\n    }\n}\n`,
      [
        "8:21 E0308 mismatched types: expected `u8`, found `i32`\nhelp: you can convert an `i32` to a `u8` and panic if the converted value doesn't fit",
      ],
    ],
    [
      'a macro of the standard library',
      TOP,
      'fn main() {\n    println!("{}", missing);\n}\n',
      ['2:20 E0425 cannot find value `missing` in this scope: not found in this scope'],
    ],
    ['a macro that fails', TOP, 'fn main() {\n    compile_error!("not yet");\n}\n', ['2:5 - not yet']],
    ['broken syntax', TOP, 'fn main( {\n}\n', ['2:3 - this file contains an unclosed delimiter']],
    [
      'behind an emoji, columns are UTF-16',
      TOP,
      'fn main() {\n    let _s = "🎉é"; let _n: i32 = "🎉";\n}\n',
      ['2:35 E0308 mismatched types: expected `i32`, found `&str`'],
    ],
    [
      'CRLF and a byte order mark',
      TOP,
      '\uFEFFfn main() {\r\n    let _n: i32 = "";\r\n}\r\n',
      ['2:19 E0308 mismatched types: expected `i32`, found `&str`'],
    ],
    [
      'nothing at all',
      TOP,
      '',
      [
        '1:1 E0601 `main` function not found in crate `top`\nnote: consider adding a `main` function to `top/src/main.rs`',
      ],
    ],
  ];
  test('REQ-FMT-080: what rustc finds is reported where it stands, each finding once though a crate is compiled twice', async () => {
    for (const [title, file, text, want] of KINDS) {
      const good = file === BASE ? VALUE.number : 'fn main() {}\n';
      const { files } = await check(lab, { [file]: text });
      expect([title, (files[file] ?? []).map((diagnostic) => brief(diagnostic))]).toEqual([title, want]);
      await expectErrors(check(lab, { [file]: good }), {});
    }
  });

  test('REQ-DIAG-010: a new module is compiled, and a deleted one is missed where it is named', async () => {
    const module = 'base/src/extra.rs';
    await expectErrors(
      check(
        lab,
        { [BASE]: `mod extra;\npub use extra::value;\n`, [module]: VALUE.number },
        { created: true },
      ),
      {},
    );
    await expectErrors(check(lab, { [module]: 'pub fn value() -> i32 {\n    true\n}\n' }), {
      [module]: ['2:5 E0308 mismatched types: expected `i32`, found `bool`'],
    });
    await expectErrors(check(lab, { [module]: VALUE.number }), {});
    lab.workspace.remove(module);
    const { others } = await check(lab, {}, { deleted: [module] });
    expect(
      Object.entries(found(others)).map(([file, list]) => [
        file,
        list.map((line) => line.split(':', 2).join(':').slice(0, 9)),
      ]),
    ).toEqual([[BASE, ['1:1 E0583']]]);
    await expectErrors(check(lab, { [BASE]: VALUE.number }), {});
  });

  test('REQ-DIAG-017: a patch over both crates is judged as a whole, whichever file comes first', async () => {
    const main = (type: string): string =>
      `fn main() {\n    let wanted: ${type} = base::value();\n    println!("{wanted}");\n}\n`;
    for (const order of [
      [BASE, TOP],
      [TOP, BASE],
    ] as const) {
      const patch = (number: boolean): Record<string, string> =>
        Object.fromEntries(
          order.map((file) => [
            file,
            file === BASE ? (number ? VALUE.number : VALUE.text) : main(number ? 'i32' : 'String'),
          ]),
        );
      await expectErrors(check(lab, patch(false)), {});
      await expectErrors(check(lab, patch(true)), {});
    }
  });

  test('what a shell changed behind a check is in the next report', async () => {
    lab.workspace.write(BASE, VALUE.text);
    expect(found(await lab.sidecar.request('lsp/diagnostics', {}))).toEqual({ [TOP]: [MISMATCH] });
    lab.workspace.write(BASE, VALUE.number);
    expect(await lab.sidecar.request('lsp/diagnostics', {})).toEqual({});
  });

  test('REQ-DIAG-040: an older file that takes the place of a newer one is compiled, also what a build script reads', async () => {
    const [broken, told] = ['pub fn value() -> i32 {\n    true\n}\n', 'base/told.txt'];
    const script =
      'fn main() {\n    println!("cargo::rerun-if-changed=told.txt");\n    if std::fs::read_to_string("told.txt").is_ok_and(|text| text == "fail") {\n        panic!();\n    }\n}\n';
    const older = lab.workspace.write('older.rs', broken);
    const fails = lab.workspace.write('fails.txt', 'fail');
    await check(lab, { [told]: 'go on', 'base/build.rs': script }, { created: true });
    await expectErrors(check(lab, { [BASE]: VALUE.number }), {});
    renameSync(older, lab.workspace.path(BASE));
    await expectErrors(
      lab.sidecar.request('lsp/check', { files: [{ filePath: BASE, text: broken }], others: true }),
      {
        [BASE]: ['2:5 E0308 mismatched types: expected `i32`, found `bool`'],
      },
    );
    await expectErrors(check(lab, { [BASE]: VALUE.number }), {});
    renameSync(fails, lab.workspace.path(told));
    const { servers } = await lab.sidecar.request('lsp/check', {
      files: [
        { filePath: told, text: 'fail' },
        { filePath: BASE, text: VALUE.number },
      ],
    });
    expect(servers.map(({ outcome }) => outcome)).toEqual(['timed-out']);
    expect((await rows(lab, 'cargo'))[0]?.reason).toContain('custom build command');
    for (const name of [told, 'base/build.rs']) lab.workspace.remove(name);
    await expectErrors(check(lab, { [BASE]: VALUE.number }, { deleted: [told, 'base/build.rs'] }), {});
  });

  test('a text that is only proposed is not judged', async () => {
    const proposed = await lab.sidecar.request('lsp/check', {
      files: [{ filePath: TOP, text: 'fn main() { nothing }\n' }],
    });
    expect([proposed.files, outcomes(proposed)]).toEqual([{ [TOP]: [] }, { cargo: 'timed-out' }]);
  });

  test('REQ-TIME-085: a manifest that Cargo refuses has its finding there, and makes nothing else clean', async () => {
    const [at, good] = ['top/Cargo.toml', manifest('top', '[dependencies]\nbase = { path = "../base" }\n')];
    const broken = await check(lab, { [at]: good.replace('"0.1.0"', '"one"') });
    expect([found(broken.files), outcomes(broken)]).toEqual([
      { [at]: ["3:11 - unexpected character 'o' while parsing major version number"] },
      { cargo: 'complete' },
    ]);
    const refused = await check(lab, { [BASE]: VALUE.number });
    expect([found(refused.files), Object.keys(refused.others), outcomes(refused)]).toEqual([
      {},
      [at],
      { cargo: 'timed-out' },
    ]);
    expect((await rows(lab, 'cargo'))[0]).toMatchObject({
      status: 'active',
      reason: expect.stringContaining('version'),
    });
    await expectErrors(check(lab, { [at]: good }), {});
    expect((await rows(lab, 'cargo'))[0]?.reason).toBeUndefined();
  });

  test('its output has a folder of its own in the cache, and the workspace gets none', async () => {
    await check(lab, { [BASE]: VALUE.number });
    expect(readdirSync(join(cache(), 'llxprt-lsp', 'cargo')).length).toBeGreaterThan(0);
    expect(existsSync(lab.workspace.path('target'))).toBe(false);
    expect(
      (await rows(lab, 'cargo')).map(({ status, root, program, serverPid }) => [
        status,
        root,
        program?.name,
        serverPid,
      ]),
    ).toEqual([['active', '.', 'cargo', undefined]]);
  });
});

test('REQ-PATH-010: names that need escaping, below a root that does and is a symlink', async () => {
  await using lab = await openRust({
    name: 'my #1 [work] 100% (x)',
    root: ({ root, outside }) => {
      symlinkSync(root, join(outside, 'linked #2'));
      return join(outside, 'linked #2');
    },
  });
  expect(found((await check(lab, { [BASE]: VALUE.text })).others)).toEqual({ [TOP]: [MISMATCH] });
  expect(found((await check(lab, { [BASE]: VALUE.number })).others)).toEqual({});
});

test('REQ-KNOWN-020: a finding that a file of another kind mends is gone', async () => {
  await using lab = await openRust();
  const main = 'fn main() {\n    println!("{}", include_str!("words.txt"));\n}\n';
  const broken = found((await check(lab, { [TOP]: main })).files)[TOP];
  expect(broken?.map((line) => line.slice(0, 4))).toEqual(['2:20']);
  expect(found((await check(lab, { 'top/src/words.txt': 'hello' }, { created: true })).others)).toEqual({});
});

test("a Rust file outside every package is nobody's, and starts nothing", async () => {
  await using lab = await openRust({ files: {} });
  const report = await check(lab, { 'alone.rs': 'fn main( {' }, { created: true });
  expect([report.files, report.servers]).toEqual([{ 'alone.rs': [] }, []]);
  expect(lab.sidecar.processes()).toHaveLength(1);
});

test('a member that is opened alone is judged as part of the Cargo workspace around it', async () => {
  await using lab = await openRust({ root: (workspace) => workspace.path('top') });
  const report = await lab.sidecar.request('lsp/check', {
    files: [{ filePath: lab.workspace.write(TOP, 'fn main() {\n    nothing();\n}\n') }],
  });
  expect(found(report.files)).toEqual({
    'src/main.rs': ['2:5 E0425 cannot find function `nothing` in this scope: not found in this scope'],
  });
});

test('REQ-LIFE-040: a sidecar that is killed while cargo is at work leaves neither cargo nor what that has started behind', async () => {
  const files = {
    ...CRATES,
    'base/Cargo.toml': manifest('base', 'build = "build.rs"\n'),
    'base/build.rs': `fn main() {\n    ${SAY_STARTED}\n    loop {\n        std::thread::park();\n    }\n}\n`,
  };
  await using lab = await openRust({ files, config: { firstTouchTimeout: 500 } });
  expect(outcomes(await check(lab, { [BASE]: VALUE.number }))).toEqual({ cargo: 'timed-out' });
  // Cargo is at work all the same.
  await started(lab);
  const commands = lab.sidecar.processes().map(({ command }) => command);
  expect(
    commands.filter((command) => /cargo check|build-script-build/.test(command)).length,
  ).toBeGreaterThanOrEqual(2);
  lab.sidecar.kill('SIGKILL');
  expect(await lab.sidecar.leftovers()).toEqual([]);
});
