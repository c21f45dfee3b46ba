import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HOOK_LAUNCHER, MAIN, version } from '../../src/package.js';
import { commandsOf, quote } from '../../src/install/commands.js';
import { SCOPES } from '../../src/install/receipt.js';
import { HOSTS, Machine, type Outcome, STATE } from './machine.js';

const PATCHES_AND_COMMANDS = '^(apply_patch|Bash|shell|shell_command|local_shell|exec_command)$';

interface Refused {
  readonly outcome: Outcome;
  readonly isUnchanged: boolean;
}

async function refused(machine: Machine, work: () => Promise<Outcome>): Promise<Refused> {
  const before = machine.tree();
  const outcome = await work();
  return { outcome, isUnchanged: JSON.stringify(machine.tree()) === JSON.stringify(before) };
}

describe('what somebody else has put there', () => {
  test('a server of the same name: refused, with the lines, and the other file is not written either', async () => {
    const machine = new Machine();
    machine.write('~/.codex/config.toml', '[mcp_servers.llxprt]\ncommand = "mine"\n');
    machine.write('~/.codex/hooks.json', '{}');
    const { outcome, isUnchanged } = await refused(machine, () => machine.install('codex'));
    expect(outcome).toMatchObject({ code: 2, out: '' });
    expect(outcome.err).toContain('~/.codex/config.toml: has another table mcp_servers.llxprt');
    expect(outcome.err).toContain('    [mcp_servers.llxprt]\n    command = ');
    expect(isUnchanged).toBe(true);
  });

  test('--json names the problem, and what to add', async () => {
    const machine = new Machine();
    machine.write('~/.claude.json', '{"mcpServers": {"llxprt": {"command": "mine"}}}');
    const { code, out } = await machine.install('claude', { json: true });
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      files: [],
      problems: [
        {
          path: machine.path('~/.claude.json'),
          reason: 'has another mcpServers.llxprt',
          byHand: expect.stringContaining('"llxprt": {') as string,
        },
      ],
    });
  });

  test.each([
    [
      'a hook of the same command with another timeout',
      '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "llxprt-lsp-hook codex", "timeout": 1}]}]}}',
      'has another entry of llxprt-lsp at hooks.Stop',
    ],
    ['hooks that are no object', '{"hooks": []}', 'has no object at hooks'],
    ['an event that is no list', '{"hooks": {"Stop": {}}}', 'has no list at hooks.Stop'],
    ['no object at all', '[]', 'is not JSON that can be read'],
    [
      'a key that stands there twice',
      '{"hooks": {}, "hooks": {}}',
      'has a form that nothing can be added to',
    ],
  ])('%s: refused', async (_, text, reason) => {
    const machine = new Machine();
    machine.write('~/.codex/hooks.json', text);
    const { outcome, isUnchanged } = await refused(machine, () => machine.install('codex'));
    expect(outcome.err).toContain(`~/.codex/hooks.json: ${reason}`);
    expect([outcome.code, isUnchanged]).toEqual([2, true]);
  });

  test.each([
    [
      'an inline table',
      'mcp_servers = { other = { command = "x" } }\n',
      'writes mcp_servers as an inline table, to which no lines can add: first write each of its entries as a table of its own, [mcp_servers.NAME]',
    ],
    ['a number', 'mcp_servers = 1\n', 'has no table at mcp_servers'],
    ['a list of tables', '[[mcp_servers]]\nname = "x"\n', 'has no table at mcp_servers'],
  ])('%s that nothing can be added to: refused, with what has to change first', async (_, text, reason) => {
    const machine = new Machine();
    machine.write('~/.codex/config.toml', text);
    const { outcome, isUnchanged } = await refused(machine, () => machine.install('codex'));
    expect(outcome.err).toContain(`~/.codex/config.toml: ${reason}\n`);
    expect([outcome.code, isUnchanged]).toEqual([2, true]);
  });

  test('an extension that the host itself has installed: refused', async () => {
    const machine = new Machine();
    machine.write('~/.gemini/extensions/llxprt-lsp/gemini-extension.json', '{"name": "llxprt-lsp"}');
    const { outcome, isUnchanged } = await refused(machine, () => machine.install('gemini'));
    expect(outcome.err).toContain('gemini-extension.json: has another content');
    expect(outcome.err).toContain('gemini extensions uninstall llxprt-lsp\n');
    expect([outcome.code, isUnchanged]).toEqual([2, true]);
  });

  test('the very same entry: it is left alone, and it stays', async () => {
    const machine = new Machine();
    machine.putOnPath();
    const byHand =
      'model = "x"\n[mcp_servers.llxprt]\ncommand = "llxprt-lsp"\nargs = ["mcp"]\n[mcp_servers.other]\ncommand = "x"\n';
    machine.write('~/.codex/config.toml', byHand);
    const before = machine.tree();
    expect((await machine.install('codex')).out).toContain(
      '  unchanged  ~/.codex/config.toml: our entries are there already, though no receipt says so\n',
    );
    await machine.uninstall('codex');
    expect(machine.tree()).toEqual(before);
  });

  test("pi's own installation of the same folder is no conflict", async () => {
    const machine = new Machine();
    await machine.install('pi');
    const byPi = machine.read('~/.pi/agent/settings.json');
    await machine.uninstall('pi');
    machine.write('~/.pi/agent/settings.json', byPi);
    expect((await machine.install('pi')).out).toContain(
      '  unchanged  ~/.pi/agent/settings.json: our entries are there already, though no receipt says so\n',
    );
    await machine.uninstall('pi');
    expect(machine.read('~/.pi/agent/settings.json')).toBe(byPi);
  });

  test('opencode names the schema of its settings where they do not: a file that we have made goes away with that', async () => {
    const machine = new Machine();
    const before = machine.tree();
    await machine.install('opencode');
    expect(machine.read('~/.config/opencode/opencode.json')).toMatch(
      /^\{\n {2}"\$schema": "[^"]+config\.json",\n/,
    );
    machine.write(
      '~/.config/opencode/opencode.json',
      `${machine.read('~/.config/opencode/opencode.json')}\n`,
    );
    await machine.uninstall('opencode');
    expect(machine.tree()).toEqual(before);
    const other = '{ "$schema": "./mine.json" }\n';
    machine.write('opencode.json', other);
    await machine.install('opencode', { scope: 'project' });
    expect(machine.read('opencode.json')).toContain('"$schema": "./mine.json"');
    await machine.uninstall('opencode', { scope: 'project' });
    expect(machine.read('opencode.json')).toBe(other);
  });

  test.each([
    ['another version of the package', '"@vybestack/llxprt-lsp-opencode@0.0.1"'],
    ['the file of another clone, with options', '["/elsewhere/packages/cli/dist/opencode-plugin.js", {}]'],
    [
      'the file of a package that npm has installed',
      '"/usr/lib/node_modules/@vybestack/llxprt-lsp/dist/opencode-plugin.js"',
    ],
  ])("opencode's list of plugins already has it: %s", async (_, plugin) => {
    const machine = new Machine();
    machine.write('opencode.json', `{ "plugin": ["other", ${plugin}] }\n`);
    const { outcome, isUnchanged } = await refused(machine, () =>
      machine.install('opencode', { scope: 'project' }),
    );
    expect(outcome.err).toContain('has another entry of llxprt-lsp at plugin');
    expect(isUnchanged).toBe(true);
  });
});

