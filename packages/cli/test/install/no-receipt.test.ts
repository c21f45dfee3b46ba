import { readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hostDoctor } from '../../src/install/host-doctor.js';
import { SCOPES } from '../../src/install/receipt.js';
import { recordingIo } from '../support/io.js';
import { HOSTS, Machine, STATE } from './machine.js';

async function doctor(
  machine: Machine,
  host: (typeof HOSTS)[number],
): Promise<{ code: number; out: string }> {
  const io = recordingIo(machine.project);
  const code = await hostDoctor(io, { host, workspace: '.', json: false }, machine.env);
  return { code, out: io.stdout() };
}

const loseReceipt = (machine: Machine): void => rmSync(machine.path(STATE), { recursive: true });

/** What other hooks may rely on as well: nothing tells that we have put it there. */
const isShared = (text: string): boolean =>
  text.replaceAll(/\s/g, '').endsWith('{"hooksConfig":{"enabled":true}}');

describe.each(HOSTS.flatMap((host) => SCOPES.map((scope) => [host, scope] as const)))(
  '%s, %s: the receipt is lost',
  (host, scope) => {
    test('what equals our entries is taken out, and the rest stays', async () => {
      const machine = new Machine();
      machine.write('~/.claude.json', '{ "mine": true }\n');
      machine.write('.mcp.json', '{ "mine": true }\n');
      await machine.install(host, { scope });
      loseReceipt(machine);
      const { code, out } = await machine.uninstall(host, { scope });
      expect(code).toBe(0);
      expect(out).toMatch(/^ {2}(removed|changed) /m);
      const left = Object.entries(machine.tree()).filter(([, text]) => text.includes(' ') && !isShared(text));
      expect(left.map(([path]) => path)).toEqual([`C# "shop"/.mcp.json`, "it's home/.claude.json"]);
      expect(
        [machine.read('~/.claude.json'), machine.read('.mcp.json')].map(
          (text) => JSON.parse(text) as unknown,
        ),
      ).toEqual([{ mine: true }, { mine: true }]);
      expect((await machine.uninstall(host, { scope })).out).toContain('nothing of llxprt-lsp is installed');
    });

    test('installed again: the uninstallation says that the entries stay, and once more takes them out', async () => {
      const machine = new Machine();
      await machine.install(host, { scope });
      const installed = machine.tree();
      loseReceipt(machine);
      expect((await machine.install(host, { scope })).out).toContain(
        ': our entries are there already, though no receipt says so\n',
      );
      expect((await machine.uninstall(host, { scope })).out).toMatch(
        /^ {2}kept .*: our entries stood there before the installation; --uninstall once more takes them out$/m,
      );
      expect((await machine.uninstall(host, { scope })).out).toMatch(/^ {2}(removed|changed) /m);
      const left = Object.entries(machine.tree()).filter(
        ([path, text]) => path in installed && text.includes(' ') && !isShared(text),
      );
      expect(left).toEqual([]);
    });
  },
);

test('a project that was moved: its entries are taken out', async () => {
  const machine = new Machine();
  await machine.install('claude', { scope: 'project' });
  renameSync(machine.project, `${machine.project} 2`);
  const moved = Object.assign(new Machine(), {
    top: machine.top,
    home: machine.home,
    project: `${machine.project} 2`,
    env: machine.env,
  });
  expect(await moved.uninstall('claude', { scope: 'project' })).toMatchObject({ code: 0, err: '' });
  expect(moved.exists('.mcp.json')).toBe(false);
});

test("opencode's one file that is a link to the other: our entry is taken out once", async () => {
  const machine = new Machine();
  machine.write('opencode.jsonc', '{}\n');
  symlinkSync('opencode.jsonc', machine.path('opencode.json'));
  await machine.install('opencode', { scope: 'project' });
  loseReceipt(machine);
  expect(await machine.uninstall('opencode', { scope: 'project' })).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(machine.read('opencode.json'))).toEqual({});
});

test('what others have beside ours stays, in lists too', async () => {
  const machine = new Machine();
  const theirs = {
    'opencode.json': { plugin: ['@acme/mine'], theme: 'x' },
    '.claude/settings.json': {
      hooks: { PostToolUse: [{ matcher: 'Edit', hooks: [{ type: 'command', command: 'audit' }] }] },
    },
  };
  for (const [path, value] of Object.entries(theirs)) machine.write(path, JSON.stringify(value));
  for (const host of ['opencode', 'claude'] as const) await machine.install(host, { scope: 'project' });
  loseReceipt(machine);
  for (const host of ['opencode', 'claude'] as const)
    expect((await machine.uninstall(host, { scope: 'project' })).code).toBe(0);
  for (const [path, value] of Object.entries(theirs)) expect(JSON.parse(machine.read(path))).toEqual(value);
});

