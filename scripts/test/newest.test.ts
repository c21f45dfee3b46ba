import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { candidates, outcomeOf, tableOf, withRows } from '../lib/hosts/newest.mjs';
import { withVersion } from '../lib/hosts/raise.mjs';
import { suiteOf } from '../lib/hosts/suite.mjs';
import { triedVersions, trying } from '../lib/hosts/tried.mjs';
import { root } from '../lib/paths.mjs';
import { node } from '../lib/process.mjs';

test.each([
  [
    'the newest first, then the pinned one',
    ['1.9.0', '1.10.0', '1.2.0'],
    '1.10.0',
    '1.2.0',
    '1.10.0 1.9.0 1.2.0',
  ],
  ['none that is newer than the latest', ['1.3.0', '2.0.0'], '1.3.0', '1.2.0', '1.3.0 1.2.0'],
  ['no preview', ['1.3.0-beta.1', '1.3.0-linux-x64', '1.2.1'], '1.2.1', '1.2.0', '1.2.1 1.2.0'],
  [
    'three new ones at most',
    ['1.3.0', '1.4.0', '1.5.0', '1.6.0'],
    '1.6.0',
    '1.2.0',
    '1.6.0 1.5.0 1.4.0 1.2.0',
  ],
  ['the pinned one is the newest', ['1.1.0', '1.2.0'], '1.2.0', '1.2.0', '1.2.0'],
])('which versions are tried: %s', (_, versions, latest, pinned, expected) => {
  expect(candidates({ versions, latest }, pinned).join(' ')).toBe(expected);
});

test('an outcome is how many tests have run and passed, or which have failed', () => {
  const passed = { name: 'a', state: 'passed' } as const;
  const failed = { file: 'x.test.ts', name: 'b', state: 'failed', error: 'E' } as const;
  expect(outcomeOf([passed, passed, { name: 'c', state: 'skipped' }])).toEqual({
    text: '2 tests pass',
    isRight: true,
  });
  expect(outcomeOf([passed, failed])).toEqual({ text: '1 of 2 tests fail: b', isRight: false });
  expect(outcomeOf([{ name: 'c', state: 'skipped' }]).isRight).toBe(false);
});

const CODEX = { host: 'codex', pinned: '1.0.0', version: '1.1.0', outcome: 'a | b', isRight: true } as const;
const QWEN = {
  host: 'qwen',
  pinned: '2.0.0',
  version: undefined,
  outcome: 'no answer',
  isRight: false,
} as const;

test('a table of them has a row for each host', () => {
  expect(tableOf([CODEX, QWEN]).split('\n').slice(2)).toEqual([
    '| Codex | 1.0.0 | 1.1.0 | a \\| b |',
    '| Qwen Code | 2.0.0 | none | no answer |',
  ]);
});

test('the page gets the new rows and keeps those of other hosts', () => {
  const page = 'Prose.\n\n<!-- newest -->\n\n<!-- /newest -->\n\nMore.\n';
  const both = withRows(page, [QWEN, CODEX], '2026-01-01');
  expect(both).toContain(`${tableOf([CODEX, QWEN])}\n\nTried on 2026-01-01.\n\n<!-- /newest -->\n\nMore.\n`);
  const later = withRows(both, [{ ...CODEX, outcome: '3 tests pass' }], '2026-02-02');
  expect(later).toContain(tableOf([{ ...CODEX, outcome: '3 tests pass' }, QWEN]));
  expect(later.startsWith('Prose.\n\n<!-- newest -->\n\n| host')).toBe(true);
  expect(() => withRows('Prose.\n', [CODEX], '2026-01-01')).toThrow('has no section newest');
});

test('a page says with which version it was tested, and only that is changed', () => {
  expect(withVersion('Since pi 1.0.0. Tested with pi 1.0.0; fine.', 'pi', '1.0.0', '1.1.0')).toBe(
    'Since pi 1.0.0. Tested with pi 1.1.0; fine.',
  );
  expect(() => withVersion('Tested with pi 0.9.0.', 'pi', '1.0.0', '1.1.0')).toThrow('tested with pi 1.0.0');
});

test('an environment names the version that the tests drive', () => {
  expect(triedVersions({})).toEqual({});
  expect(triedVersions(trying('pi', '1.1.0'))).toEqual({ pi: '1.1.0' });
});

test('the tests of a host are its own files, and what is about it in the others', () => {
  const { own, shared } = suiteOf('pi');
  expect(own).toEqual(['packages/e2e/hosts/pi.test.ts', 'packages/e2e/scenarios/pi.test.ts']);
  const pattern = new RegExp(shared.at(-1) ?? '');
  const titles = ['pi: what a command broke', 'an end: pi lets the model go on', 'a spy: copi lets it'];
  expect(titles.map((title) => pattern.test(title))).toEqual([true, true, false]);
});

test('npm run e2e -- --newest: a host that cannot be had has a row, and the next one is tried', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'newest '));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  mkdirSync(join(folder, 'path'));
  const npm = join(folder, 'path/npm');
  writeFileSync(
    npm,
    `#!/bin/sh
case "$1 $2" in
'view @openai/codex') echo '{ "dist-tags.latest": "99.1.0", "versions": ["99.1.0", "99.2.0"] }' ;;
view*) echo 'npm error code E404'; echo 'npm error 404 Not Found'; exit 1 ;;
install*) echo 'npm error notarget No matching version found for helper@99.1.0.'; exit 1 ;;
esac
`,
  );
  chmodSync(npm, 0o755);
  const { code, output } = await node(['scripts/e2e.mjs', '--newest', '--only', 'codex', '--host', 'pi'], {
    cwd: root,
    env: { HOME: folder, PATH: join(folder, 'path'), TMPDIR: folder },
  });
  expect(output).toMatch(
    /\| Codex \| [\d.]+ \| none \| 99\.1\.0 cannot be installed: npm serves no helper@99\.1\.0, which it needs; /,
  );
  expect(output).toMatch(/\| pi \| [\d.]+ \| none \| npm view \S+: npm error 404 Not Found \|/);
  expect(code).toBe(1);
});
