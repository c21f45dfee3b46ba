import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packGemini } from '../../../scripts/lib/pack-gemini.mjs';
import { MAIN } from '../support/cli.js';
import { GEMINI_EXTENSION, geminiCommand, runGemini, type GeminiOutcome } from '../support/hosts/gemini.js';
import { serveGit } from '../support/hosts/git-server.js';
import { Home } from '../support/hosts/home.js';
import type { Loopback } from '../support/hosts/loopback.js';

let home: Home;
let git: Loopback;

beforeAll(async () => {
  home = new Home();
  const repository = home.path('repositories/llxprt-lsp');
  mkdirSync(repository, { recursive: true });
  packGemini(repository);
  const run = (...args: string[]): Buffer =>
    execFileSync('git', ['-c', 'user.name=e2e', '-c', 'user.email=e2e@localhost', ...args], {
      cwd: repository,
      stdio: 'pipe',
    });
  run('init', '--quiet', '--initial-branch', 'gemini-cli-extension');
  run('add', '--all');
  run('commit', '--quiet', '--message', 'release');
  git = await serveGit(home.path('repositories'));
});

afterAll(async () => {
  await git.close();
  home.dispose();
});

const installed = (path: string): string => join(home.path('.gemini/extensions/llxprt-lsp'), path);

async function gemini(...args: string[]): Promise<GeminiOutcome> {
  return geminiCommand(['extensions', ...args], { cwd: home.folder, home });
}

describe('gemini extensions install', () => {
  test('by path: a copy that takes the hook from the clone; gone after uninstall', async () => {
    const { code, stderr } = await gemini('install', GEMINI_EXTENSION, '--consent');
    expect(stderr).toContain('Extension "llxprt-lsp" installed successfully');
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(installed('.gemini-extension-install.json'), 'utf8'))).toEqual({
      source: GEMINI_EXTENSION,
      type: 'local',
    });
    expect(readFileSync(installed('bin/llxprt-lsp-hook'), 'utf8')).toContain('dist/hook.mjs');
    expect((await gemini('uninstall', 'llxprt-lsp')).stderr).toContain('successfully uninstalled');
    expect(existsSync(installed('.'))).toBe(false);
  });

  test('by repository: the packed folder has the hook, and finds what `npm install -g` has put on PATH', async () => {
    const { code, stderr } = await gemini(
      'install',
      `${git.url}/llxprt-lsp`,
      '--ref',
      'gemini-cli-extension',
      '--consent',
    );
    expect(stderr).toContain('Extension "llxprt-lsp" installed successfully');
    expect(code).toBe(0);
    const files = readdirSync(installed('.')).filter((name) => !name.startsWith('.'));
    expect(files.toSorted()).toEqual([
      'GEMINI.md',
      'LICENSE',
      'bin',
      'commands',
      'dist',
      'gemini-extension.json',
      'hook.cmd',
      'hooks',
      'server.mjs',
    ]);
    expect(lstatSync(installed('bin/llxprt-lsp-hook')).isFile()).toBe(true);
    const prefix = home.path('prefix/bin');
    mkdirSync(prefix, { recursive: true });
    symlinkSync(MAIN, join(prefix, 'llxprt-lsp'));
    home.write('shop/tax.ts', '');
    const { model } = await runGemini({
      workspace: home.path('shop'),
      home,
      script: [
        {
          call: 'write_file',
          args: { file_path: home.path('shop/tax.ts'), content: "export const tax: number = 'many';\n" },
        },
      ],
      env: { PATH: `${prefix}${delimiter}${process.env['PATH'] ?? ''}` },
    });
    expect(model.resultOf(0)).toContain(
      "ERROR [1:14] Type 'string' is not assignable to type 'number'. (2322)",
    );
  });
});
