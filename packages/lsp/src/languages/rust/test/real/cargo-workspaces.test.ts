import { describe, expect } from 'bun:test';
import { renameSync, rmSync } from 'node:fs';

import type { CheckReport } from '../../../../types.ts';
import { type Lab, outcomes } from '../../../../../test/harness/lab.ts';
import type { Tree } from '../../../../../test/harness/workspace.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { found, rows } from '../../../../../test/real/real-lab.ts';
import { check, manifest, MISMATCH, openRust, ownCache, VALUE } from './rust-language.ts';
import { cargoCheck } from '../../../../../test/real/truth.ts';

const test = testWith('cargo');
ownCache(test);

const main = (crate: string): string =>
  `fn main() {\n    let wanted: i32 = ${crate}::value();\n    println!("{wanted}");\n}\n`;

/**
 * `one`, whose members are `base` and `user`; `two`, a workspace that takes `base` by its path, which stands in the root's manifest; `three`, which takes
 * what `two` passes on; and `alone`, which takes nothing.
 */
const PROJECT: Tree = {
  'one/Cargo.toml': '[workspace]\nresolver = "2"\nmembers = ["base", "user"]\n',
  'one/base/Cargo.toml': manifest('base'),
  'one/base/src/lib.rs': VALUE.number,
  'one/user/Cargo.toml': manifest('user', '[dependencies]\nbase = { path = "../base" }\n'),
  'one/user/src/main.rs': main('base'),
  'two/Cargo.toml':
    '[workspace]\nresolver = "2"\nmembers = ["passes", "uses"]\n\n[workspace.dependencies]\nbase = { path = "../one/base" }\n',
  'two/passes/Cargo.toml': manifest('passes', '[dependencies]\nbase.workspace = true\n'),
  'two/passes/src/lib.rs': 'pub use base::value;\n',
  'two/uses/Cargo.toml': manifest('uses', '[dev-dependencies]\nbase.workspace = true\n'),
  'two/uses/src/lib.rs':
    '#[cfg(test)]\nmod tests {\n    #[test]\n    fn one() {\n        let _wanted: i32 = base::value();\n    }\n}\n',
  'far away/three/Cargo.toml': manifest(
    'three',
    '[target."cfg(unix)".dependencies]\npasses = { path = "../../two/passes" }\n',
  ),
  'far away/three/src/main.rs': main('passes'),
  'alone/Cargo.toml': manifest('alone'),
  'alone/src/lib.rs': 'pub fn own() -> i32 {\n    1\n}\n',
};

const [BASE, ALONE] = ['one/base/src/lib.rs', 'alone/src/lib.rs'] as const;
const EVERYWHERE = {
  'one/user/src/main.rs': [MISMATCH],
  'two/uses/src/lib.rs': ['5:28 E0308 mismatched types: expected `i32`, found `String`'],
  'far away/three/src/main.rs': [MISMATCH],
};

/** Other workspaces may need longer than the result waits for them: then it is asked again. */
async function expectErrors(
  lab: Lab,
  report: Promise<CheckReport>,
  files: Record<string, string[]>,
  others: Record<string, string[]> = {},
): Promise<void> {
  const first = await report;
  expect([found(first.files), outcomes(first)]).toEqual([files, { cargo: 'complete' }]);
  let last = first;
  while (!last.othersComplete) last = await lab.sidecar.request('lsp/check', { files: [], others: true });
  expect(found(last.others)).toEqual(others);
}

