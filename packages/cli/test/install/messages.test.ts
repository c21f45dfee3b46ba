import { spawnSync } from 'node:child_process';
import { chmodSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hostDoctor } from '../../src/install/host-doctor.js';
import { INSTALLS } from '../../src/install/hosts.js';
import { install } from '../../src/install/install-command.js';
import { recordingIo } from '../support/io.js';
import { Machine } from './machine.js';

test.each(['below a file', 'a link to itself'])(
  'a home folder that is %s: reported, also as JSON, and nothing is thrown',
  async (kind) => {
    const machine = new Machine();
    if (kind === 'below a file') machine.write('~/file', '');
    else symlinkSync(machine.path('~/file'), machine.path('~/file'));
    machine.env['HOME'] = machine.path('~/file/home');
    expect(await machine.install('codex')).toEqual({
      code: 2,
      out: '',
      err: expect.stringContaining('no home folder') as string,
    });
    const { code, out, err } = await machine.install('codex', { json: true });
    expect({ code, err }).toEqual({ code: 2, err: '' });
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      problems: [
        { path: machine.path('~/file/home'), reason: expect.stringContaining('no home folder') as string },
      ],
    });
  },
);

test.each(['missing', 'file/below'])('--json: --workspace %s is a problem', async (workspace) => {
  const machine = new Machine();
  machine.write('file', '');
  const io = recordingIo(machine.project);
  expect(
    await install(
      io,
      {
        host: 'codex',
        workspace,
        scope: 'project',
        uninstall: false,
        dryRun: false,
        json: true,
        stay: false,
      },
      machine.env,
    ),
  ).toBe(2);
  expect(JSON.parse(io.stdout())).toMatchObject({
    ok: false,
    problems: [{ path: workspace, reason: `--workspace ${workspace}: no such folder` }],
  });
  const asked = recordingIo(machine.project);
  expect(await hostDoctor(asked, { host: 'codex', workspace, json: true }, machine.env)).toBe(2);
  expect(JSON.parse(asked.stdout())).toMatchObject({
    healthy: false,
    problem: `--workspace ${workspace}: no such folder`,
  });
});

test('a conflict of hooks advises nothing about servers', async () => {
  const machine = new Machine();
  machine.write(
    '~/.claude/settings.json',
    '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "llxprt-lsp-hook claude", "timeout": 1}]}]}}',
  );
  const hooks = await machine.install('claude');
  expect(hooks.err).toContain('has another entry of llxprt-lsp');
  expect(hooks.err).not.toContain('claude mcp remove');
  machine.write('~/.claude.json', '{"mcpServers": {"llxprt": {"command": "mine"}}}');
  expect((await machine.install('claude')).err).toContain('claude mcp remove --scope user llxprt\n');
});

test('installed for the user and for the project: it says that it may run twice', async () => {
  const machine = new Machine();
  expect((await machine.install('claude')).out).not.toContain('twice');
  expect((await machine.install('claude', { scope: 'project' })).out).toContain(
    'It is installed for all your projects, too, and may run twice here. This takes that one back: llxprt-lsp install claude --uninstall\n',
  );
  expect((await machine.install('claude')).out).toContain(
    'This takes that one back: llxprt-lsp install claude --project --uninstall\n',
  );
});

test("a path with the signs of String.replace stands in Claude's command as it is", () => {
  const machine = new Machine();
  const path = "'/a $& b $$/main.js'";
  const commands = { cli: ['node'], hook: () => path, line: () => path, onPath: false } as const;
  const { targets } = INSTALLS.claude.user({
    home: machine.home,
    workspace: machine.project,
    env: machine.env,
    commands,
  });
  const texts = targets.flatMap(({ content }) => (content.kind === 'whole' ? [content.text] : []));
  expect(texts).toEqual([expect.stringContaining(`${path} status`)]);
});

test.skipIf(process.platform === 'win32' || process.geteuid?.() === 0)(
  'a dry run says that a folder cannot be written (as root, every folder can)',
  async () => {
    const machine = new Machine();
    machine.write('~/.codex/config.toml', '');
    chmodSync(machine.path('~/.codex'), 0o555);
    const { code, err } = await machine.install('codex', { dryRun: true });
    chmodSync(machine.path('~/.codex'), 0o755);
    expect(code).toBe(2);
    expect(err).toMatch(/\.codex\/config\.toml: cannot be written: EACCES/);
  },
);

test('a copy that a killed run has left is gone after the next one', async () => {
  const machine = new Machine();
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  machine.write(`~/.claude.json`, '{}');
  machine.write(`~/..claude.json.${pid}-0123456789ab.tmp`, 'secret');
  await machine.install('claude');
  expect(machine.exists(`~/..claude.json.${pid}-0123456789ab.tmp`)).toBe(false);
});
