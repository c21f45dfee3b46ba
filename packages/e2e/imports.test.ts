import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HostSession } from '@vybestack/llxprt-lsp-core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { repositoryBun } from '../core/test/support/fake-sidecar.js';
import { root } from '../../scripts/lib/paths.mjs';
import { Bridge } from './support/bridge.js';
import { folderOf, run, type Outcome } from './support/cli.js';
import { describeWith } from './support/needs.js';
import { PATIENT } from './support/deadlines.js';
import { tsconfig, TYPESCRIPT_7 } from './support/typescript.js';
import type { Tree } from './support/workspace.js';
import { OWN_SETTINGS } from './support/own-folders.js';

/** Runs a command for a user with these files below the home folder. */
function runFor(files: Readonly<Record<string, unknown>>, args: string[], cwd: string): Promise<Outcome> {
  const home = folderOf(
    Object.fromEntries(Object.entries(files).map(([path, value]) => [path, JSON.stringify(value)])),
  );
  return run(args, { cwd, env: { HOME: home, USERPROFILE: home, XDG_CONFIG_HOME: join(home, '.config') } });
}

const FAKE = {
  command: [repositoryBun(), join(root, 'packages/lsp/test/fakes/pull.ts')],
  extensions: ['.fake'],
};
const OPENCODE = {
  '.config/opencode/opencode.json': {
    lsp: {
      fake: FAKE,
      typescript: { command: ['typescript-language-server', '--stdio'], extensions: ['.ts'] },
    },
  },
};

test('REQ-CFG-040: a server that opencode knows judges its files here, too, unless the setting "import" is off; doctor says what came from where', async () => {
  const cwd = folderOf({ 'a.fake': 'ERROR one\n' });
  expect(await runFor(OPENCODE, ['check'], cwd)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^a\.fake:1:1 error one/) as string,
  });
  const doctor = await runFor(OPENCODE, ['doctor'], cwd);
  expect(doctor.stdout).toMatch(
    /\nImported {2}opencode, .*opencode\.json: the server fake\n {12}not typescript: "typescript" is known here, and none of these settings is taken over\n/,
  );
  expect(JSON.parse((await runFor(OPENCODE, ['doctor', '--json'], cwd)).stdout)).toMatchObject({
    imports: [{ title: 'opencode', taken: [{ id: 'fake', kind: 'server' }] }],
  });
  const off = { ...OPENCODE, '.llxprt/settings.json': { lsp: { import: false } } };
  expect((await runFor(off, ['check', 'a.fake'], cwd)).stdout).not.toContain('ERROR');
  expect((await runFor(off, ['doctor'], cwd)).stdout).not.toContain('Imported');
});

test("what VS Code knows of Python counts: the user's settings, and those of a workspace that is trusted", async () => {
  const files = { 'a.py': 'def f(x):\n    return x\n' };
  const key = 'python.analysis.typeCheckingMode';
  const strict = { [key]: 'strict' };
  const untyped = /^a\.py:1:7 error .*\(reportMissingParameterType\)$/m;
  expect(await runFor({}, ['check'], folderOf(files))).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^No errors in /) as string,
  });
  expect(
    (await runFor({ '.config/Code/User/settings.json': strict }, ['check'], folderOf(files))).stdout,
  ).toMatch(untyped);
  const workspace = folderOf({ ...files, '.vscode/settings.json': JSON.stringify(strict) });
  expect((await runFor({}, ['check'], workspace)).stdout).toMatch(untyped);
  // A ruff on PATH is not run in an untrusted workspace, and "check" says so: pyright's own verdict counts.
  expect(await runFor({}, ['--untrusted', 'check'], workspace)).toMatchObject({
    stdout: '',
    stderr: expect.stringMatching(/^No errors in /m) as string,
  });
  const bridge = await Bridge.start({ cwd: workspace });
  expect(await bridge.check([{ path: 'a.py', created: true }])).toContain('reportMissingParameterType');
  vi.stubEnv('HOME', folderOf({ [OWN_SETTINGS]: JSON.stringify({ lsp: PATIENT }) }));
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const trusted of [true, false]) {
    const session = new HostSession({
      cwd: workspace,
      toolRegistry: { registerTool: () => undefined, unregisterTool: () => undefined },
      trusted,
    });
    const amended = await session.amend('1', 'ok', { kind: 'edit', written: [join(workspace, 'a.py')] });
    await session.close();
    expect([trusted, amended.includes('reportMissingParameterType')]).toEqual([trusted, trusted]);
  }
});

/** A workspace with settings of VS Code. */
const withSettings = (settings: unknown, files: Tree, packages?: Tree): string =>
  folderOf({ '.vscode/settings.json': JSON.stringify(settings), ...files }, packages);