describe('changed after the installation', () => {
  test('a hook that a person has put into our group stays there', async () => {
    const machine = new Machine();
    await machine.install('codex');
    const theirs = '{"type": "command", "command": "notify"},';
    machine.write(
      '~/.codex/hooks.json',
      machine.read('~/.codex/hooks.json').replace('"hooks": [\n', `"hooks": [ ${theirs}\n`),
    );
    const changed = machine.tree();
    expect((await machine.install('codex')).code).toBe(0);
    expect(machine.tree()).toEqual(changed);
    await machine.uninstall('codex');
    expect(JSON.parse(machine.read('~/.codex/hooks.json'))).toEqual({
      hooks: {
        PostToolUse: [{ matcher: PATCHES_AND_COMMANDS, hooks: [{ type: 'command', command: 'notify' }] }],
      },
    });
  });

  test('an entry of ours that a person has changed: not overwritten, but taken out', async () => {
    const machine = new Machine();
    machine.write('~/.claude.json', '{"mcpServers": {}}\n');
    await machine.install('claude');
    machine.write('~/.claude.json', machine.read('~/.claude.json').replace('"mcp"', '"mcp", "--trusted"'));
    expect((await machine.install('claude')).err).toContain('~/.claude.json: has another mcpServers.llxprt');
    expect((await machine.uninstall('claude')).code).toBe(0);
    expect(JSON.parse(machine.read('~/.claude.json'))).toEqual({ mcpServers: {} });
  });

  test('tables that the host has put below ours go with it, and those that it has put after it stay', async () => {
    const machine = new Machine();
    machine.write('~/.codex/config.toml', 'model = "x"\n');
    await machine.install('codex');
    const added =
      '\n[mcp_servers.llxprt.tools.lsp_hover]\napproval_mode = "approve"\n\n# Mine.\n[projects."/a"]\ntrust_level = "trusted"\n';
    machine.write('~/.codex/config.toml', machine.read('~/.codex/config.toml') + added);
    const changed = machine.tree();
    expect((await machine.install('codex')).code).toBe(0);
    expect(machine.tree()).toEqual(changed);
    await machine.uninstall('codex');
    expect(machine.read('~/.codex/config.toml')).toBe(
      'model = "x"\n\n# Mine.\n[projects."/a"]\ntrust_level = "trusted"\n',
    );
  });

  test('a text that looks like our table is none', async () => {
    const machine = new Machine();
    machine.write('~/.codex/config.toml', 'notes = """\n[mcp_servers.llxprt]\n"""\n');
    await machine.install('codex');
    machine.write('~/.codex/config.toml', `${machine.read('~/.codex/config.toml')}[more]\n`);
    const { outcome, isUnchanged } = await refused(machine, () => machine.uninstall('codex'));
    expect(outcome.err).toContain('in a form that cannot be taken out; take our entries out by hand');
    expect([outcome.code, isUnchanged]).toEqual([2, true]);
  });

  test('a file that became unreadable: nothing is taken back', async () => {
    const machine = new Machine();
    await machine.install('claude');
    machine.write('~/.claude/settings.json', '{');
    const { outcome, isUnchanged } = await refused(machine, () => machine.uninstall('claude'));
    expect(outcome.err).toContain(
      'Nothing was taken back.\n~/.claude/settings.json: is not JSON that can be read any more',
    );
    expect([outcome.code, isUnchanged]).toEqual([2, true]);
  });

  test('a file of ours alone that a person has changed is kept, and reported; the others go', async () => {
    const machine = new Machine();
    await machine.install('claude');
    machine.write('~/.claude/commands/lsp.md', 'mine');
    expect((await machine.uninstall('claude')).out).toContain(
      '  kept       ~/.claude/commands/lsp.md: was changed since\n',
    );
    expect(readdirSync(machine.home)).toEqual(['.claude']);
    expect(machine.read('~/.claude/commands/lsp.md')).toBe('mine');
  });

  test('files that are gone are no trouble', async () => {
    const machine = new Machine();
    const before = machine.tree();
    await machine.install('codex');
    rmSync(machine.path('~/.codex'), { recursive: true });
    expect((await machine.uninstall('codex')).code).toBe(0);
    expect(machine.tree()).toEqual(before);
  });
});

