import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { groupMembers } from '../core/test/support/processes.js';
import { folderOf, outcomeOf, run, start } from './support/cli.js';
import { describeWith } from './support/needs.js';
import { EARLIER_SETTINGS, LLXPRT_SETTINGS, OWN_SETTINGS } from './support/own-folders.js';
import { tsconfig, TYPESCRIPT_7 } from './support/typescript.js';

const TSCONFIG = { 'tsconfig.json': tsconfig({ include: ['**/*.ts'] }) };
const BROKEN = 'export const a: string = 1;\nexport const b = a.lenght;\n';

describe('check', () => {
  it('prints what language servers say of files and folders, and exits with 1', async () => {
    const cwd = folderOf({
      ...TSCONFIG,
      'src/a b.ts': BROKEN,
      'src/ok.ts': 'export {};\n',
      'p.py': 'x: int = "s"\n',
      'gen/g.ts': BROKEN,
      '.gitignore': 'gen\n',
    });
    const { code, stdout, stderr } = await run(['check'], { cwd });
    expect(stderr).toBe('3 errors in 4 files.\n');
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^p\.py:1:10 error .*"int" \(reportAssignmentType\)$/),
      "src/a b.ts:1:14 error Type 'number' is not assignable to type 'string'. (2322)",
      expect.stringMatching(
        /^src\/a b\.ts:2:20 error Property 'lenght' does not exist on type 'string'\..* \(2551\)$/,
      ),
      '',
    ]);
    expect(code).toBe(1);
  });

  it('exits with 0 where there are no errors, seen from a folder further down', async () => {
    const cwd = folderOf({ ...TSCONFIG, 'src/ok.ts': 'export {};\n', 'test/x.txt': '' }, TYPESCRIPT_7);
    const outcome = await run(['--workspace', '..', 'check', 'src/ok.ts'], { cwd: `${cwd}/test` });
    expect(outcome).toEqual({ code: 0, stdout: '', stderr: 'No errors in 1 file.\n' });
  });

  const modules = {
    'shop/go.mod': 'module example.test/shop\n\ngo 1.21\n',
    'shop/prices.go': 'package shop\n\nfunc Of() string { return "" }\n',
    'till/go.mod':
      'module example.test/till\n\ngo 1.21\n\nrequire example.test/shop v0.0.0\n\nreplace example.test/shop => ../shop\n',
    'till/cart.go': 'package till\n\nimport "example.test/shop"\n\nvar Sum int = shop.Of()\n',
  };
  describeWith(['go', 'gopls'], 'with --others', () => {
    it('says what the files that it judges have broken elsewhere', async () => {
      const cwd = folderOf(modules);
      const alone = await run(['check', 'shop'], { cwd });
      expect(alone).toEqual({ code: 0, stdout: '', stderr: 'No errors in 1 file.\n' });
      const { code, stdout, stderr } = await run(['check', '--others', 'shop'], { cwd });
      expect(stdout).toMatch(
        /^till\/cart\.go:5:15 error cannot use shop\.Of\(\) .* \(IncompatibleAssign\)\n$/,
      );
      expect([code, stderr]).toEqual([1, 'No errors in 1 file; 1 error in 1 other file.\n']);
      const json = JSON.parse((await run(['check', '--others', '--json', 'shop'], { cwd })).stdout);
      expect(json).toMatchObject({
        files: [{ path: 'shop/prices.go' }],
        others: [{ path: 'till/cart.go' }],
        othersComplete: true,
        summary: { error: 0 },
      });
    });
  });

  it('asks about all other files, however many an edit would ask about', async () => {
    const cwd = folderOf({ ...TSCONFIG, 'a.ts': BROKEN, 'b.ts': BROKEN, 'c.ts': BROKEN }, TYPESCRIPT_7);
    const { code, stderr } = await run(['check', '--others'], {
      cwd,
      lsp: { maxAffectedFiles: 1, otherFiles: 'never' },
    });
    expect([code, stderr]).toEqual([1, '6 errors in 4 files.\n']);
  });

  it('REQ-FMT-065: reports the severities that it is asked for', async () => {
    const cwd = folderOf(
      { ...TSCONFIG, 'a.ts': '/** @deprecated */ function f() {}\nexport const x = [f];\n' },
      TYPESCRIPT_7,
    );
    const { code, stdout } = await run(['check', '--severity', 'all'], { cwd });
    expect(stdout).toMatch(/^a\.ts:2:19 hint .*deprecated.* \(6385\)\n$/);
    expect(code).toBe(0);
  });

  it('says as JSON who has judged what, and what nobody has', async () => {
    const cwd = folderOf(
      { ...TSCONFIG, 'a.ts': 'const a: string = 1;\nexport default a;\n', 'movie.ts': 'a\0b' },
      TYPESCRIPT_7,
    );
    const { code, stdout } = await run(['check', '--json', 'a.ts', 'movie.ts', 'README'], { cwd });
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      workspace: cwd,
      files: [
        {
          path: 'a.ts',
          judgedBy: ['typescript'],
          diagnostics: [
            expect.objectContaining({ file: 'a.ts', line: 1, character: 7, severity: 'error', code: 2322 }),
          ],
        },
      ],
      troubles: [
        { path: 'README', reason: 'no such file or folder' },
        { path: 'movie.ts', reason: 'binary' },
      ],
      skipped: [],
      summary: { judged: 1, error: 1, warning: 0, info: 0, hint: 0 },
    });
    expect(code).toBe(2);
  });

  it.each<[title: string, args: string[], stderr: RegExp]>([
    [
      'breaks',
      ['-e', 'process.exit(3)'],
      /^llxprt-lsp: not judged: a\.odd: odd is broken: .*\nNothing was judged; 1 file not judged by every server\.\n$/,
    ],
    [
      'does not answer',
      ['-e', 'process.stdin.resume()'],
      /^llxprt-lsp: not judged: a\.odd: odd had not started after 1500 ms/,
    ],
  ])('never calls a file clean whose server %s', async (_title, args, message) => {
    const cwd = folderOf({ 'a.odd': 'x' });
    const lsp = {
      firstTouchTimeout: 1500,
      servers: { odd: { command: process.execPath, args, extensions: ['.odd'] } },
    };
    const { code, stdout, stderr } = await run(['check', '--timeout', '500'], { cwd, lsp });
    expect(stderr).toMatch(message);
    expect([code, stdout]).toEqual([2, '']);
  });

  it.each<[title: string, options: { lsp?: unknown; env?: NodeJS.ProcessEnv }, message: string]>([
    [
      'REQ-GRACE-020: without Bun',
      { env: { LLXPRT_BUN: '/nowhere' } },
      'LSP unavailable: LLXPRT_BUN is not the absolute path of an executable file: /nowhere',
    ],
    ['REQ-CFG-010: where LSP is switched off', { lsp: false }, 'LSP disabled by configuration'],
  ])('%s, nothing is judged and the reason is reported', async (_title, options, message) => {
    const cwd = folderOf({ 'a.ts': BROKEN });
    expect(await run(['check'], { cwd, ...options })).toEqual({
      code: 2,
      stdout: '',
      stderr: `llxprt-lsp: ${message}\n`,
    });
    const { code, stdout } = await run(['check', '--json'], { cwd, ...options });
    expect([code, JSON.parse(stdout)]).toMatchObject([
      2,
      { files: [], troubles: [{ reason: message }], summary: { judged: 0 } },
    ]);
  });
});

