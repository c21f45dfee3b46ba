import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { INSTALLS } from '../../src/install/hosts.js';
import { commandsOf } from '../../src/install/commands.js';
import { llxprtHooksOff } from '../../src/install/llxprt-settings.js';
import { folderOf } from '../support/io.js';
import { Machine, STATE } from './machine.js';

const CONFIG = '~/config/settings.json';

function newMachine(): Machine {
  const machine = new Machine();
  Object.assign(machine.env, {
    LLXPRT_CONFIG_HOME: machine.path('~/config'),
    LLXPRT_DATA_HOME: machine.path('~/data'),
  });
  return machine;
}

describe('for the user', () => {
  test('an extension of its data, and hooks are switched on in its settings', async () => {
    const machine = newMachine();
    machine.putOnPath();
    await machine.install('llxprt');
    const extension = (path: string): string => machine.read(`~/data/extensions/llxprt-lsp/${path}`);
    expect(JSON.parse(machine.read(CONFIG))).toEqual({ hooksConfig: { enabled: true } });
    expect(JSON.parse(extension('llxprt-extension.json'))).toMatchObject({
      name: 'llxprt-lsp',
      contextFileName: 'LLXPRT.md',
      mcpServers: {
        llxprt: { command: 'llxprt-lsp', args: ['mcp', '--apply-patch'], env: { LLXPRT_CODE: '1' } },
      },
    });
    expect(JSON.parse(extension('hooks/hooks.json'))).toMatchObject({
      hooks: { AfterTool: [{ hooks: [{ command: 'llxprt-lsp-hook llxprt' }] }] },
    });
    expect(extension('LLXPRT.md')).toContain('mcp__llxprt__lsp_');
    expect(parse(extension('commands/lsp.toml'))).toMatchObject({
      prompt: expect.stringMatching(/^!\{llxprt-lsp status\}\n/) as string,
    });
  });

  test('its command names this installation, whatever the path is', async () => {
    const machine = newMachine();
    await machine.install('llxprt');
    const { prompt } = parse(machine.read('~/data/extensions/llxprt-lsp/commands/lsp.toml')) as {
      prompt: string;
    };
    expect(prompt).toMatch(/^!\{\S.*main\.js'? status\}\n/);
    expect(prompt).toContain(
      `!{${commandsOf(false).line(process.platform === 'win32' ? 'powershell' : 'sh')} status}`,
    );
  });

  test('hooks that the person has switched off stay off: nothing is installed, and the key is named', async () => {
    const machine = newMachine();
    machine.write(CONFIG, '{ "hooksConfig": { "enabled": false } }\n');
    const before = machine.tree();
    const { code, err } = await machine.install('llxprt');
    expect(code).toBe(2);
    expect(err).toContain('~/config/settings.json: has another hooksConfig.enabled\n');
    expect(machine.tree()).toEqual(before);
  });

  test('hooks that were on before stay on after it was taken back', async () => {
    const machine = newMachine();
    machine.write(CONFIG, '{ "hooksConfig": { "enabled": true, "notifications": false } }\n');
    const before = machine.tree();
    await machine.install('llxprt');
    expect(machine.read(CONFIG)).toBe('{ "hooksConfig": { "enabled": true, "notifications": false } }\n');
    machine.write(CONFIG, '{ "hooksConfig": { "enabled": true, "notifications": true } }\n');
    await machine.uninstall('llxprt');
    expect(machine.read(CONFIG)).toBe('{ "hooksConfig": { "enabled": true, "notifications": true } }\n');
    machine.write(CONFIG, '{ "hooksConfig": { "enabled": true, "notifications": false } }\n');
    expect(machine.tree()).toEqual(before);
  });

  test('without a receipt hooks stay on: nothing records that we have switched them on', async () => {
    const machine = newMachine();
    machine.write(CONFIG, '{ "hooksConfig": { "enabled": true } }\n');
    expect((await machine.uninstall('llxprt')).out).toContain('nothing of llxprt-lsp is installed');
    expect(machine.read(CONFIG)).toBe('{ "hooksConfig": { "enabled": true } }\n');
  });

  test('without a receipt the hooks of a project go, and the switch that others rely on stays', async () => {
    const machine = newMachine();
    machine.write(
      '.llxprt/settings.json',
      '{ "hooksConfig": { "enabled": true }, "hooks": { "AfterTool": [{ "hooks": [{ "type": "command", "command": "mine" }] }] } }\n',
    );
    await machine.install('llxprt', { scope: 'project' });
    rmSync(machine.path(STATE), { recursive: true });
    await machine.uninstall('llxprt', { scope: 'project' });
    expect(JSON.parse(machine.read('.llxprt/settings.json'))).toEqual({
      hooksConfig: { enabled: true },
      hooks: { AfterTool: [{ hooks: [{ type: 'command', command: 'mine' }] }] },
    });
  });

  test('an extension that the host itself has installed: refused, with its own command', async () => {
    const machine = newMachine();
    machine.write('~/data/extensions/llxprt-lsp/llxprt-extension.json', '{"name": "llxprt-lsp"}');
    expect((await machine.install('llxprt')).err).toContain('llxprt extensions uninstall llxprt-lsp\n');
  });
});

test('for a project: its settings have the server, the hooks and the switch beside what is ours already', async () => {
  const machine = newMachine();
  machine.putOnPath();
  machine.write('.llxprt/settings.json', '{ "lsp": { "report": "all" } }\n');
  await machine.install('llxprt', { scope: 'project' });
  const settings: unknown = JSON.parse(machine.read('.llxprt/settings.json'));
  expect(settings).toMatchObject({
    lsp: { report: 'all' },
    hooksConfig: { enabled: true },
    mcpServers: { llxprt: { command: 'llxprt-lsp' } },
    hooks: { AfterTool: [{ hooks: [{ command: 'llxprt-lsp-hook llxprt' }] }] },
  });
  expect(machine.exists('.llxprt/commands/lsp.toml')).toBe(true);
  await machine.uninstall('llxprt', { scope: 'project' });
  expect(machine.read('.llxprt/settings.json')).toBe('{ "lsp": { "report": "all" } }\n');
  expect(machine.exists('.llxprt/commands')).toBe(false);
});

describe('what keeps it from running hooks', () => {
  const on = '{ "hooksConfig": { "enabled": true } }';

  test.each<[what: string, user: string | undefined, project: string | undefined, said: RegExp[]]>([
    ['nothing', on, undefined, []],
    ['nothing, with comments and commas', '{ // mine\n "hooksConfig": { "enabled": true, }, }', '{}', []],
    ['nothing, where the project has switched them on', '{}', on, []],
    [
      'no settings',
      undefined,
      undefined,
      [/user\.json: the key hooksConfig\.enabled is not there, and hooks are off by default/],
    ],
    [
      'settings without the key',
      '{ "hooksConfig": {} }',
      '{ "lsp": {} }',
      [/user\.json: the key hooksConfig\.enabled is not there/],
    ],
    [
      'the user',
      '{ "hooksConfig": { "enabled": false } }',
      undefined,
      [/user\.json: the key hooksConfig\.enabled is not true/],
    ],
    [
      'the project',
      on,
      '{ "hooksConfig": { "enabled": false } }',
      [/project\.json: the key hooksConfig\.enabled is not true/],
    ],
    [
      'another key',
      '{ "hooksConfig": { "enabled": true }, "tools": { "enableHooks": false } }',
      undefined,
      [/user\.json: the key tools\.enableHooks is false/],
    ],
    [
      'a list of names',
      '{ "hooksConfig": { "enabled": true, "disabled": ["other", "llxprt-lsp-diagnostics"] } }',
      undefined,
      [/user\.json: the key hooksConfig\.disabled lists a hook of ours: llxprt-lsp-diagnostics/],
    ],
    [
      'settings that cannot be read',
      '{',
      undefined,
      [/user\.json: the key hooksConfig\.enabled is not there/],
    ],
  ])('%s', (_, user, project, said) => {
    const folder = folderOf({
      ...(user !== undefined && { 'user.json': user }),
      ...(project !== undefined && { 'project.json': project }),
    });
    const lines = llxprtHooksOff(join(folder, 'user.json'), join(folder, 'project.json'));
    expect(lines).toEqual(said.map((pattern) => expect.stringMatching(pattern) as string));
  });

  test('either scope asks about both files', () => {
    const machine = newMachine();
    const place = {
      home: machine.home,
      workspace: machine.project,
      env: machine.env,
      commands: commandsOf(false),
    };
    for (const scope of ['user', 'project'] as const)
      expect(INSTALLS.llxprt[scope](place).hooksOff?.()).toEqual([
        expect.stringContaining(`${machine.path(CONFIG)}: the key hooksConfig.enabled`),
      ]);
    machine.write('.llxprt/settings.json', on);
    for (const scope of ['user', 'project'] as const)
      expect(INSTALLS.llxprt[scope](place).hooksOff?.()).toEqual([]);
  });
});