describe('bytes', () => {
  test.each([
    ['no line break at the end', '{"a":1}', 'a = 1'],
    ['CRLF', '{\r\n\t"a": 1\r\n}\r\n', 'a = 1\r\n'],
    ['a byte order mark', '\u{FEFF}{"a": 1}\n', 'a = 1\n'],
    ['empty files', '', ''],
    ['blank files', ' \n\n', '\n\n'],
  ])('%s: all come back, also after a change', async (_, json, toml) => {
    const machine = new Machine();
    machine.write('~/.codex/hooks.json', json);
    machine.write('~/.codex/config.toml', toml);
    const before = machine.tree();
    expect((await machine.install('codex')).code).toBe(0);
    const written = machine.read('~/.codex/hooks.json');
    expect(written.startsWith('\u{FEFF}')).toBe(json.startsWith('\u{FEFF}'));
    if (json.includes('\r\n')) expect(written.replaceAll('\r\n', '')).not.toContain('\n');
    await machine.uninstall('codex');
    expect(machine.tree()).toEqual(before);
  });

  test('a number that JavaScript cannot hold is no trouble, and stays', async () => {
    const machine = new Machine();
    const toml = 'n = 9223372036854775807\nm = -9223372036854775808\n';
    machine.write('~/.codex/config.toml', toml);
    expect(await machine.install('codex')).toMatchObject({ code: 0, err: '' });
    machine.write('~/.codex/config.toml', `model = "x"\n${machine.read('~/.codex/config.toml')}`);
    expect((await machine.install('codex')).code).toBe(0);
    expect((await machine.uninstall('codex')).code).toBe(0);
    expect(machine.read('~/.codex/config.toml')).toBe(`model = "x"\n${toml}`);
  });

  test('bytes that are no text: refused', async () => {
    const machine = new Machine();
    machine.write('~/.codex/config.toml', 'x');
    writeFileSync(machine.path('~/.codex/config.toml'), Buffer.from([0x61, 0xff]));
    expect((await machine.install('codex')).err).toContain('is not UTF-8');
  });

  test('a receipt is for its user alone, and holds both texts', async () => {
    const machine = new Machine();
    machine.write('~/.claude.json', '{"token": "secret"}');
    await machine.install('claude');
    const folder = machine.path(`${STATE}/installed`);
    const [receipt = ''] = readdirSync(folder);
    expect([statSync(folder).mode & 0o777, statSync(join(folder, receipt)).mode & 0o777]).toEqual([
      0o700, 0o600,
    ]);
    const { files } = JSON.parse(machine.read(`${STATE}/installed/${receipt}`)) as { files: unknown[] };
    expect(files).toContainEqual({
      path: machine.path('~/.claude.json'),
      before: '{"token": "secret"}',
      written: machine.read('~/.claude.json'),
    });
  });

  test('a receipt that cannot be read: nothing is done', async () => {
    const machine = new Machine();
    await machine.install('pi');
    const [receipt = ''] = readdirSync(machine.path(`${STATE}/installed`));
    machine.write(`${STATE}/installed/${receipt}`, '{}');
    expect(await machine.uninstall('pi')).toMatchObject({
      code: 2,
      err: expect.stringContaining('is no receipt of this version') as string,
    });
  });
});

