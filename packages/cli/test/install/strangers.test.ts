import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hostDoctor, type HostDoctorOptions } from '../../src/install/host-doctor.js';
import { type InstallHost } from '../../src/install/hosts.js';
import { SCOPES, type Scope } from '../../src/install/receipt.js';
import { version } from '../../src/package.js';
import { recordingIo } from '../support/io.js';
import { Machine, STATE } from './machine.js';

/** Whose files name commands; the others name a file that is loaded. */
const NAMING = [
  'gemini',
  'codex',
  'qwen',
  'claude',
  'copilot',
  'llxprt',
] as const satisfies readonly InstallHost[];

const SECRETS = { MY_API_KEY: 'very-secret', GITHUB_TOKEN: 'very-secret' };

/** An MCP server that lists a tool, and leaves its environment at a mark. */
const SERVER = (mark: string): string => `#!${process.execPath}
if (process.argv[2] === '--version') { console.log(${JSON.stringify(version)}); process.exit(); }
require('node:fs').writeFileSync(${JSON.stringify(mark)}, Object.entries(process.env).map((pair) => pair.join('=')).join('\\n'));
const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'fake', version: '1' } } });
  if (method === 'tools/list') send({ id, result: { tools: [{ name: 'lsp_hover', inputSchema: { type: 'object' } }] } });
});
`;

/** Whatever of a stranger's runs here leaves a mark. */
class Attacked extends Machine {
  readonly marks = join(this.top, 'marks');

  constructor() {
    super();
    mkdirSync(this.marks);
    Object.assign(this.env, SECRETS, { HARMLESS: 'yes' });
  }

  /** The two commands, of the user; the login shell finds them, and so does this process. */
  override putOnPath(): void {
    const bin = join(this.top, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'llxprt-lsp'), SERVER(join(this.marks, 'server')), { mode: 0o755 });
    writeFileSync(
      join(bin, 'llxprt-lsp-hook'),
      `#!/bin/sh\nenv > '${join(this.marks, 'hook')}'\necho '{"said": "ERROR"}'\n`,
      { mode: 0o755 },
    );
    this.env['PATH'] = [bin, this.env['PATH']].join(delimiter);
    this.write('~/.profile', `PATH="${bin}:/usr/bin:/bin"\n`);
  }

  /** @param path a program of the workspace */
  plant(path: string): string {
    const file = this.path(path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      `#!/bin/sh\n: > '${join(this.marks, `planted ${path.replaceAll('/', ' ')}`)}'\nexit 1\n`,
    );
    chmodSync(file, 0o755);
    return file;
  }

  /** What npx, a shell and a careless user make of PATH. */
  plantOnPath(): void {
    for (const name of ['llxprt-lsp', 'llxprt-lsp-hook', 'bash', 'sh', 'env', 'node'])
      for (const folder of ['node_modules/.bin', 'bin', '.']) this.plant(`${folder}/${name}`);
    const linked = join(this.top, 'linked');
    symlinkSync(this.path('bin'), linked);
    this.env['PATH'] = [
      this.path('node_modules/.bin'),
      this.path('bin'),
      linked,
      '',
      '.',
      this.env['PATH'],
    ].join(delimiter);
  }

  ran(): string[] {
    return readdirSync(this.marks).sort();
  }

  /** What a program was given. */
  given(mark: string): string {
    return readFileSync(join(this.marks, mark), 'utf8');
  }

  /** Puts another program in the place of ours, everywhere below a folder, but for hooks at the end of a turn. */
  poison(folder: string): void {
    const evil = (mark: string): string => `touch '${join(this.marks, mark)}'`;
    const server = { command: '/bin/sh', args: ['-c', evil('evil server')] };
    const walk = (value: unknown): unknown => {
      if (typeof value === 'string')
        return /llxprt-lsp-hook'? /.test(value) || value.includes('hook.cmd')
          ? `${evil('evil hook')}; ${value}`
          : value;
      if (Array.isArray(value)) return value.map(walk);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [
          key,
          key === 'llxprt' ? server : key === 'Stop' ? inner : walk(inner),
        ]),
      );
    };
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name),
    )) {
      if (path.endsWith('.json') && !path.includes(join('llxprt-lsp', 'installed')))
        writeFileSync(path, JSON.stringify(walk(JSON.parse(readFileSync(path, 'utf8')))));
      if (path.endsWith('.toml') && path.includes('config'))
        writeFileSync(
          path,
          `[mcp_servers.llxprt]\ncommand = "/bin/sh"\nargs = ["-c", ${JSON.stringify(evil('evil server'))}]\n`,
        );
    }
  }

  loseReceipt(): void {
    rmSync(this.path(STATE), { recursive: true });
  }

  async doctor(
    host: InstallHost,
    options: Partial<HostDoctorOptions> = {},
  ): Promise<{ code: number; out: string }> {
    const io = recordingIo(this.project);
    const code = await hostDoctor(io, { host, workspace: '.', json: false, ...options }, this.env);
    return { code, out: io.stdout() };
  }
}