describe('what the settings of VS Code in a workspace change, with the real servers', () => {
  const untold = async (files: Tree, packages?: Tree): Promise<string> =>
    (await runFor({}, ['check'], folderOf(files, packages))).stdout;
  const told = async (settings: unknown, files: Tree, packages?: Tree): Promise<Outcome> =>
    runFor({}, ['check'], withSettings(settings, files, packages));

  describeWith(['go', 'gopls'], 'gopls', () => {
    test('REQ-CFG-040: a setting counts by its name, and with the group in front that its page gives it', async () => {
      const files = {
        'go.mod': 'module x\n\ngo 1.21\n',
        'a.go':
          '// Package x is one.\npackage x\n\nfunc f() int {\n\tvar n int\n\tn = 1\n\treturn n\n}\n\nvar _ = f\n',
      };
      const found = async (settings: unknown): Promise<boolean> =>
        (
          await runFor({}, ['check', '--severity', 'error,warning'], withSettings(settings, files))
        ).stdout.includes('should merge variable declaration');
      expect([
        await found({}),
        await found({ gopls: { staticcheck: true } }),
        await found({ 'gopls.ui.diagnostic.staticcheck': true }),
      ]).toEqual([false, true, true]);
    });

    test('REQ-CFG-040: build tags have files judged that no build without them reads', async () => {
      const files = {
        'go.mod': 'module x\n\ngo 1.21\n',
        'a.go': 'package x\n',
        // Without settings nothing sets it: see docs/projects.md.
        'b.go': '//go:build tools\n\npackage x\n\nvar B int = "b"\n',
      };
      expect(await untold(files)).not.toContain('b.go:5');
      const marked = folderOf({});
      for (const settings of [
        { 'go.buildTags': 'tools' },
        { gopls: { 'build.buildFlags': ['-tags=tools', `-toolexec=touch ${join(marked, 'ran')}`] } },
      ]) {
        expect((await told(settings, files)).stdout).toMatch(/^b\.go:5:13 error .*untyped string/m);
      }
      expect(existsSync(join(marked, 'ran'))).toBe(false);
    });
  });

  describeWith(['clangd'], 'clangd', () => {
    test('REQ-CFG-040: the folder of the compilation database, and the flags of files that are in none', async () => {
      const files = { 'src/a.c': '#include "made.h"\nint a = MADE;\n', 'gen/made.h': '#define MADE 1\n' };
      const missing = "'made.h' file not found";
      expect(await untold(files)).toContain(missing);
      const cwd = withSettings(
        { 'clangd.arguments': ['--compile-commands-dir=${workspaceFolder}/out/debug'] },
        files,
      );
      const command = [{ directory: cwd, file: 'src/a.c', arguments: ['cc', '-Igen', '-c', 'src/a.c'] }];
      mkdirSync(join(cwd, 'out/debug'), { recursive: true });
      writeFileSync(join(cwd, 'out/debug/compile_commands.json'), JSON.stringify(command));
      expect(await runFor({}, ['check'], cwd)).toMatchObject({ code: 0, stdout: '' });
      expect(await told({ 'clangd.fallbackFlags': ['-I${workspaceFolder}/gen'] }, files)).toMatchObject({
        code: 0,
        stdout: '',
      });
    });
  });

  test('REQ-CFG-040: the TypeScript of one folder judges a folder that has none, with trust alone', async () => {
    const files = {
      'server/tsconfig.json': tsconfig(),
      'server/a.ts': "export const a: number = 'a';\n",
      'client/package.json': '{}',
    };
    const client = { 'client/node_modules/typescript': TYPESCRIPT_7['node_modules/typescript'] ?? '' };
    const cwd = withSettings({ 'typescript.tsdk': 'client/node_modules/typescript/lib' }, files, client);
    const served = async (...args: string[]): Promise<unknown> => {
      const bridge = await Bridge.start({ cwd, args });
      expect(await bridge.check([{ path: 'server/a.ts', created: true }])).toContain(
        "Type 'string' is not assignable",
      );
      return bridge.status();
    };
    expect(await served()).toMatch(/typescript +active.* TypeScript 7|tsc 7/);
    expect(await served('--untrusted')).not.toMatch(/ 7\.\d/);
  });

  test('REQ-CFG-040: ESLint works in the folders that are named: there it finds what a configuration loads', async () => {
    const config =
      "import { readFileSync } from 'node:fs';\nexport default [{ rules: JSON.parse(readFileSync('rules.json', 'utf8')) }];\n";
    const files = {
      'package.json': '{"type": "module"}',
      'eslint.config.js': config,
      'rules.json': '{}',
      'client/rules.json': '{"no-debugger": "error"}',
      'client/a.js': 'debugger;\n',
    };
    const packages = { 'node_modules/eslint': join(root, 'node_modules/eslint') };
    expect(await untold(files, packages)).not.toContain('no-debugger');
    expect((await told({ 'eslint.workingDirectories': ['./client'] }, files, packages)).stdout).toMatch(
      /^client\/a\.js:1:1 error .*no-debugger/m,
    );
  });
});

test("a project without an environment has the Python of the user's settings of VS Code; import: false leaves it out", async () => {
  const files = { 'a.py': '', 'pyproject.toml': '' };
  const python = folderOf({ 'py/bin/python': '' });
  chmodSync(join(python, 'py/bin/python'), 0o755);
  const user = {
    '.config/Code/User/settings.json': { 'python.defaultInterpreterPath': join(python, 'py/bin/python') },
  };
  const why = "(python.defaultInterpreterPath in the user's settings of VS Code)";
  expect((await runFor(user, ['doctor'], folderOf(files))).stdout).toContain(why);
  expect(
    (
      await runFor(
        { ...user, '.llxprt/settings.json': { lsp: { import: false } } },
        ['doctor'],
        folderOf(files),
      )
    ).stdout,
  ).not.toContain(why);
});
