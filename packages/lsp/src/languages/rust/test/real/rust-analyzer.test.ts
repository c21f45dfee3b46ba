import { describe, expect } from 'bun:test';

import type { CheckReport } from '../../../../types.ts';
import { type Lab, outcomes } from '../../../../../test/harness/lab.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { found, rows } from '../../../../../test/real/real-lab.ts';
import { check, CRATES, manifest, openRust, ownCache, SAY_STARTED, started, VALUE } from './rust-language.ts';

const test = testWith('cargo', 'rust-analyzer');
ownCache(test);

const [BASE, TOP] = ['base/src/lib.rs', 'top/src/main.rs'] as const;
const MISSING_FIELD =
  'pub struct Point {\n    pub x: i32,\n    pub y: i32,\n}\npub fn value() -> i32 {\n    Point { x: 1 }.x\n}\n';

const ITS_WORDS = '6:5 E0063 missing structure fields:\n- y\n';
const RUSTC_WORDS = '6:5 E0063 missing field `y` in initializer of `Point`: missing `y`';

/** A workspace whose build script holds our cargo, and not rust-analyzer's, as long as a file is not there. */
const HELD = {
  ...CRATES,
  'base/Cargo.toml': manifest('base', 'build = "build.rs"\n'),
  'base/build.rs': `fn main() {
    println!("cargo:rerun-if-changed=go");
    let ours = std::env::var("OUT_DIR").unwrap().contains("llxprt-lsp");
    if ours { ${SAY_STARTED} }
    while ours && !std::path::Path::new("go").exists() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}
`,
};

describe('rust-analyzer alone', () => {
  let lab: Lab;
  test.beforeAll(async () => {
    lab = await openRust({ servers: ['rust-analyzer'] });
  });
  test.afterAll(() => lab[Symbol.asyncDispose]());

  test('REQ-DIAG-010 REQ-TIME-030: cold, the first answer waits until the project is loaded, and is no false clean', async () => {
    const report = await check(lab, { [TOP]: 'fn main() {\n    let _wanted: String = base::value();\n}\n' });
    expect([found(report.files), outcomes(report)]).toEqual([
      { [TOP]: ['2:27 E0308 expected String, found i32'] },
      { 'rust-analyzer': 'complete' },
    ]);
  });

  test('REQ-DIAG-010: every breaking and mending edit has its own result', async () => {
    for (let round = 0; round < 5; round += 1) {
      expect(found((await check(lab, { [BASE]: MISSING_FIELD })).files)).toEqual({ [BASE]: [ITS_WORDS] });
      expect(found((await check(lab, { [BASE]: VALUE.number })).files)).toEqual({});
    }
  });
});

describe('rust-analyzer while cargo is late', () => {
  test('it is not started while cargo is quick', async () => {
    await using lab = await openRust({ servers: ['cargo', 'rust-analyzer'] });
    expect(outcomes(await check(lab, { [BASE]: MISSING_FIELD }))).toEqual({ cargo: 'complete' });
    expect((await rows(lab, 'rust-analyzer'))[0]?.serverPid).toBeUndefined();
  });

  test("its word is what there is, and cargo's takes its place", async () => {
    await using lab = await openRust({
      servers: ['cargo', 'rust-analyzer'],
      files: HELD,
      config: { diagnosticTimeout: 2500, firstTouchTimeout: 2500 },
    });
    // Cargo cannot judge a text that is only proposed, so the other one is asked at once, and has loaded the project in the end. Each
    // question waits for cargo as long as it may.
    let proposed: CheckReport;
    do
      proposed = await lab.sidecar.request('lsp/check', { files: [{ filePath: BASE, text: MISSING_FIELD }] });
    while (outcomes(proposed)['rust-analyzer'] !== 'complete');
    expect([found(proposed.files), outcomes(proposed)]).toEqual([
      { [BASE]: [ITS_WORDS] },
      { cargo: 'timed-out', 'rust-analyzer': 'complete' },
    ]);

    const late = await check(lab, { [BASE]: MISSING_FIELD });
    expect([found(late.files), late.othersComplete, outcomes(late)]).toEqual([
      { [BASE]: [ITS_WORDS] },
      false,
      { cargo: 'timed-out', 'rust-analyzer': 'complete' },
    ]);
    const afterEpoch = await lab.sidecar.request('lsp/getDiagnosticEpoch', {});
    lab.workspace.write('base/go', '');
    const known = await lab.sidecar.request('lsp/diagnosticsAfter', { afterEpoch, waitMs: 20_000 });
    expect(found(known)).toEqual({ [BASE]: [RUSTC_WORDS] });
    const quick = await check(lab, { [TOP]: 'fn main() {}\n' });
    expect([found(quick.files), found(quick.others), outcomes(quick)]).toEqual([
      {},
      { [BASE]: [RUSTC_WORDS] },
      { cargo: 'complete' },
    ]);
  });

  test('REQ-LIFE-040: a sidecar that is killed while cargo is at work leaves neither cargo, nor its build script, nor rust-analyzer behind', async () => {
    await using lab = await openRust({
      servers: ['cargo', 'rust-analyzer'],
      files: HELD,
      config: { firstTouchTimeout: 1000 },
    });
    await Promise.all([check(lab, { [BASE]: VALUE.number }), started(lab)]);
    const commands = lab.sidecar.processes().map(({ command }) => command);
    expect(
      commands.filter((command) => /build-script-build|rust-analyzer/.test(command)).length,
    ).toBeGreaterThanOrEqual(2);
    lab.sidecar.kill('SIGKILL');
    expect(await lab.sidecar.leftovers()).toEqual([]);
  });
});
