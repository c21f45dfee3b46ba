import { chownSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hostDoctor } from '../../src/install/host-doctor.js';
import type { ExitCode } from '../../src/io.js';
import { recordingIo } from '../support/io.js';
import { asBefore, EARLIER, HOSTS, Machine, STATE } from './machine.js';

const receiptsIn = (machine: Machine, folder: string): string[] =>
  machine.exists(`${folder}/installed`) ? readdirSync(machine.path(`${folder}/installed`)) : [];

/** A machine with files of hosts, and what it looks like. */
function newMachine(): { machine: Machine; before: Record<string, string> } {
  const machine = new Machine();
  machine.write('~/.claude.json', '{ "mine": true }\n');
  machine.write('~/.codex/config.toml', 'model = "x"\n');
  return { machine, before: machine.tree() };
}

async function doctor(
  machine: Machine,
  host: (typeof HOSTS)[number],
): Promise<{ code: ExitCode; out: string }> {
  const io = recordingIo(machine.project);
  const code = await hostDoctor(io, { host, workspace: '.', json: false }, machine.env);
  return { code, out: io.stdout() };
}

describe.each(HOSTS)('%s: a receipt that an earlier version has written', (host) => {
  test('takes the installation back byte for byte, and goes with its folder', async () => {
    const { machine, before } = newMachine();
    await machine.install(host);
    asBefore(machine);
    expect(await machine.uninstall(host)).toMatchObject({ code: 0, err: '' });
    expect(machine.tree()).toEqual(before);
  });

  test('moves with the next installation, and not with a dry run', async () => {
    const { machine, before } = newMachine();
    await machine.install(host);
    const receipts = receiptsIn(machine, STATE);
    asBefore(machine);
    await machine.install(host, { dryRun: true });
    expect([receiptsIn(machine, EARLIER), machine.exists(STATE)]).toEqual([receipts, false]);
    expect(await machine.install(host)).toMatchObject({ code: 0, err: '' });
    expect([receiptsIn(machine, STATE), machine.exists(EARLIER)]).toEqual([receipts, false]);
    await machine.uninstall(host);
    expect(machine.tree()).toEqual(before);
  });
});

test('what others have in the earlier folder stays', async () => {
  const { machine, before } = newMachine();
  await machine.install('codex');
  asBefore(machine);
  machine.write(`${EARLIER}/settings.json`, '{ "theme": "x" }\n');
  mkdirSync(machine.path(`${EARLIER}/empty`));
  await machine.uninstall('codex');
  expect(readdirSync(machine.path(EARLIER)).toSorted()).toEqual(['empty', 'settings.json']);
  rmSync(machine.path(EARLIER), { recursive: true });
  expect(machine.tree()).toEqual(before);
});

test('each host takes its own receipt along', async () => {
  const { machine, before } = newMachine();
  await machine.install('codex');
  await machine.install('claude');
  asBefore(machine);
  await machine.uninstall('codex');
  expect(receiptsIn(machine, EARLIER)).toHaveLength(1);
  await machine.uninstall('claude');
  expect(machine.tree()).toEqual(before);
});

test('of two receipts the one in the new place counts, and both go', async () => {
  const { machine, before } = newMachine();
  await machine.install('codex');
  const [name = ''] = receiptsIn(machine, STATE);
  const receipt = JSON.parse(machine.read(`${STATE}/installed/${name}`)) as object;
  machine.write(`${EARLIER}/installed/${name}`, JSON.stringify({ ...receipt, files: [] }));
  await machine.uninstall('codex');
  expect(machine.tree()).toEqual(before);
});

test('a damaged one is named', async () => {
  const { machine } = newMachine();
  await machine.install('codex');
  asBefore(machine);
  const [name = ''] = receiptsIn(machine, EARLIER);
  machine.write(`${EARLIER}/installed/${name}`, '{');
  const says = `${EARLIER}/installed/${name}: is no receipt of this version`;
  expect((await machine.uninstall('codex')).err).toContain(says);
  expect((await machine.install('codex')).err).toContain(says);
});

test('one that was written under another XDG_STATE_HOME, or without, is found, and moves', async () => {
  const { machine, before } = newMachine();
  await machine.install('codex');
  machine.env['XDG_STATE_HOME'] = machine.path('~/elsewhere');
  await machine.install('codex');
  expect([receiptsIn(machine, '~/elsewhere/llxprt-lsp').length, machine.exists(STATE)]).toEqual([1, false]);
  await machine.uninstall('codex');
  expect(machine.exists('~/elsewhere/llxprt-lsp')).toBe(false);
  machine.env['XDG_STATE_HOME'] = '';
  for (const name of ['elsewhere', '.local'])
    rmSync(machine.path(`~/${name}`), { recursive: true, force: true });
  expect(machine.tree()).toEqual(before);
});

test('one in the workspace hides none that lies outside, and none is written there', async () => {
  const { machine, before } = newMachine();
  await machine.install('codex');
  const [name = ''] = receiptsIn(machine, STATE);
  const receipt = JSON.parse(machine.read(`${STATE}/installed/${name}`)) as object;
  machine.env['XDG_STATE_HOME'] = machine.path('theirs');
  const forged = [{ path: machine.path('~/.claude.json'), before: 'evil\n', written: '{ "mine": true }\n' }];
  machine.write(`theirs/llxprt-lsp/installed/${name}`, JSON.stringify({ ...receipt, files: forged }));
  expect(await machine.install('codex')).toMatchObject({ code: 0, err: '' });
  expect([receiptsIn(machine, STATE), receiptsIn(machine, 'theirs/llxprt-lsp')]).toEqual([[name], []]);
  await machine.uninstall('codex');
  rmSync(machine.path('theirs'), { recursive: true });
  expect(machine.tree()).toEqual(before);
});

