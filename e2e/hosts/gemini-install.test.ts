import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packGemini } from '../../scripts/lib/pack-gemini.mjs';
import { geminiCommand, type GeminiOutcome } from '../support/hosts/gemini.js';
import { serveGit } from '../support/hosts/git-server.js';
import { Home } from '../support/hosts/home.js';
import type { Loopback } from '../support/hosts/loopback.js';

const SOURCE = fileURLToPath(new URL('../../packages/gemini-cli-extension', import.meta.url));

let home: Home;
let git: Loopback;

beforeAll(async () => {
  home = new Home();
  const repository = home.path('repositories/llxprt-lsp');
  mkdirSync(repository, { recursive: true });
  packGemini(repository);
  const run = (...args: string[]): Buffer => execFileSync('git', ['-c', 'user.name=e2e', '-c', 'user.email=e2e@localhost', ...args], { cwd: repository, stdio: 'pipe' });
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
    const { code, stderr } = await gemini('install', SOURCE, '--consent');
    expect(stderr).toContain('Extension "llxprt-lsp" installed successfully');
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(installed('.gemini-extension-install.json'), 'utf8'))).toEqual({ source: SOURCE, type: 'local' });
    expect(readFileSync(installed('bin/llxprt-lsp-hook'), 'utf8')).toContain('dist/hook.mjs');
    expect((await gemini('uninstall', 'llxprt-lsp')).stderr).toContain('successfully uninstalled');
    expect(existsSync(installed('.'))).toBe(false);
  });

  test('by repository: the packed folder is all that is needed for the hook', async () => {
    const { code, stderr } = await gemini('install', `${git.url}/llxprt-lsp`, '--ref', 'gemini-cli-extension', '--consent');
    expect(stderr).toContain('Extension "llxprt-lsp" installed successfully');
    expect(code).toBe(0);
    const files = readdirSync(installed('.')).filter((name) => !name.startsWith('.'));
    expect(files.toSorted()).toEqual(['GEMINI.md', 'LICENSE', 'bin', 'commands', 'dist', 'gemini-extension.json', 'hook.cmd', 'hooks', 'server.mjs']);
    expect(lstatSync(installed('bin/llxprt-lsp-hook')).isFile()).toBe(true);
    const event = JSON.stringify({ hook_event_name: 'BeforeAgent', cwd: home.folder, prompt: '[llxprt-lsp] /lsp status' });
    const answer = execFileSync('bash', ['-c', `. "${installed('hook.cmd')}" gemini`], { input: event, env: home.environment(), encoding: 'utf8' });
    expect(JSON.parse(answer)).toMatchObject({ continue: false, stopReason: expect.stringMatching(/^LSP unavailable: /) });
  });
});
