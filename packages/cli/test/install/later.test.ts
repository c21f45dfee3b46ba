import { existsSync, lstatSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Machine, STATE } from './machine.js';

/** Moves a file or folder to the dotfiles of the user, and puts a link in its place. */
function link(machine: Machine, path: string): void {
  machine.write('~/dot/README', '');
  renameSync(machine.path(path), machine.path('~/dot/moved'));
  symlinkSync(machine.path('~/dot/moved'), machine.path(path));
}

const isLink = (machine: Machine, path: string): boolean => lstatSync(machine.path(path)).isSymbolicLink();

describe('a link that was made after the installation', () => {
  test('is written through by the next installation', async () => {
    const machine = new Machine();
    machine.write('~/.claude/settings.json', '{ "theme": "dark" }\n');
    await machine.install('claude');
    link(machine, '~/.claude/settings.json');
    machine.putOnPath();
    const { code, out } = await machine.install('claude');
    expect(code).toBe(0);
    expect(out).toContain('  changed    ~/.claude/settings.json, a link to ~/dot/moved\n');
    expect(out).not.toContain('restored');
    expect(isLink(machine, '~/.claude/settings.json')).toBe(true);
    expect(machine.read('~/dot/moved')).toContain('"llxprt-lsp-hook claude');
  });

  test('is written through by the uninstallation: all bytes come back', async () => {
    const machine = new Machine();
    machine.write('~/.claude/settings.json', '{ "theme": "dark" }\n');
    await machine.install('claude');
    link(machine, '~/.claude/settings.json');
    expect((await machine.uninstall('claude')).out).toContain(
      '  restored   ~/.claude/settings.json, a link to ~/dot/moved\n',
    );
    expect(isLink(machine, '~/.claude/settings.json')).toBe(true);
    expect(machine.read('~/dot/moved')).toBe('{ "theme": "dark" }\n');
  });

  test('and a change to the file: our entries alone are taken out', async () => {
    const machine = new Machine();
    machine.write('~/.claude/settings.json', '{ "theme": "dark" }\n');
    await machine.install('claude');
    link(machine, '~/.claude/settings.json');
    machine.write('~/dot/moved', machine.read('~/dot/moved').replace('dark', 'light'));
    await machine.uninstall('claude');
    expect(JSON.parse(machine.read('~/dot/moved'))).toEqual({ theme: 'light' });
  });

  test('to a file that we have made: file and link stay, without our entries', async () => {
    const machine = new Machine();
    await machine.install('codex');
    link(machine, '~/.codex/hooks.json');
    expect((await machine.uninstall('codex')).code).toBe(0);
    expect(isLink(machine, '~/.codex/hooks.json')).toBe(true);
    expect(JSON.parse(machine.read('~/dot/moved'))).toEqual({});
  });

  test.each(['install', 'uninstall'] as const)('of a whole folder: %s', async (work) => {
    const machine = new Machine();
    machine.write('~/.codex/config.toml', 'model = "x"\n');
    await machine.install('codex');
    link(machine, '~/.codex');
    machine.putOnPath();
    const { code, out } = await machine[work]('codex');
    expect(code).toBe(0);
    expect(out).not.toContain('kept');
    expect(isLink(machine, '~/.codex')).toBe(true);
    if (work === 'uninstall')
      expect([machine.read('~/dot/moved/config.toml'), existsSync(machine.path(STATE))]).toEqual([
        'model = "x"\n',
        false,
      ]);
    else expect(machine.read('~/dot/moved/config.toml')).toContain('command = "llxprt-lsp"');
  });

  test('and a link that was taken away again', async () => {
    const machine = new Machine();
    machine.write('~/dot/moved', '{ "theme": "dark" }\n');
    machine.write('~/.claude/README', '');
    symlinkSync('../dot/moved', machine.path('~/.claude/settings.json'));
    await machine.install('claude');
    rmSync(machine.path('~/.claude/settings.json'));
    renameSync(machine.path('~/dot/moved'), machine.path('~/.claude/settings.json'));
    await machine.uninstall('claude');
    expect(machine.read('~/.claude/settings.json')).toBe('{ "theme": "dark" }\n');
  });
});

test('a link that leads nowhere now: nothing is taken back, and the receipt stays', async () => {
  const machine = new Machine();
  await machine.install('codex');
  link(machine, '~/.codex');
  renameSync(machine.path('~/dot/moved'), machine.path('~/dot/elsewhere'));
  const before = machine.tree();
  expect(await machine.uninstall('codex')).toMatchObject({
    code: 2,
    err: expect.stringContaining('is a link to a file that does not exist') as string,
  });
  expect(machine.tree()).toEqual(before);
});

describe('opencode.jsonc that was made after the installation', () => {
  const CONFIG = '~/.config/opencode/opencode.json';

  async function changed(): Promise<Machine> {
    const machine = new Machine();
    machine.write(CONFIG, '{"theme":"x"}');
    await machine.install('opencode');
    machine.write(CONFIG, machine.read(CONFIG).replace('"x"', '"y"'));
    machine.write(`${CONFIG}c`, '{}');
    return machine;
  }

  test('our entry goes from the file that has it', async () => {
    const machine = await changed();
    expect((await machine.uninstall('opencode')).out).toContain(`  changed    ${CONFIG}\n`);
    expect(JSON.parse(machine.read(CONFIG))).toEqual({ theme: 'y' });
    expect([machine.read(`${CONFIG}c`), machine.exists(STATE)]).toEqual(['{}', false]);
  });

  test('the next installation moves our entry', async () => {
    const machine = await changed();
    expect((await machine.install('opencode')).code).toBe(0);
    expect(JSON.parse(machine.read(CONFIG))).toEqual({ theme: 'y' });
    expect(machine.read(`${CONFIG}c`)).toContain('opencode-plugin');
    await machine.uninstall('opencode');
    expect([machine.read(`${CONFIG}c`), machine.exists(STATE)]).toEqual(['{}', false]);
  });
});

test('a file that this version does not write, and that was changed: the receipt keeps it', async () => {
  const machine = new Machine();
  await machine.install('pi');
  const [name = ''] = readdirSync(machine.path(`${STATE}/installed`));
  const path = `${STATE}/installed/${name}`;
  const receipt = JSON.parse(machine.read(path)) as { files: unknown[] };
  machine.write('~/.pi/old.json', '{ "mine": true, "llxprt": true }');
  const old = { path: machine.path('~/.pi/old.json'), before: '{}', written: '{ "llxprt": true }' };
  machine.write(path, JSON.stringify({ ...receipt, files: [...receipt.files, old] }));
  for (const work of ['install', 'uninstall', 'uninstall'] as const) {
    expect((await machine[work]('pi')).out).toContain(
      '  kept       ~/.pi/old.json: was changed since; take our entries out by hand\n',
    );
    expect((JSON.parse(machine.read(path)) as { files: unknown[] }).files).toContainEqual(old);
  }
  rmSync(machine.path('~/.pi/old.json'));
  await machine.uninstall('pi');
  expect(machine.exists(STATE)).toBe(false);
});