describe('several Cargo workspaces', () => {
  let lab: Lab;
  test.beforeAll(async () => {
    lab = await openRust({ files: PROJECT });
  });
  test.afterAll(() => lab[Symbol.asyncDispose]());

  test('REQ-DIAG-040 REQ-KNOWN-020: an edit breaks what takes it in every workspace that nobody opened, and mends it', async () => {
    for (let round = 0; round < 2; round += 1) {
      await expectErrors(lab, check(lab, { [BASE]: VALUE.text }), {}, EVERYWHERE);
      await expectErrors(lab, check(lab, { [BASE]: VALUE.number }), {});
    }
    await expectErrors(lab, check(lab, { [BASE]: VALUE.text }), {}, EVERYWHERE);
    const judged = await Promise.all(
      ['one', 'two', 'far away/three'].map((folder) => cargoCheck(lab.workspace, folder)),
    );
    const lines = Object.entries(EVERYWHERE).map(([file, list]) => [
      file,
      list.map((line) => Number(line.split(':')[0])),
    ]);
    expect(Object.assign({}, ...judged)).toEqual(Object.fromEntries(lines));
    await expectErrors(lab, check(lab, { [BASE]: VALUE.number }), {});
    expect((await rows(lab, 'cargo')).map(({ root }) => root)).toEqual(['far away/three', 'one', 'two']);
  });

  test('REQ-KNOWN-020: what a shell changes, creates, renames and deletes between two checks is judged as it is', async () => {
    const own = (n: number): Record<string, string> => ({ [ALONE]: `pub fn own() -> i32 {\n    ${n}\n}\n` });
    lab.workspace.write(BASE, VALUE.text);
    await expectErrors(lab, check(lab, own(2)), {}, EVERYWHERE);
    lab.workspace.write(BASE, VALUE.number);
    await expectErrors(lab, check(lab, own(3)), {});

    lab.workspace.write('one/user/src/bin/new.rs', main('base').replace('i32', 'bool'));
    await expectErrors(
      lab,
      check(lab, own(4)),
      {},
      { 'one/user/src/bin/new.rs': ['2:24 E0308 mismatched types: expected `bool`, found `i32`'] },
    );
    rmSync(lab.workspace.path('one/user/src/bin/new.rs'));
    await expectErrors(lab, check(lab, own(5)), {});

    // The older file takes the newer one's place, and back.
    const kept = lab.workspace.write('kept.rs', VALUE.text);
    lab.workspace.write(BASE, VALUE.number);
    await expectErrors(lab, check(lab, own(6)), {});
    renameSync(lab.workspace.path(BASE), lab.workspace.path('newer.rs'));
    renameSync(kept, lab.workspace.path(BASE));
    await expectErrors(lab, check(lab, own(7)), {}, EVERYWHERE);
    renameSync(lab.workspace.path('newer.rs'), lab.workspace.path(BASE));
    await expectErrors(lab, check(lab, own(8)), {});
  });

  test('REQ-KNOWN-020: a manifest that a shell changed is the one that counts', async () => {
    const own = (n: number): Record<string, string> => ({ [ALONE]: `pub fn own() -> i32 {\n    ${n}\n}\n` });
    const user = manifest('user');
    const unknown = expect.stringContaining('2:23 E0433');
    lab.workspace.write('one/user/Cargo.toml', user);
    await expectErrors(lab, check(lab, own(10)), {}, { 'one/user/src/main.rs': [unknown] });
    lab.workspace.write('one/user/Cargo.toml', `${user}\n[dependencies]\nbase = { path = "../base" }\n`);
    await expectErrors(lab, check(lab, own(11)), {});

    lab.workspace.write(
      'alone/Cargo.toml',
      manifest('alone', '\n[dependencies]\nbase = { path = "../one/base" }\n'),
    );
    lab.workspace.write(BASE, VALUE.text);
    const uses = { [ALONE]: 'pub fn own() -> i32 {\n    base::value()\n}\n' };
    await expectErrors(
      lab,
      check(lab, uses),
      { [ALONE]: ['2:5 E0308 mismatched types: expected `i32`, found `String`'] },
      EVERYWHERE,
    );
    lab.workspace.write(BASE, VALUE.number);
    await expectErrors(lab, check(lab, uses), {});
  });
});

test('REQ-DIAG-030: a workspace that nobody asked about is not compiled for an edit', async () => {
  await using lab = await openRust({ files: PROJECT });
  lab.workspace.write(BASE, VALUE.text);
  expect(await lab.checkFile(BASE, VALUE.text)).toEqual([]);
  expect((await rows(lab, 'cargo')).map(({ root }) => root)).toEqual(['one']);
  await expectErrors(lab, check(lab, { [ALONE]: 'pub fn own() -> i32 {\n    2\n}\n' }), {}, EVERYWHERE);
});