describe('places', () => {
  test.each([
    ['CODEX_HOME', 'codex', 'config.toml'],
    ['CLAUDE_CONFIG_DIR', 'claude', '.claude.json'],
    ['COPILOT_HOME', 'copilot', 'mcp-config.json'],
    ['QWEN_HOME', 'qwen', 'extensions/llxprt-lsp/qwen-extension.json'],
    ['GEMINI_CLI_HOME', 'gemini', '.gemini/extensions/llxprt-lsp/gemini-extension.json'],
    ['PI_CODING_AGENT_DIR', 'pi', 'settings.json'],
    ['XDG_CONFIG_HOME', 'opencode', 'opencode/opencode.json'],
  ] as const)('%s moves the files of %s', async (variable, host, file) => {
    const machine = new Machine();
    machine.env[variable] = machine.path('~/else where');
    await machine.install(host);
    expect(machine.exists(`~/else where/${file}`)).toBe(true);
    expect(readdirSync(machine.home).toSorted()).toEqual([STATE.split(sep)[1], 'else where']);
  });

  test('no home folder: reported, and nothing else', async () => {
    const machine = new Machine();
    machine.env['HOME'] = machine.path('~/missing');
    expect(await machine.install('codex')).toEqual({
      code: 2,
      out: '',
      err: expect.stringContaining('no home folder') as string,
    });
  });

  test('a link to nothing: refused', async () => {
    const machine = new Machine();
    mkdirSync(machine.path('~/.codex'));
    symlinkSync(machine.path('~/dotfiles/config.toml'), machine.path('~/.codex/config.toml'));
    const { outcome, isUnchanged } = await refused(machine, () => machine.install('codex'));
    expect(outcome.err).toContain('~/.codex/config.toml: is a link to a file that does not exist');
    expect([outcome.code, isUnchanged]).toEqual([2, true]);
  });
});