test('entries that differ from ours: nothing is taken out, and it says so', async () => {
  const machine = new Machine();
  await machine.install('claude');
  loseReceipt(machine);
  machine.putOnPath();
  const before = machine.tree();
  const { code, err } = await machine.uninstall('claude');
  expect(code).toBe(2);
  expect(err).toContain('Nothing was taken back.\n');
  expect(err).toContain(
    '~/.claude.json: has another mcpServers.llxprt. There is no receipt of it: if it is ours, take it out by hand\n',
  );
  expect(machine.tree()).toEqual(before);
});

test('files of others are not touched', async () => {
  const machine = new Machine();
  machine.write('opencode.json', '{ "$schema": "https://opencode.ai/config.json", "plugin": [] }\n');
  machine.write('~/.claude.json', '{ "mcpServers": {} }\n');
  machine.write('~/.claude/settings.json', '{');
  const before = machine.tree();
  expect((await machine.uninstall('opencode', { scope: 'project' })).out).toContain(
    'nothing of llxprt-lsp is installed',
  );
  expect((await machine.uninstall('claude')).out).toContain('nothing of llxprt-lsp is installed');
  expect((await doctor(machine, 'opencode')).out).toContain('nothing of llxprt-lsp is installed');
  expect(machine.tree()).toEqual(before);
});

test('doctor examines what is there', async () => {
  const machine = new Machine();
  await machine.install('pi');
  loseReceipt(machine);
  const { code, out } = await doctor(machine, 'pi');
  expect(code).toBe(0);
  expect(out).toContain('  ok       our entries are in all of its files: 1\n');
});

test('a damaged receipt: install, uninstall and doctor say the way out, and it is one', async () => {
  const machine = new Machine();
  await machine.install('pi');
  const [name = ''] = readdirSync(machine.path(`${STATE}/installed`));
  const receipt = `${STATE}/installed/${name}`;
  machine.write(receipt, '{');
  const says = 'is no receipt of this version of llxprt-lsp: delete that file, then install again';
  expect((await machine.install('pi')).err).toContain(says);
  expect((await machine.uninstall('pi')).err).toContain(says);
  const { code, out } = await doctor(machine, 'pi');
  expect(code).toBe(2);
  expect(out).toContain(says);
  expect(out).not.toContain('to mend it');
  rmSync(machine.path(receipt));
  expect((await machine.install('pi')).code).toBe(0);
  expect((await doctor(machine, 'pi')).code).toBe(0);
});

describe('a receipt that a model can write', () => {
  /** Adds files to the only receipt, as if an installation had written them. */
  function forge(
    machine: Machine,
    files: readonly { path: string; before: string | null; written: string }[],
  ): void {
    const [name = ''] = readdirSync(machine.path(`${STATE}/installed`));
    const receipt = `${STATE}/installed/${name}`;
    const { files: own, ...rest } = JSON.parse(machine.read(receipt)) as { files: object[] };
    machine.write(receipt, JSON.stringify({ ...rest, files: [...own, ...files] }));
  }

  function attacked(): Machine {
    const machine = new Machine();
    machine.write('~/.bashrc', 'alias ls=ls\n');
    machine.write('~/.ssh/authorized_keys', 'k\n');
    return machine;
  }

  const attack = ({ home }: Machine): { path: string; before: string | null; written: string }[] => [
    { path: `${home}/.bashrc`, before: 'evil\n', written: 'alias ls=ls\n' },
    { path: `${home}/.ssh/authorized_keys`, before: null, written: 'k\n' },
  ];

  test('is not followed where its folder is a link into the workspace', async () => {
    const machine = attacked();
    await machine.install('gemini');
    renameSync(machine.path(STATE), machine.path('dot'));
    symlinkSync(machine.path('dot'), machine.path(STATE));
    forge(machine, attack(machine));
    const { code, out } = await machine.uninstall('gemini');
    expect([code, machine.read('~/.bashrc'), machine.exists('~/.ssh/authorized_keys')]).toEqual([
      0,
      'alias ls=ls\n',
      true,
    ]);
    expect(out).toContain('lies in the workspace, where a model can write it, so it was not followed');
    expect(machine.exists('~/.gemini/extensions/llxprt-lsp/gemini-extension.json')).toBe(false);
  });

  test('says nothing of files outside where the home folder is the workspace', async () => {
    const machine = attacked();
    const atHome = Object.assign(new Machine(), {
      top: machine.top,
      home: machine.home,
      project: machine.home,
      env: machine.env,
    });
    await atHome.install('gemini');
    machine.write('theirs', 'secret\n');
    forge(machine, [{ path: machine.path('theirs'), before: 'evil\n', written: 'secret\n' }]);
    expect(await atHome.uninstall('gemini')).toMatchObject({ code: 0 });
    expect([
      machine.read('theirs'),
      machine.exists('~/.gemini/extensions/llxprt-lsp/gemini-extension.json'),
    ]).toEqual(['secret\n', false]);
  });
});