describe('status and doctor', () => {
  it('REQ-STATUS-010: status prints the text of /lsp status', async () => {
    const cwd = folderOf({ ...TSCONFIG, 'a.ts': '', 'b.py': '' });
    const { code, stdout } = await run(['status'], {
      cwd,
      lsp: { servers: { pyright: { enabled: false } } },
    });
    expect(stdout).toMatch(
      /^LSP servers in .*\n[^]*eslint +unavailable .*[^]*\npyright +disabled [^]*\ntypescript +active +typescript-language-server[^]*\nNot needed here: .*clangd/,
    );
    expect((await run(['status', '--all'], { cwd })).stdout).toMatch(/\nclangd +[^]*\nzig +/);
    expect(code).toBe(0);
    const json = await run(['status', '--json'], { cwd });
    expect(JSON.parse(json.stdout)).toMatchObject({
      version: 1,
      workspace: cwd,
      state: 'running',
      servers: expect.arrayContaining([
        expect.objectContaining({ id: 'eslint' }),
        expect.objectContaining({ id: 'typescript' }),
      ]),
    });
  });

  it('REQ-STATUS-050: status says that LSP is switched off, and that is no trouble', async () => {
    const cwd = folderOf({});
    expect(await run(['status'], { cwd, lsp: false })).toEqual({
      code: 0,
      stdout: 'LSP disabled by configuration.\n',
      stderr: '',
    });
  });

  it('doctor says where everything is', async () => {
    const { code, stdout } = await run(['doctor'], { cwd: folderOf({}) });
    expect(stdout).toMatch(
      /^Node +v\d+.*\nBun +\d+\.\d+\.\d+ \/.*\nService +\d+\.\d+\.\d+ .*sidecar\.js\nSettings +.*\n +.*\(does not exist\)\nWorkspace +trusted: neither .*\n(Held back .*\n)?\nLSP servers in /,
    );
    expect(stdout).toMatch(/\nNot needed here: .*gopls/);
    expect((await run(['doctor', '--all'], { cwd: folderOf({}) })).stdout).toMatch(
      /\ngopls +(unavailable|active)/,
    );
    expect(code).toBe(0);
  });

  it('doctor names the variables that servers do not get, and none of their values', async () => {
    const env = {
      BW_SESSION: 'x5Ecr3tPart0fIt',
      PIP_INDEX_URL: 'https://ann:x5Ecr3tPart0fIt@pypi.invalid/simple',
      GREETING: 'hello',
      GITHUB_TOKEN: 'x5Ecr3tPart0fIt',
    };
    const { stdout } = await run(['doctor'], { cwd: folderOf({}), env, lsp: { passEnv: ['GITHUB_TOKEN'] } });
    expect(stdout).toMatch(/\nHeld back .*BW_SESSION, .*PIP_INDEX_URL.*: .*the setting passEnv names/);
    expect(stdout).not.toMatch(/GITHUB_TOKEN|GREETING|x5Ecr3t/);
    const { withheld } = JSON.parse(
      (await run(['doctor', '--json', '--untrusted'], { cwd: folderOf({}), env })).stdout,
    ) as { withheld: string[] };
    expect(withheld).toEqual(expect.arrayContaining(Object.keys(env)));
    expect(withheld).not.toContain('PATH');
  });

  it('doctor says what the imports of each project are resolved with, and why', async () => {
    const cwd = folderOf({
      'api/pyproject.toml': '[project]\nname = "x"\n',
      'api/.vscode/settings.json': '{"python.defaultInterpreterPath": "py/bin/python"}',
      'web/package.json': '{}',
      'web/a.ts': '',
    });
    mkdirSync(join(cwd, 'api/py/bin'), { recursive: true });
    symlinkSync(process.execPath, join(cwd, 'api/py/bin/python'));
    const { stdout } = await run(['doctor'], { cwd });
    expect(stdout).toMatch(
      /\n\nProjects, what their imports are resolved with, and why:\nPython +api +Python api\/py\/bin\/python \(python\.defaultInterpreterPath in \.vscode\/settings\.json, api\)\nTypeScript, JavaScript +web +TypeScript [\d.]+ \/.*, no node_modules \(bundled: the workspace has none\)\n/,
    );
    const { environments } = JSON.parse((await run(['doctor', '--json'], { cwd })).stdout) as {
      environments: { language: string; root: string }[];
    };
    expect(environments.map(({ language, root }) => `${language} ${root}`)).toEqual([
      'Python api',
      'TypeScript, JavaScript web',
    ]);
  });

  it('REQ-STATUS-025: doctor lists well-known servers that files here could use, counts the rest, and has all of them as JSON', async () => {
    const files = { 'a.zig': '', Dockerfile: '', '.gitignore': 'gen\n', 'gen/a.nix': '' };
    const env = { PATH: dirname(process.execPath) };
    const cwd = folderOf(files);
    const { stdout } = await run(['doctor'], { cwd, env });
    expect(stdout).toMatch(
      /\n\nNot installed, for files that are here:\ndockerfile +Dockerfile +npm install .*\nzig +Zig +install zls.*\n\n\d+ more can be installed: llxprt-lsp doctor --all\n$/,
    );
    const all = await run(['doctor', '--all'], { cwd, env });
    expect(all.stdout).toMatch(
      /\n\nFor other files, or not configured here:\n[^]*\nbiome +Biome +no biome\.json at or above \.\n[^]*\nnix +Nix +nix profile install/,
    );
    const json = JSON.parse((await run(['doctor', '--json'], { cwd, env })).stdout) as {
      missing: string[];
      servers: { id: string; optional?: true }[];
    };
    expect(json.missing).toEqual(['dockerfile', 'zig']);
    expect(json.servers.filter(({ optional }) => optional).map(({ id }) => id)).toEqual(
      expect.arrayContaining(['biome', 'dockerfile', 'yaml', 'zig']),
    );
    const status = await run(['status'], { cwd, env, lsp: { servers: { zig: { enabled: false } } } });
    expect(status.stdout).toMatch(/\nzig +disabled /);
    expect(status.stdout).not.toMatch(/dockerfile|yaml/);
  });

  it('REQ-STATUS-035: doctor says what is wrong and what to do', async () => {
    const { code, stdout } = await run(['doctor'], {
      cwd: folderOf({}),
      env: { LLXPRT_BUN: process.execPath + 'x' },
    });
    expect(stdout).toMatch(
      /\nBun +LLXPRT_BUN is not .*\n +install: npm install -g bun, or .*LLXPRT_BUN\n[^]*\nLSP unavailable: LLXPRT_BUN is not/,
    );
    expect(code).toBe(2);
  });
});