describe('the commands', () => {
  test('names where a login shell finds this version, else quoted paths of this installation', async () => {
    const machine = new Machine();
    await machine.install('claude');
    expect(machine.read('~/.claude.json')).toContain(JSON.stringify(MAIN));
    expect(machine.read('~/.claude/settings.json')).toContain(
      JSON.stringify(`${quote(HOOK_LAUNCHER, 'sh')} claude`),
    );
    machine.putOnPath();
    await machine.install('claude');
    expect(JSON.parse(machine.read('~/.claude.json'))).toEqual({
      mcpServers: { llxprt: { command: 'llxprt-lsp', args: ['mcp'] } },
    });
    expect(machine.read('~/.claude/settings.json')).toContain(
      '"command": "llxprt-lsp-hook claude --background"',
    );
  });

  test('another version, and what a package script has put on PATH, do not count', async () => {
    const machine = new Machine();
    machine.putOnPath();
    machine.write('~/.profile', `PATH="${machine.top}/bin:$PATH"\n`);
    writeFileSync(join(machine.top, 'bin/llxprt-lsp'), '#!/bin/sh\necho 0.0.1\n');
    expect((await machine.install('codex', { json: true })).out).toContain('"pathsNamed": true');
    expect(version).not.toBe('0.0.1');
  });

  test('programs that the files of a login shell start, and what they print, are no trouble', async () => {
    const machine = new Machine();
    machine.putOnPath();
    machine.write(
      '~/.profile',
      `${machine.read('~/.profile')}echo welcome\nsleep 1000 &\necho $! > "$HOME/started"\n`,
    );
    const { out } = await machine.install('codex', { json: true });
    const started = Number(machine.read('~/started'));
    // Otherwise the answer came only after it had ended.
    expect(process.kill(started, 0)).toBe(true);
    process.kill(started);
    expect(out).toContain('"pathsNamed": false');
  });

  test.each([
    ['sh', "/a b/it's", String.raw`'/a b/it'\''s'`],
    ['sh', '/plain/path', '/plain/path'],
    ['powershell', String.raw`C:\it's $x`, String.raw`'C:\it''s $x'`],
    ['powershell', String.raw`C:\Users\me`, String.raw`C:\Users\me`],
    ['cmd', String.raw`C:\a b`, String.raw`"C:\a b"`],
  ] as const)('%s: %s', (dialect, word, quoted) => {
    expect(quote(word, dialect)).toBe(quoted);
  });

  test('PowerShell and cmd get Node, since they start no script of sh', () => {
    expect(commandsOf(true).hook('powershell')).toBe('llxprt-lsp hook');
    expect(commandsOf(false).hook('powershell')).toMatch(/^node \S.*main\.js'? hook$/);
    expect(existsSync(HOOK_LAUNCHER)).toBe(true);
  });
});

describe
  .skipIf(process.platform === 'win32')
  .each(HOSTS.flatMap((host) => SCOPES.map((scope) => [host, scope] as const)))(
  '%s, %s, under umask 000',
  (host, scope) => {
    test('nobody else can write what an installation makes: settings, extensions, receipts, folders; nor what a second one and an uninstallation leave', async () => {
      const machine = new Machine();
      machine.write('~/.claude.json', '{}', 0o600);
      const theirs = Object.keys(machine.tree());
      const openToOthers = (): string[] =>
        Object.entries(machine.tree()).flatMap(([path, entry]) =>
          theirs.includes(path) || (Number.parseInt(entry, 8) & 0o022) === 0
            ? []
            : [`${path} ${entry.slice(0, 4)}`],
        );
      const before = process.umask(0);
      try {
        expect((await machine.install(host, { scope })).code).toBe(0);
        expect(Object.keys(machine.tree()).length).toBeGreaterThan(theirs.length);
        expect(openToOthers()).toEqual([]);
        machine.putOnPath();
        expect((await machine.install(host, { scope })).code).toBe(0);
        expect(
          openToOthers().filter((path) => !path.startsWith('bin') && !path.includes('.profile')),
        ).toEqual([]);
        expect((await machine.uninstall(host, { scope })).code).toBe(0);
        expect(
          machine.exists('~/.claude.json') && statSync(machine.path('~/.claude.json')).mode & 0o777,
        ).toBe(0o600);
      } finally {
        process.umask(before);
      }
    });
  },
);
