import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryBun } from '../core/test/support/fake-sidecar.js';
import { root } from '../../scripts/lib/paths.mjs';
import { Bridge } from './support/bridge.js';
import { folderOf, run, type Outcome } from './support/cli.js';

/** Runs a command for a user with these files below the home folder. */
function runFor(files: Readonly<Record<string, unknown>>, args: string[], cwd: string): Promise<Outcome> {
  const home = folderOf(Object.fromEntries(Object.entries(files).map(([path, value]) => [path, JSON.stringify(value)])));
  return run(args, { cwd, env: { HOME: home, USERPROFILE: home, XDG_CONFIG_HOME: join(home, '.config') } });
}

const FAKE = { command: [repositoryBun(), join(root, 'packages/lsp/test/fakes/pull.ts')], extensions: ['.fake'] };
const OPENCODE = { '.config/opencode/opencode.json': { lsp: { fake: FAKE, typescript: { command: ['typescript-language-server', '--stdio'], extensions: ['.ts'] } } } };

test('REQ-CFG-040: a server that opencode knows judges its files here, too, unless the setting "import" is off; doctor says what came from where', async () => {
  const cwd = folderOf({ 'a.fake': 'ERROR one\n' });
  expect(await runFor(OPENCODE, ['check'], cwd)).toMatchObject({ code: 1, stdout: expect.stringMatching(/^a\.fake:1:1 error one/) as string });
  const doctor = await runFor(OPENCODE, ['doctor'], cwd);
  expect(doctor.stdout).toMatch(/\nImported {2}opencode, .*opencode\.json: the server fake\n {12}not typescript: "typescript" is known here, and there are no settings to take over\n/);
  expect(JSON.parse((await runFor(OPENCODE, ['doctor', '--json'], cwd)).stdout)).toMatchObject({ imports: [{ title: 'opencode', taken: [{ id: 'fake', kind: 'server' }] }] });
  const off = { ...OPENCODE, '.llxprt/settings.json': { lsp: { import: false } } };
  expect((await runFor(off, ['check', 'a.fake'], cwd)).stdout).not.toContain('ERROR');
  expect((await runFor(off, ['doctor'], cwd)).stdout).not.toContain('Imported');
});

test('what VS Code knows of Python counts: the user\'s settings, and those of a workspace that is trusted', async () => {
  const files = { 'a.py': 'def f(x):\n    return x\n' };
  const key = 'python.analysis.typeCheckingMode';
  const strict = { [key]: 'strict' };
  const untyped = /^a\.py:1:7 error .*\(reportMissingParameterType\)$/m;
  expect(await runFor({}, ['check'], folderOf(files))).toMatchObject({ code: 0, stderr: expect.stringMatching(/^No errors in /) as string });
  expect((await runFor({ '.config/Code/User/settings.json': strict }, ['check'], folderOf(files))).stdout).toMatch(untyped);
  const workspace = folderOf({ ...files, '.vscode/settings.json': JSON.stringify(strict) });
  expect((await runFor({}, ['check'], workspace)).stdout).toMatch(untyped);
  // A ruff on PATH is not run in an untrusted workspace, and "check" says so: pyright's own verdict counts.
  expect(await runFor({}, ['--untrusted', 'check'], workspace)).toMatchObject({ stdout: '', stderr: expect.stringMatching(/^No errors in /m) as string });
  const bridge = await Bridge.start({ cwd: workspace });
  expect(await bridge.check([{ path: 'a.py', created: true }])).toContain('reportMissingParameterType');
});