it.each<[args: string[], code: number, message: RegExp]>([
  [['check', '--severity', 'loud'], 2, /"loud" is none of error, warning, info, hint, all/],
  [['check', '--timeout', 'soon'], 2, /whole number of milliseconds/],
  [['check', '--format', 'xml'], 2, /Allowed choices are text, json, sarif, github/],
  [['check', '--max-warnings', 'few'], 2, /whole number/],
  [
    ['check', '--baseline', 'gone.json'],
    2,
    /--baseline .*gone\.json: no such file; llxprt-lsp check --json writes one/,
  ],
  [['chekc'], 2, /unknown command 'chekc'/],
  [['--workspace', '/nowhere', 'check'], 2, /--workspace \/nowhere: no such folder/],
])('%j is refused', async (args, code, message) => {
  const outcome = await run(args, { cwd: folderOf({}) });
  expect([outcome.code, outcome.stdout]).toEqual([code, '']);
  expect(outcome.stderr).toMatch(message);
});

it('doctor names the files whose settings count, and where those in an old place belong', async () => {
  const home = folderOf({
    [OWN_SETTINGS]: '{"lsp": {"report": "all"}}',
    [LLXPRT_SETTINGS]: '{"lsp": {"servers": [], "requestTimeout": 1}}',
    [EARLIER_SETTINGS]: '{"lsp": {"linterGrace": 1}}',
  });
  const cwd = folderOf({});
  const doctor = async (...args: string[]) =>
    (await run(['doctor', ...args], { cwd, env: { HOME: home, USERPROFILE: home } })).stdout;
  const [own, llxprt, earlier] = [OWN_SETTINGS, LLXPRT_SETTINGS, EARLIER_SETTINGS].map((path) =>
    join(home, path),
  );
  expect(await doctor()).toContain(
    `Settings  ${own}\n          ${llxprt} (of LLxprt Code: its key "lsp" counts here, too)\n          ${earlier} (an old place, which LLxprt Code tells people to delete: move its key "lsp" to ${own})\n          ${join(cwd, '.llxprt/settings.json')} (does not exist)\n`,
  );
  expect(JSON.parse(await doctor('--json'))).toMatchObject({
    settings: { user: own, llxprtCode: llxprt, earlier, workspace: join(cwd, '.llxprt/settings.json') },
  });
  for (const path of [LLXPRT_SETTINGS, EARLIER_SETTINGS]) writeFileSync(join(home, path), '{"theme": "x"}');
  expect(await doctor()).toContain(`Settings  ${own}\n          ${join(cwd, '.llxprt/settings.json')} (`);
});

