import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';

const extension = dirname(dirname(fileURLToPath(import.meta.url)));

/** A package that says what it was run with, and whether its parent is the test. */
const PROGRAM = `console.log(JSON.stringify({ from: import.meta.filename, args: process.argv.slice(2), child: process.ppid === ${process.pid} }));\n`;

class Machine {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "it's # ")));
  /** Where the extension is installed. */
  readonly installed = join(this.folder, 'home/.gemini/extensions/llxprt-lsp');

  constructor() {
    onTestFinished(() => rmSync(this.folder, { recursive: true, force: true }));
    cpSync(extension, this.installed, { recursive: true, filter: (path) => !path.endsWith('/test') });
    mkdirSync(join(this.folder, 'bin'));
    symlinkSync(process.execPath, join(this.folder, 'bin/node'));
  }

  write(path: string, content: string, mode = 0o644): string {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    chmodSync(file, mode);
    return file;
  }

  /** @returns the file that runs */
  addPackage(path: string, name = '@vybestack/llxprt-lsp'): string {
    this.write(`${path}/package.json`, JSON.stringify({ name, type: 'module' }));
    this.write(`${path}/dist/hook.mjs`, PROGRAM);
    return this.write(`${path}/dist/main.js`, PROGRAM, 0o755);
  }

  /** @param path of the folders on PATH, before the one that holds Node */
  async run(
    args: string[] = [],
    path: string[] = [],
    { cwd = process.cwd(), HOME = this.folder } = {},
  ): Promise<unknown> {
    const PATH = [...path, 'bin'].map((folder) => join(this.folder, folder)).join(delimiter);
    const child = spawn(process.execPath, [join(this.installed, 'server.mjs'), ...args], {
      cwd,
      env: { PATH, HOME },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  }
}

const { version } = JSON.parse(readFileSync(join(extension, 'gemini-extension.json'), 'utf8')) as {
  version: string;
};

const MCP = ['mcp', '--apply-patch'];

describe('the MCP server that the extension names', () => {
  test('runs the package that was installed with it, in the same process', async () => {
    const machine = new Machine();
    const from = machine.addPackage('home/.gemini/extensions/llxprt-lsp/node_modules/@vybestack/llxprt-lsp');
    machine.addPackage('on path');
    expect(await machine.run([], ['on path'])).toEqual({ from, args: MCP, child: true });
  });

  test.each(['.gemini-extension-install.json', '.llxprt-extension-install.json'])(
    'runs the one of the clone that it was installed from, by %s',
    async (note) => {
      const machine = new Machine();
      const from = machine.addPackage('clone/packages/cli');
      const source = join(machine.folder, 'clone/packages/gemini-cli-extension');
      machine.write(`home/.gemini/extensions/llxprt-lsp/${note}`, JSON.stringify({ source, type: 'local' }));
      expect(await machine.run()).toEqual({ from, args: MCP, child: true });
    },
  );

  test('does not take another extension for it', async () => {
    const machine = new Machine();
    machine.addPackage('home/.gemini/extensions/cli', 'another');
    expect(await machine.run(['hook', 'gemini'])).toEqual({});
  });

  test('runs the one whose command is on PATH, behind the link that npm makes', async () => {
    const machine = new Machine();
    const from = machine.addPackage('prefix/lib/node_modules/@vybestack/llxprt-lsp');
    symlinkSync(from, join(machine.folder, 'bin/llxprt-lsp'));
    expect(await machine.run()).toEqual({ from, args: MCP, child: true });
  });

  test('runs a command that is a script of another package manager', async () => {
    const machine = new Machine();
    machine.write('bin/llxprt-lsp', '#!/bin/sh\necho "[\\"script\\", \\"$*\\"]"\n', 0o755);
    expect(await machine.run()).toEqual(['script', `mcp --apply-patch --host-pid ${process.pid}`]);
  });

  test("leaves alone what a project's node_modules has put on PATH, and asks npx for its own release, where no project's settings count", async () => {
    const machine = new Machine();
    machine.write('project/node_modules/.bin/llxprt-lsp', '#!/bin/sh\necho \\"wrong\\"\n', 0o755);
    machine.write('bin/npx', '#!/bin/sh\necho "[\\"npx\\", \\"$*\\", \\"$PWD\\", \\"$PATH\\"]"\n', 0o755);
    const packages = `-p @vybestack/llxprt-lsp@${version} -p @vybestack/llxprt-code-lsp@${version}`;
    expect(await machine.run([], ['project/node_modules/.bin'])).toEqual([
      'npx',
      `-y ${packages} llxprt-lsp --workspace ${process.cwd()} mcp --apply-patch --host-pid ${process.pid}`,
      machine.installed,
      join(machine.folder, 'bin'),
    ]);
  });

  test.each([
    ['in a folder of the workspace', 'project/bin'],
    ['in a folder that is a link into it', 'linked'],
    ['by links in a folder outside', 'links'],
  ])('no program of the workspace is run: %s', async (_, folder) => {
    const machine = new Machine();
    machine.write('bin/npx', '#!/bin/sh\necho "[\\"npx\\"]"\n', 0o755);
    mkdirSync(join(machine.folder, 'links'));
    for (const name of ['llxprt-lsp', 'npx'])
      symlinkSync(
        machine.write(`project/bin/${name}`, '#!/bin/sh\necho "[\\"planted\\"]"\n', 0o755),
        join(machine.folder, 'links', name),
      );
    symlinkSync(join(machine.folder, 'project/bin'), join(machine.folder, 'linked'));
    const place = { cwd: join(machine.folder, 'project'), HOME: join(machine.folder, 'home') };
    expect(await machine.run([], [folder], place)).toEqual(['npx']);
  });

  test('runs the hook, where no other shell does', async () => {
    const machine = new Machine();
    machine.addPackage('home/.gemini/extensions/llxprt-lsp/node_modules/@vybestack/llxprt-lsp');
    expect(await machine.run(['hook', 'gemini'])).toMatchObject({ args: ['gemini'], child: true });
  });
});

describe('the hook file, in bash', () => {
  const bash = async (machine: Machine, env = process.env): Promise<string> => {
    const child = spawn('bash', ['-c', `. "${machine.installed}/hook.cmd" gemini --flag`], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return text(child.stdout);
  };

  test('becomes the launcher beside it, whatever the folder is called', async () => {
    const machine = new Machine();
    rmSync(join(machine.installed, 'bin/llxprt-lsp-hook'));
    machine.write(
      'home/.gemini/extensions/llxprt-lsp/bin/llxprt-lsp-hook',
      `echo "$0|$*|$(( $PPID == ${process.pid} ))"\n`,
    );
    expect(await bash(machine)).toBe(`${machine.installed}/bin/llxprt-lsp-hook|gemini --flag|1\n`);
  });

  test('takes no sh of a project', async () => {
    const machine = new Machine();
    rmSync(join(machine.installed, 'bin/llxprt-lsp-hook'));
    machine.write('home/.gemini/extensions/llxprt-lsp/bin/llxprt-lsp-hook', 'echo ours\n');
    machine.write('project/node_modules/.bin/sh', '#!/bin/bash\necho planted\n', 0o755);
    expect(
      await bash(machine, {
        ...process.env,
        PATH: [join(machine.folder, 'project/node_modules/.bin'), process.env['PATH']].join(delimiter),
      }),
    ).toBe('ours\n');
  });

  test('says nothing when the clone that lent the launcher is gone', async () => {
    const machine = new Machine();
    rmSync(join(machine.installed, 'bin/llxprt-lsp-hook'));
    symlinkSync(join(machine.folder, 'gone'), join(machine.installed, 'bin/llxprt-lsp-hook'));
    expect(await bash(machine)).toBe('{}\n');
  });
});
