import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MAIN } from '../support/cli.js';
import { runGemini } from '../support/hosts/gemini.js';
import { HostLab } from '../support/hosts/lab.js';
import { runPi } from '../support/hosts/pi.js';
import { tsconfig } from '../support/typescript.js';

const WRONG = "export const tax: number = 'many';\n";
const FINDING = "ERROR [1:14] Type 'string' is not assignable to type 'number'. (2322)";
const SETTINGS = '{\n\t// Mine.\n\t"context": { "fileName": "AGENTS.md" }, \n}\n';

function labOf(files: Record<string, string> = {}): HostLab {
  const lab = new HostLab({ 'tsconfig.json': tsconfig({ include: ['src'] }), ...files }, { firstTouchTimeout: 60_000, diagnosticTimeout: 60_000 });
  onTestFinished(() => lab.dispose());
  return lab;
}

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the built command for the user of the lab, in the workspace. */
function command(lab: HostLab, args: readonly string[], through: readonly string[] = []): Ended {
  const [program = '', ...words] = [...through, process.execPath, MAIN, ...args];
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: lab.workspace, env: lab.home.environment({ SHELL: '/bin/sh' }), encoding: 'utf8' });
  return { code: status, out: stdout, err: stderr };
}

/** The files below the home folder, with their bytes; what a session keeps is not looked at. */
function homeOf(lab: HostLab): Record<string, string> {
  const paths = readdirSync(lab.home.folder, { recursive: true, encoding: 'utf8' }).filter((path) => lstatSync(join(lab.home.folder, path)).isFile());
  return Object.fromEntries(paths.map((path) => [path, readFileSync(lab.home.path(path), 'latin1')]));
}

describe('Gemini CLI', () => {
  test('for the user: an edit carries its error, doctor agrees, and nothing is left', async () => {
    const lab = labOf();
    const before = homeOf(lab);
    expect(command(lab, ['install', 'gemini'])).toMatchObject({ code: 0, err: '' });
    const { model } = await runGemini({ workspace: lab.workspace, home: lab.home, script: [{ call: 'write_file', args: { file_path: lab.path('src/tax.ts'), content: WRONG } }, { call: 'mcp_llxprt_lsp_hover', args: { file: 'src/tax.ts', symbol: 'tax' } }] });
    expect(model.resultOf(0)).toContain(FINDING);
    expect(model.resultOf(1)).toContain('const tax: number');
    expect(command(lab, ['doctor', '--host', 'gemini'])).toMatchObject({ code: 0, out: expect.stringContaining('a sample edit came back with its error') as string });
    expect(command(lab, ['install', 'gemini', '--uninstall'])).toMatchObject({ code: 0, err: '' });
    const left = Object.keys(homeOf(lab)).filter((path) => /llxprt/.test(path) || path.startsWith('.gemini/extensions'));
    expect(left.filter((path) => before[path] === undefined)).toEqual([]);
    expect(existsSync(lab.home.path('.gemini/extensions/llxprt-lsp'))).toBe(false);
  });

  test('for a project: an edit carries its error, and the settings come back byte for byte', async () => {
    const lab = labOf({ '.gemini/settings.json': SETTINGS });
    expect(command(lab, ['install', 'gemini', '--project'])).toMatchObject({ code: 0, err: '' });
    const { model } = await runGemini({ workspace: lab.workspace, home: lab.home, script: [{ call: 'write_file', args: { file_path: lab.path('src/tax.ts'), content: WRONG } }] });
    expect(model.resultOf(0)).toContain(FINDING);
    expect(command(lab, ['install', 'gemini', '--project', '--uninstall'])).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(lab.path('.gemini/settings.json'), 'utf8')).toBe(SETTINGS);
    expect(readdirSync(lab.path('.gemini'))).toEqual(['settings.json']);
  });
});

test('pi: an edit carries its error, and the settings come back byte for byte', async () => {
  const lab = labOf();
  const settings = '{\n    "theme": "dark",\n    "packages": []\n}\n';
  lab.home.write('.pi/agent/settings.json', settings);
  expect(command(lab, ['install', 'pi'])).toMatchObject({ code: 0, err: '' });
  const { model } = await runPi({ workspace: lab.workspace, home: lab.home, script: [{ call: 'write', args: { path: 'src/tax.ts', content: WRONG } }] });
  expect(model.resultOf(0)).toContain(FINDING);
  expect(command(lab, ['doctor', '--host', 'pi'])).toMatchObject({ code: 0 });
  expect(command(lab, ['install', 'pi', '--uninstall'])).toMatchObject({ code: 0, err: '' });
  expect(readFileSync(lab.home.path('.pi/agent/settings.json'), 'utf8')).toBe(settings);
});

describe('doctor --host', () => {
  test.each(['codex', 'qwen', 'claude', 'copilot'])('%s: the hook and the server of its files work together', (host) => {
    const lab = labOf();
    command(lab, ['install', host]);
    expect(command(lab, ['doctor', '--host', host, '--json'])).toMatchObject({ code: 0, err: '' });
  });

  test('opencode has no hook', () => {
    const lab = labOf();
    command(lab, ['install', 'opencode']);
    expect(command(lab, ['doctor', '--host', 'opencode'])).toMatchObject({ code: 0, out: expect.stringMatching(/lists \d+ tools\n$/) as string });
  });

  test('nothing is installed, files are missing, the command is gone: it says what to do', () => {
    const lab = labOf();
    expect(command(lab, ['doctor', '--host', 'codex'])).toMatchObject({ code: 2, out: expect.stringContaining('llxprt-lsp install codex') as string });
    command(lab, ['install', 'codex']);
    const hooks = readFileSync(lab.home.path('.codex/hooks.json'), 'utf8');
    lab.home.write('.codex/hooks.json', hooks.replaceAll('bin/llxprt-lsp-hook', 'gone/llxprt-lsp-hook'));
    const gone = command(lab, ['doctor', '--host', 'codex']);
    expect(gone).toMatchObject({ code: 2, out: expect.stringMatching(/problem {2}the hook .* ends with 127/) as string });
    expect(gone.out).toContain('has another entry of llxprt-lsp at hooks.');
    rmSync(lab.home.path('.codex/hooks.json'));
    expect(command(lab, ['doctor', '--host', 'codex'])).toMatchObject({ code: 2, out: expect.stringContaining('hooks.json is missing') as string });
    command(lab, ['install', 'codex']);
    expect(command(lab, ['doctor', '--host', 'codex'])).toMatchObject({ code: 0 });
  });
});

test.skipIf(process.platform === 'win32')('a disk that takes no more: the reason, and nothing half done', () => {
  const lab = labOf();
  lab.home.write('.claude/settings.json', '{}');
  const before = homeOf(lab);
  const { code, err } = command(lab, ['install', 'claude'], ['/bin/sh', '-c', 'ulimit -f 1; exec "$@"', 'sh']);
  expect(err).toMatch(/Nothing was installed\.\n.*nothing was changed: .*EFBIG/);
  expect(code).toBe(2);
  expect(homeOf(lab)).toEqual(before);
});