it('reports settings that do not count', async () => {
  const cwd = folderOf({ '.llxprt/settings.json': '{"lsp": {"diagnosticTimeut": 1}}' });
  const { stderr } = await run(['status'], { cwd });
  expect(stderr).toBe(
    'llxprt-lsp: workspace settings: lsp.diagnosticTimeut: is not a setting; did you mean "diagnosticTimeout"?\n',
  );
});

/** Starts a check that never ends, because its one server does not answer. @returns it and its sidecar, once that one runs */
async function endlessCheck(): Promise<{
  child: ReturnType<typeof start>;
  outcome: ReturnType<typeof outcomeOf>;
  sidecar: number;
}> {
  const cwd = folderOf({ 'a.odd': 'x' });
  const lsp = {
    servers: {
      odd: {
        command: process.execPath,
        args: ['-e', 'process.stdin.resume(); process.on("SIGTERM", () => {})'],
        extensions: ['.odd'],
      },
    },
  };
  const child = start(['check', '--timeout', '100000'], { cwd, lsp, env: { NODE_DEBUG: 'llxprt-lsp' } });
  const outcome = outcomeOf(child);
  for await (const line of createInterface(child.stderr)) {
    const pid = /service (\d+) ready/.exec(line)?.[1];
    if (pid !== undefined) {
      await expect.poll(() => groupMembers(Number(pid))).toHaveLength(2);
      return { child, outcome, sidecar: Number(pid) };
    }
  }
  throw new Error('the service did not start');
}

