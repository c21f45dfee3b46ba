import { spawn } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, type TestContext } from 'vitest';
import { withoutRights } from '../../../scripts/lib/ordinary-user.mjs';
import { MAIN, outcomeOf } from '../support/cli.js';
import { runGemini } from '../support/hosts/gemini.js';
import { HostLab } from '../support/hosts/lab.js';
import { runPi } from '../support/hosts/pi.js';
import { tsconfig } from '../support/typescript.js';

const WRONG = "export const tax: number = 'many';\n";
const FINDING = "ERROR [1:14] Type 'string' is not assignable to type 'number'. (2322)";
const SETTINGS = '{\n\t// Mine.\n\t"context": { "fileName": "AGENTS.md" }\n}\n';

/** The tests run at once: most of their time is that of processes which wait for each other. */
type Context = Pick<TestContext, 'onTestFinished'>;

function labOf({ onTestFinished }: Context, files: Record<string, string> = {}): HostLab {
  const lab = new HostLab({ 'tsconfig.json': tsconfig({ include: ['src'] }), ...files });
  onTestFinished(() => lab.dispose());
  return lab;
}

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the built command for the user of the lab, in the workspace. */
async function command(
  lab: HostLab,
  args: readonly string[],
  through: readonly string[] = [],
): Promise<Ended> {
  const [program = '', ...words] = [...through, process.execPath, MAIN, ...args];
  const child = spawn(program, words, {
    cwd: lab.workspace,
    env: lab.home.environment({ SHELL: '/bin/sh' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, stdout, stderr } = await outcomeOf(child);
  return { code, out: stdout, err: stderr };
}

/** The files below the home folder, with their bytes; what a session keeps is not looked at. */
function homeOf(lab: HostLab): Record<string, string> {
  const paths = readdirSync(lab.home.folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    lstatSync(join(lab.home.folder, path)).isFile(),
  );
  return Object.fromEntries(paths.map((path) => [path, readFileSync(lab.home.path(path), 'latin1')]));
}

/** Every file and folder below the home folder, with its bytes and permissions. */
function treeOf({ home }: HostLab): Record<string, string> {
  const describeEntry = (path: string): string => {
    const stat = lstatSync(path);
    const mode = (stat.mode & 0o7777).toString(8);
    return stat.isFile() ? `${mode} ${readFileSync(path, 'latin1')}` : mode;
  };
  const paths = readdirSync(home.folder, { recursive: true, encoding: 'utf8' }).toSorted();
  return Object.fromEntries(paths.map((path) => [path, describeEntry(home.path(path))]));
}

describe.concurrent('Gemini CLI', () => {
  test('for the user: an edit carries its error, doctor agrees, and nothing is left', async (context) => {
    const lab = labOf(context);
    const before = homeOf(lab);
    expect(await command(lab, ['install', 'gemini'])).toMatchObject({ code: 0, err: '' });
    const { model } = await runGemini({
      workspace: lab.workspace,
      home: lab.home,
      script: [
        { call: 'write_file', args: { file_path: lab.path('src/tax.ts'), content: WRONG } },
        { call: 'mcp_llxprt_lsp_hover', args: { file: 'src/tax.ts', symbol: 'tax' } },
      ],
    });
    expect(model.resultOf(0)).toContain(FINDING);
    expect(model.resultOf(1)).toContain('const tax: number');
    expect(await command(lab, ['doctor', '--host', 'gemini'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('a sample edit came back with its error') as string,
    });
    expect(await command(lab, ['install', 'gemini', '--uninstall'])).toMatchObject({ code: 0, err: '' });
    const left = Object.keys(homeOf(lab)).filter(
      (path) => path.includes('llxprt') || path.startsWith('.gemini/extensions'),
    );
    expect(left.filter((path) => before[path] === undefined)).toEqual([]);
    expect(existsSync(lab.home.path('.gemini/extensions/llxprt-lsp'))).toBe(false);
  });

  test('for a project: an edit carries its error, and the settings come back byte for byte', async (context) => {
    const lab = labOf(context, { '.gemini/settings.json': SETTINGS });
    expect(await command(lab, ['install', 'gemini', '--project'])).toMatchObject({ code: 0, err: '' });
    const { model } = await runGemini({
      workspace: lab.workspace,
      home: lab.home,
      script: [{ call: 'write_file', args: { file_path: lab.path('src/tax.ts'), content: WRONG } }],
    });
    expect(model.resultOf(0)).toContain(FINDING);
    expect(await command(lab, ['install', 'gemini', '--project', '--uninstall'])).toMatchObject({
      code: 0,
      err: '',
    });
    expect(readFileSync(lab.path('.gemini/settings.json'), 'utf8')).toBe(SETTINGS);
    expect(readdirSync(lab.path('.gemini'))).toEqual(['settings.json']);
  });
});

test.concurrent(
  'pi: an edit carries its error, and the settings come back byte for byte',
  async (context) => {
    const lab = labOf(context);
    const settings = '{\n    "theme": "dark",\n    "packages": []\n}\n';
    lab.home.write('.pi/agent/settings.json', settings);
    expect(await command(lab, ['install', 'pi'])).toMatchObject({ code: 0, err: '' });
    const { model } = await runPi({
      workspace: lab.workspace,
      home: lab.home,
      script: [{ call: 'write', args: { path: 'src/tax.ts', content: WRONG } }],
    });
    expect(model.resultOf(0)).toContain(FINDING);
    expect(await command(lab, ['doctor', '--host', 'pi'])).toMatchObject({ code: 0 });
    expect(await command(lab, ['install', 'pi', '--uninstall'])).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(lab.home.path('.pi/agent/settings.json'), 'utf8')).toBe(settings);
  },
);

describe.concurrent('doctor --host', () => {
  test('the hook and the server that the files of a host name work together; opencode has a plugin', async (context) => {
    const lab = labOf(context);
    const examined = ['codex', 'qwen', 'claude', 'copilot', 'opencode', 'llxprt'].map(async (host) => {
      await command(lab, ['install', host]);
      const { code, out } = await command(lab, ['doctor', '--host', host]);
      return { host, code, said: out.trimEnd().split('\n').at(-1)?.replace(/\d+/g, 'N') };
    });
    const said = '  ok       a sample edit came back with its error after N ms';
    // Codex runs no hook that a person has not trusted: codex.test.ts.
    const untrusted = expect.stringContaining('is not trusted') as string;
    expect(await Promise.all(examined)).toEqual([
      { host: 'codex', code: 2, said: untrusted },
      ...['qwen', 'claude', 'copilot', 'opencode', 'llxprt'].map((host) => ({ host, code: 0, said })),
    ]);
  });

  test('nothing is installed, the command is gone: it says what to do', async (context) => {
    const lab = labOf(context);
    expect(await command(lab, ['doctor', '--host', 'codex'])).toMatchObject({
      code: 2,
      out: expect.stringContaining('llxprt-lsp install codex') as string,
    });
    await command(lab, ['install', 'codex']);
    const hooks = readFileSync(lab.home.path('.codex/hooks.json'), 'utf8');
    lab.home.write('.codex/hooks.json', hooks.replaceAll('bin/llxprt-lsp-hook', 'gone/llxprt-lsp-hook'));
    const gone = await command(lab, ['doctor', '--host', 'codex']);
    expect(gone).toMatchObject({
      code: 2,
      out: expect.stringMatching(
        /problem {2}\S*hooks\.json: a hook \(.*gone\/llxprt-lsp-hook.*\) is not what `install` has written, so it was not started: take it out of that file, then: llxprt-lsp install codex\n/,
      ) as string,
    });
    expect(gone.out).toContain('has another entry of llxprt-lsp at hooks.');
  });
});

test.skipIf(process.platform === 'win32')(
  'a disk that takes no more: the reason, and nothing half done',
  { concurrent: true },
  async (context) => {
    const lab = labOf(context);
    lab.home.write('.claude/settings.json', '{}');
    const before = homeOf(lab);
    const { code, err } = await command(
      lab,
      ['install', 'claude'],
      ['/bin/sh', '-c', 'ulimit -f 1; exec "$@"', 'sh'],
    );
    expect(err).toMatch(/Nothing was installed\.\n.*nothing was changed: .*EFBIG/);
    expect(code).toBe(2);
    expect(homeOf(lab)).toEqual(before);
  },
);

test.skipIf(process.platform === 'win32')(
  'a folder that may not be written: a clear reason, and the file before it is put back',
  { concurrent: true },
  async (context) => {
    const lab = labOf(context);
    lab.home.write('.claude/settings.json', '{}');
    lab.home.write('.claude/commands/mine.md', 'x');
    chmodSync(lab.home.path('.claude/commands'), 0o555);
    context.onTestFinished(() => chmodSync(lab.home.path('.claude/commands'), 0o755));
    const before = treeOf(lab);
    const { code, err } = await command(lab, ['install', 'claude'], withoutRights);
    expect(err).toMatch(/Nothing was installed\.\n.*nothing was changed: .*commands\/lsp\.md: EACCES/);
    expect(code).toBe(2);
    expect(treeOf(lab)).toEqual(before);
  },
);
