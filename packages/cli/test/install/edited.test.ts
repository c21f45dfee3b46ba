import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hookEntries } from '../../src/install/host-files.js';
import { jsonEditor } from '../../src/install/json-editor.js';
import { Machine, STATE } from './machine.js';

const CLAUDE = '~/.claude/settings.json';
const CODEX = '~/.codex/config.toml';
const GEMINI = '.gemini/settings.json';

const loseReceipt = (machine: Machine): void => rmSync(machine.path(STATE), { recursive: true });

function replace(machine: Machine, path: string, from: string | RegExp, to: string): void {
  const text = machine.read(path);
  expect(text).toMatch(from);
  machine.write(path, text.replace(from, to));
}

describe('what a person has changed in our own entries', () => {
  test.each([
    ['the same program', false],
    ['another one', true],
  ])('a matcher: %s is refused, and it stays', async (_, isOther) => {
    const machine = new Machine();
    await machine.install('claude');
    replace(machine, CLAUDE, /\^\(Write\|Edit\|MultiEdit\|Bash[^"]*\$/, '^Mine$');
    if (isOther) machine.putOnPath();
    expect(await machine.install('claude')).toMatchObject({
      code: 2,
      err: expect.stringContaining('has another entry of llxprt-lsp') as string,
    });
    expect(machine.read(CLAUDE)).toContain('"^Mine$"');
  });

  test('a key of our server stays where a hook of ours has to be put back, and goes with the server', async () => {
    const machine = new Machine();
    await machine.install('gemini', { scope: 'project' });
    replace(machine, GEMINI, '"description": "Language', '"trust": true, "description": "Language');
    replace(machine, GEMINI, /"AfterAgent": \[[^\]]*\][^\]]*\],?/, '');
    expect((await machine.install('gemini', { scope: 'project' })).code).toBe(0);
    expect(machine.read(GEMINI)).toMatch(/"trust": true[^]*"AfterAgent"|"AfterAgent"[^]*"trust": true/);
    await machine.uninstall('gemini', { scope: 'project' });
    expect(machine.exists(GEMINI)).toBe(false);
  });

  test('a comment in our table of TOML: nothing is taken out', async () => {
    const machine = new Machine();
    await machine.install('codex');
    replace(machine, CODEX, /(\ncommand.*)/, '$1 # mine');
    const before = machine.tree();
    expect(await machine.uninstall('codex')).toMatchObject({
      code: 2,
      err: expect.stringContaining('has a comment in mcp_servers.llxprt that would be lost') as string,
    });
    expect(machine.tree()).toEqual(before);
  });

  test('a comment beside the name of a list that we have made stays', async () => {
    const machine = new Machine();
    await machine.install('pi');
    replace(machine, '~/.pi/agent/settings.json', '"packages":', '"packages": /* mine */');
    await machine.uninstall('pi');
    expect(machine.read('~/.pi/agent/settings.json')).toContain('/* mine */');
  });

  test('the line that says whose the table is goes with the table, wherever it stands', async () => {
    const machine = new Machine();
    await machine.install('codex');
    machine.write(CODEX, `a = 1\n${machine.read(CODEX).replace('again.\n', 'again.\n\n')}`);
    await machine.uninstall('codex');
    expect(machine.read(CODEX)).not.toContain('llxprt');
  });
});

describe('the receipt was lost, and it was installed again', () => {
  test('another version takes the place of the entries that are there', async () => {
    for (const [host, file, count] of [
      ['claude', CLAUDE, 4],
      ['codex', CODEX, 1],
    ] as const) {
      const machine = new Machine();
      await machine.install(host);
      loseReceipt(machine);
      await machine.install(host);
      machine.putOnPath();
      expect(await machine.install(host)).toMatchObject({ code: 0, err: '' });
      expect(
        machine.read(file).match(host === 'claude' ? /llxprt-lsp-hook/g : /^\[mcp_servers\.llxprt\]$/gm),
      ).toHaveLength(count);
    }
  });

  test('another version that takes it back says what stays', async () => {
    const machine = new Machine();
    await machine.install('claude');
    loseReceipt(machine);
    await machine.install('claude');
    machine.putOnPath();
    expect((await machine.uninstall('claude')).out).toContain(
      'entries of another version stood there before the installation; take them out by hand',
    );
  });
});

test("opencode's file that got its other name afterwards is found", async () => {
  const machine = new Machine();
  await machine.install('opencode', { scope: 'project' });
  renameSync(machine.path('opencode.json'), machine.path('opencode.jsonc'));
  await machine.uninstall('opencode', { scope: 'project' });
  expect(machine.exists('opencode.jsonc')).toBe(false);
});

test('a folder of the host that is empty stays where nothing is installed', async () => {
  const machine = new Machine();
  mkdirSync(machine.path('.claude/commands'), { recursive: true });
  await machine.uninstall('claude', { scope: 'project' });
  expect(machine.exists('.claude/commands')).toBe(true);
});

test('the hook of an event that this version writes no more is taken out, in a file that was changed, too', () => {
  const hooks = (folder: string) => [
    { hooks: [{ type: 'command', command: `${folder}/llxprt-lsp-hook claude` }] },
  ];
  const former = jsonEditor(hookEntries({ Stop: hooks('/a'), PreToolUse: hooks('/a') }, 'claude'));
  const current = jsonEditor(hookEntries({ Stop: hooks('/b') }, 'claude'));
  const before = '{ "x": 1 }\n';
  const written = former.add(before);
  expect(current.remove(written.replace('1', '2'), { before, written })).toEqual({
    kind: 'removed',
    text: '{ "x": 2 }\n',
  });
});