test.each<[string, (machine: Machine) => void]>([
  [
    'XDG_STATE_HOME names what the usual folder is a link to',
    (machine) => {
      mkdirSync(machine.path('~/data/state'), { recursive: true });
      symlinkSync(machine.path('~/data'), machine.path('~/.local'));
      machine.env['XDG_STATE_HOME'] = machine.path('~/data/state');
    },
  ],
  [
    'the earlier one is a link to the usual one',
    (machine) => {
      mkdirSync(machine.path(STATE), { recursive: true });
      symlinkSync(machine.path(STATE), machine.path(EARLIER));
    },
  ],
])('a folder with two names holds one receipt: %s', async (_, make) => {
  const { machine } = newMachine();
  make(machine);
  const before = machine.tree();
  await machine.install('codex');
  expect(await machine.install('codex')).toMatchObject({ code: 0, err: '' });
  expect(receiptsIn(machine, STATE)).toHaveLength(1);
  expect(await machine.uninstall('codex')).toMatchObject({ code: 0, err: '' });
  expect(receiptsIn(machine, STATE)).toEqual([]);
  expect(machine.read('~/.codex/config.toml')).toBe(before['~/.codex/config.toml'] ?? 'model = "x"\n');
});

test.skipIf(process.platform === 'win32')("another user's folder holds no receipt of this one", async () => {
  const { machine, before } = newMachine();
  await machine.install('codex');
  const [name = ''] = receiptsIn(machine, STATE);
  if (process.getuid?.() === 0) {
    const theirs = machine.path('~/theirs');
    const receipt = JSON.parse(machine.read(`${STATE}/installed/${name}`)) as object;
    machine.write(`~/theirs/llxprt-lsp/installed/${name}`, JSON.stringify({ ...receipt, files: [] }));
    for (const path of ['', 'llxprt-lsp', 'llxprt-lsp/installed']) chownSync(join(theirs, path), 1, 1);
    machine.env['XDG_STATE_HOME'] = theirs;
  } else machine.env['XDG_STATE_HOME'] = '/usr';
  expect(await machine.install('codex')).toMatchObject({ code: 0, err: '' });
  expect(receiptsIn(machine, STATE)).toEqual([name]);
  await machine.uninstall('codex');
  rmSync(machine.path('~/theirs'), { recursive: true, force: true });
  expect(machine.tree()).toEqual(before);
});

test('doctor does not say of one in the workspace that it counts', async () => {
  const { machine } = newMachine();
  await machine.install('pi');
  asBefore(machine, 'theirs');
  symlinkSync(machine.path('theirs'), machine.path(EARLIER));
  expect((await doctor(machine, 'pi')).out).not.toContain('it counts');
});

test('where the earlier folder is a link into the workspace, its receipt is not followed', async () => {
  const { machine } = newMachine();
  await machine.install('codex');
  asBefore(machine, 'theirs');
  symlinkSync(machine.path('theirs'), machine.path(EARLIER));
  const { out } = await machine.uninstall('codex');
  expect(out).toContain(join(machine.home, '.llxprt/installed/'));
  expect(out).toContain('lies in the workspace, where a model can write it, so it was not followed');
});

test('doctor says where it is, and what moves it', async () => {
  const { machine } = newMachine();
  await machine.install('pi');
  expect((await doctor(machine, 'pi')).out).not.toContain('note');
  asBefore(machine);
  const { code, out } = await doctor(machine, 'pi');
  expect(code).toBe(0);
  expect(out).toMatch(
    /^ {2}note {5}\/.*\.llxprt\/installed\/pi-user-.*: the receipt is not written there any more; it counts, and this moves it: llxprt-lsp install pi$/m,
  );
});

describe.each([
  ['claude', '~/.claude/settings.json', '|Bash|PowerShell|BashOutput|TaskOutput)$', ')$'],
  ['claude', '~/.claude/settings.json', '|Bash|PowerShell|BashOutput|TaskOutput)$', '|Bash)$'],
  [
    'codex',
    '~/.codex/hooks.json',
    '^(apply_patch|Bash|shell|shell_command|local_shell|exec_command)$',
    '^apply_patch$',
  ],
] as const)(
  '%s: hooks of an earlier version, which knew nothing of commands, or less',
  (host, file, now, then) => {
    /** As that version has left it: its file, and its receipt. */
    async function installedBefore(): Promise<{ machine: Machine; before: Record<string, string> }> {
      const { machine, before } = newMachine();
      await machine.install(host);
      const as = (text: string): string => text.replace(now, then);
      expect(machine.read(file)).toContain(now);
      machine.write(file, as(machine.read(file)));
      for (const name of receiptsIn(machine, STATE)) {
        const path = `${STATE}/installed/${name}`;
        machine.write(path, as(machine.read(path)));
      }
      return { machine, before };
    }

    test('are taken back byte for byte', async () => {
      const { machine, before } = await installedBefore();
      expect(await machine.uninstall(host)).toMatchObject({ code: 0, err: '' });
      expect(machine.tree()).toEqual(before);
    });

    test('are replaced by the next installation', async () => {
      const { machine, before } = await installedBefore();
      expect(await machine.install(host)).toMatchObject({ code: 0, err: '' });
      expect(machine.read(file)).toContain(now);
      await machine.uninstall(host);
      expect(machine.tree()).toEqual(before);
    });
  },
);