const folderIn = (machine: Machine, scope: Scope): string =>
  scope === 'user' ? machine.home : machine.project;

describe.each(NAMING)('doctor --host %s starts no command of a stranger', (host) => {
  test.each([undefined, 'always', 'never'] as const)(
    'that a repository brings in the place of ours, without a receipt; trust: %s',
    async (trust) => {
      const machine = new Attacked();
      await machine.install(host, { scope: 'project' });
      machine.loseReceipt();
      const genuine = machine.tree();
      machine.poison(machine.project);
      expect(machine.tree()).not.toEqual(genuine);
      const { code, out } = await machine.doctor(host, { trust });
      expect([code, machine.ran()]).toEqual([2, []]);
      // Copilot CLI's files have no entry of ours any more.
      if (host === 'copilot') expect(out).toContain('nothing of llxprt-lsp is installed');
      else
        expect(out).toMatch(
          / {2}problem {2}\/.*(?:mcpServers|mcp_servers)\.llxprt \(\/bin\/sh -c touch .*\) is not what `install` has written, so it was not started: take it out of that file, then: llxprt-lsp install \w+ --project$/m,
        );
    },
  );

  test.each(SCOPES)('that has taken the place of ours since an installation; scope: %s', async (scope) => {
    const machine = new Attacked();
    await machine.install(host, { scope });
    machine.poison(folderIn(machine, scope));
    const { code, out } = await machine.doctor(host, { trust: 'always' });
    expect([code, machine.ran()]).toEqual([2, []]);
    expect(out).toMatch(
      / {2}problem {2}\/.*: (?:mcpServers|mcp_servers)\.llxprt \(\/bin\/sh -c touch .*\) is not what `install` has written, so it was not started: take it out of that file, then: llxprt-lsp install \w+/,
    );
    expect(out).toMatch(
      / {2}problem {2}\/.*: a hook \(touch .*\) is not what `install` has written, so it was not started/,
    );
  });

  test('that a hook line holds beside our server', async () => {
    const machine = new Attacked();
    machine.putOnPath();
    await machine.install(host);
    const server = Object.keys(machine.tree())
      .filter((path) => /mcp|config\.toml|\.claude\.json|extension\.json/.test(path))
      .map((path) => [path, readFileSync(join(machine.top, path))] as const);
    machine.poison(machine.home);
    for (const [path, bytes] of server) writeFileSync(join(machine.top, path), bytes);
    expect((await machine.doctor(host)).code).toBe(2);
    expect(machine.ran()).toContain('server');
    expect(machine.ran().filter((mark) => mark.startsWith('evil'))).toEqual([]);
  });

  test('that a receipt names which lies in the workspace', async () => {
    for (const scope of SCOPES) {
      const machine = new Attacked();
      await machine.install(host, { scope });
      machine.poison(folderIn(machine, scope));
      const [name = ''] = readdirSync(machine.path(`${STATE}/installed`));
      const receipt = machine.path(`${STATE}/installed/${name}`);
      const { files, ...rest } = JSON.parse(readFileSync(receipt, 'utf8')) as {
        files: { path: string; written: string; before: string | null }[];
      };
      writeFileSync(
        receipt,
        JSON.stringify({
          ...rest,
          files: files.map((file) => ({ ...file, before: null, written: readFileSync(file.path, 'utf8') })),
        }),
      );
      renameSync(machine.path(STATE), machine.path('theirs'));
      symlinkSync(machine.path('theirs'), machine.path(STATE));
      expect((await machine.doctor(host, { trust: 'always' })).code).toBe(2);
      expect(machine.ran()).toEqual([]);
    }
  });

  test('of an installation for the project, where the workspace is not trusted; with trust it is ours and is', async () => {
    const machine = new Attacked();
    machine.putOnPath();
    await machine.install(host, { scope: 'project' });
    const { code, out } = await machine.doctor(host, { trust: 'never' });
    expect([code, machine.ran()]).toEqual([2, []]);
    expect(out).toMatch(
      new RegExp(
        String.raw`llxprt \(llxprt-lsp mcp.*\) was not started, since the workspace is not trusted: the command line says so\. To have it examined: llxprt-lsp --trusted doctor --host ${host}$`,
        'm',
      ),
    );
    machine.trustInCodex();
    expect(await machine.doctor(host, { trust: 'always' })).toMatchObject({ code: 0 });
    expect(machine.ran()).toEqual(['hook', 'server']);
  });

  test('that PATH leads to; what is started sees no secret, and finds nothing of the workspace either', async () => {
    const machine = new Attacked();
    machine.putOnPath();
    machine.plantOnPath();
    machine.env['SHELL'] = machine.plant('bin/zsh');
    expect((await machine.install(host)).code).toBe(0);
    machine.trustInCodex();
    const { code, out } = await machine.doctor(host);
    expect({ code, problems: out.split('\n').filter((one) => one.includes('problem')) }).toEqual({
      code: 0,
      problems: [],
    });
    expect(machine.ran()).toEqual(['hook', 'server']);
    for (const mark of ['hook', 'server']) {
      expect(machine.given(mark)).toContain('HARMLESS=yes');
      expect(machine.given(mark)).not.toContain('very-secret');
      expect(machine.given(mark)).toMatch(
        new RegExp(`^PATH=${join(machine.top, 'bin')}:/usr/bin:/bin$`, 'm'),
      );
    }
  });
});