it.each<[signal: NodeJS.Signals, code: number]>([
  ['SIGINT', 130],
  ['SIGTERM', 143],
])('REQ-LIFE-040: %s ends it with its service and the servers of that', async (signal, code) => {
  const { child, outcome, sidecar } = await endlessCheck();
  child.kill(signal);
  expect((await outcome).code).toBe(code);
  await expect.poll(() => groupMembers(sidecar)).toEqual([]);
});

it('REQ-LIFE-040: a second signal ends it at once, and kills a service that has stopped', async () => {
  const { child, outcome, sidecar } = await endlessCheck();
  process.kill(sidecar, 'SIGSTOP');
  child.kill('SIGINT');
  child.kill('SIGTERM');
  expect([130, 143]).toContain((await outcome).code);
  await expect.poll(() => groupMembers(sidecar)).toEqual([]);
});

it('REQ-LIFE-040: killed with SIGKILL, it leaves nothing behind either', async () => {
  const { child, outcome, sidecar } = await endlessCheck();
  child.kill('SIGKILL');
  await outcome;
  await expect.poll(() => groupMembers(sidecar), { timeout: 10_000 }).toEqual([]);
});

it('REQ-LIFE-080: a service that is killed takes its servers along, and what was asked of it is trouble', async () => {
  const { outcome, sidecar } = await endlessCheck();
  process.kill(sidecar, 'SIGKILL');
  const { code, stderr } = await outcome;
  expect(stderr).toContain('llxprt-lsp: LSP unavailable: service died: killed by SIGKILL\n');
  expect(code).toBe(2);
  await expect.poll(() => groupMembers(sidecar)).toEqual([]);
});

it('says nothing of a reader that leaves early', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 3 }, (_, index) => [
      `f${index}.ts`,
      'export const a: string = 1;\n'.repeat(1) + 'oops;\n'.repeat(1500),
    ]),
  );
  const child = start(['check'], { cwd: folderOf({ ...TSCONFIG, ...files }, TYPESCRIPT_7) });
  child.stdout.once('data', () => child.stdout.destroy());
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect(code).toBe(141);
  expect(stderr).not.toMatch(/EPIPE|Error/);
});
