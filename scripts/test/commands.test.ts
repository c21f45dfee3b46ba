import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { install } from '../lib/install.mjs';
import { root } from '../lib/paths.mjs';
import { node } from '../lib/process.mjs';

const command = (...args: string[]) => node(args, { cwd: root });

test.each(['18.20.4', '20.18.3'])(
  'Node %s is too old, and setup says which one it takes',
  async (version) => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
    const { code, output } = await command(
      '--import',
      `data:text/javascript,${pretend}`,
      'scripts/setup.mjs',
    );
    expect(output).toBe(`Node 20.19 or newer is needed, and this is ${version} (${process.execPath}).\n`);
    expect(code).toBe(1);
  },
);

test('an install that fails shows what npm printed, where, and what to do', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'in stall '));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, 'package.json'), '{"name":"x","version":"1.0.0"}');
  const message = await install(folder);
  expect(message).toContain(`npm ci failed in ${folder} (exit code 1):`);
  expect(message).toContain('package-lock.json');
  expect(message).toContain('What to do: ');
});

test.each([
  [['main', 'full'], 2, 'One tier at a time, not main, full.\n\nusage: node scripts/test.mjs [TIER]'],
  [['some'], 2, 'There is no tier some. There are: main, rest, full, nightly, change.'],
  [['--sideways'], 2, 'usage: node scripts/test.mjs [TIER]'],
  [['full', '--since', 'HEAD'], 2, '--since is for the tier change'],
  [['change', '--since', 'no-such-commit'], 2, '--since no-such-commit: git knows no such commit.'],
  [['--help'], 0, '--since REF'],
  [['--list'], 0, 'unit tests, wire and bundled servers of the sidecar\n'],
])('scripts/test.mjs %j', async (args, expected, words) => {
  const { code, output } = await command('scripts/test.mjs', ...args);
  expect(code).toBe(expected);
  expect(output).toContain(words);
});

test.each([
  [['--help'], 0, '--host NAME  the tests of this host alone: codex, gemini, llxprt, opencode, pi, qwen;'],
  [['--host', 'some'], 2, 'There is no some. There are: codex, gemini, llxprt, opencode, pi, qwen.'],
  [['--host'], 2, 'usage: npm run e2e'],
  [['--newest', '--only', 'llxprt'], 2, 'There is no llxprt. There are: codex, gemini, opencode, pi, qwen.'],
  [['--newest', '-t', 'x'], 2, '-t is not for --newest'],
  [['--record'], 2, '--record is for --newest.'],
  [['--host', 'llxprt'], 1, 'no llxprt that runs here: LLXPRT_CODE=FOLDER'],
])('scripts/e2e.mjs %j', async (args, expected, words) => {
  vi.stubEnv('LLXPRT_CODE', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { code, output } = await command('scripts/e2e.mjs', ...args);
  expect(code).toBe(expected);
  expect(output).toContain(words);
});

test.each([
  [['--help'], 0, '--slow     the time and the memory of every reader'],
  [['--only', 'some'], 2, 'There is no target some. There are:\n'],
  [['--minutes', '0'], 2, '--minutes: a number above 0\nusage: npm run fuzz'],
])('scripts/fuzz.mjs %j', async (args, expected, words) => {
  const { code, output } = await command('scripts/fuzz.mjs', ...args);
  expect(output).toContain(words);
  expect(code).toBe(expected);
});

test.each([[[]], [['run']], [['run', 'publish']], [['build']]])(
  'scripts/lsp.mjs %j is answered with what there is',
  async (args) => {
    const { code, output } = await command('scripts/lsp.mjs', ...args);
    expect(code).toBe(2);
    expect(output).toBe(
      'usage: node scripts/lsp.mjs run <build|presets|schemas|surface|turns|lint|typecheck|test> [args]\n',
    );
  },
);

test('scripts/lsp.mjs without a Bun says what is missing and ends with an error', async () => {
  const { code, output } = await node(['scripts/lsp.mjs', 'run', 'build'], {
    cwd: root,
    env: { ...process.env, LLXPRT_BUN: '/no/such/bun' },
  });
  expect(output).toBe('scripts/lsp.mjs: LLXPRT_BUN names /no/such/bun, which does not exist.\n');
  expect(code).toBe(1);
});