test.each(NAMING)(
  '%s: what equals ours in a repository is not started either, and the report says how to have it examined',
  async (host) => {
    const machine = new Attacked();
    machine.putOnPath();
    await machine.install(host, { scope: 'project' });
    machine.loseReceipt();
    const { code, out } = await machine.doctor(host, { trust: 'always' });
    expect([code, machine.ran()]).toEqual([2, []]);
    expect(out).toMatch(
      / {2}problem {2}\/.*(?:mcpServers|mcp_servers)\.llxprt \(llxprt-lsp mcp.*\) was not started, since no receipt on this machine says that `install` has written it\. To have it examined: llxprt-lsp install \w+ --project$/m,
    );
    await machine.install(host, { scope: 'project' });
    machine.trustInCodex();
    expect(await machine.doctor(host, { trust: 'always' })).toMatchObject({ code: 0 });
  },
);

test.each(['claude', 'codex'] as const)(
  '%s: where the workspace is the home folder, the files of the user are not examined as those of a project',
  async (host) => {
    const machine = new Attacked();
    machine.putOnPath();
    await machine.install(host);
    machine.trustInCodex();
    const atHome = Object.assign(new Attacked(), {
      home: machine.home,
      project: machine.home,
      env: machine.env,
    });
    const { code, out } = await atHome.doctor(host);
    expect([code, out.match(/, for (?:this project|all your projects) /g)]).toEqual([
      0,
      [', for all your projects '],
    ]);
  },
);

test('opencode: a plugin that a repository names is not loaded without a receipt, nor without trust', async () => {
  const machine = new Attacked();
  await machine.install('opencode', { scope: 'project' });
  expect((await machine.doctor('opencode', { trust: 'never' })).out).toContain(
    `${machine.path('opencode.json')}: what it names was not started, since the workspace is not trusted: the command line says so. To have it examined: llxprt-lsp --trusted doctor --host opencode\n`,
  );
  machine.loseReceipt();
  expect((await machine.doctor('opencode', { trust: 'always' })).out).toContain(
    'was not started, since no receipt on this machine says that `install` has written it',
  );
});

test("a login shell that install asks for its PATH sees no secret, and its own files' relative entries are not the workspace's", async () => {
  const machine = new Attacked();
  machine.plantOnPath();
  machine.write(
    '~/.profile',
    `env > '${join(machine.marks, 'profile')}'\nPATH="./node_modules/.bin:$PATH"\n`,
  );
  await machine.install('claude');
  expect(machine.ran()).toEqual(['profile']);
  expect(machine.given('profile')).toContain('HARMLESS=yes');
  expect(machine.given('profile')).not.toContain('very-secret');
  expect(machine.env).toMatchObject(SECRETS);
});

test.each(['never', 'always'] as const)(
  'what is started for a sample judges it as the workspace may be judged; trust: %s',
  async (trust) => {
    const machine = new Attacked();
    machine.putOnPath();
    await machine.install('claude');
    writeFileSync(
      join(machine.top, 'bin', 'llxprt-lsp-hook'),
      `#!/bin/sh\ncat .llxprt/settings.json > '${join(machine.marks, 'settings')}'\necho '{"said": "ERROR"}'\n`,
    );
    const { code } = await machine.doctor('claude', { trust });
    // PATH may lead into the workspace by a link in a folder outside of it.
    expect([code, machine.given('settings')]).toEqual([
      0,
      trust === 'never' ? '{"lsp":{"trust":"never"}}' : '',
    ]);
  },
);
