import { lstatSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { piSource } from '../../src/install/host-files.js';
import type { InstallHost } from '../../src/install/hosts.js';
import { llxprtFolders } from '@vybestack/llxprt-lsp-core';
import { SCOPES, type Scope } from '../../src/install/receipt.js';
import { HOSTS, Machine } from './machine.js';

/** Below the home folder, as LLxprt Code has it on this system. */
const LLXPRT_SETTINGS = join(llxprtFolders('~', {}).config, 'settings.json');

/** The files that a host shares with us, as a person may have written them. */
const SHARED: Record<InstallHost, Record<Scope, readonly [json: string[], toml: string[]]>> = {
  gemini: { user: [[], []], project: [['.gemini/settings.json'], []] },
  pi: { user: [['~/.pi/agent/settings.json'], []], project: [['.pi/settings.json'], []] },
  codex: {
    user: [['~/.codex/hooks.json'], ['~/.codex/config.toml']],
    project: [['.codex/hooks.json'], ['.codex/config.toml']],
  },
  qwen: { user: [[], []], project: [['.qwen/settings.json'], []] },
  claude: {
    user: [['~/.claude/settings.json', '~/.claude.json'], []],
    project: [['.claude/settings.json', '.mcp.json'], []],
  },
  copilot: { user: [['~/.copilot/mcp-config.json'], []], project: [['.github/mcp.json'], []] },
  opencode: { user: [['~/.config/opencode/opencode.jsonc'], []], project: [['opencode.json'], []] },
  llxprt: { user: [[LLXPRT_SETTINGS], []], project: [['.llxprt/settings.json'], []] },
};

const JSON_TEXT = `{
    // The theme of the person.
    "theme": "dark", "telemetry" :false,
    "mcpServers": { "other": {"command": "x", "args": []} },
    "mcp": {"other": {"type": "local", "command": ["x"]}},
    "packages": ["npm:other"], "plugin": [ "other" ],
    "hooks": {
        "PostToolUse": [ {"matcher": "Write", "hooks": [{"type": "command", "command": "prettier"}]} ], /* formatted */
    },
}
`;
const TOML_TEXT = `# Codex
model = 'gpt'   # mine

[mcp_servers.other]
command = "x"

[projects."/home/me/it's"]
trust_level = "trusted"
`;

/** What an entry of ours holds: a name, or what LLxprt Code runs no hooks without. */
const OURS = /llxprt|pi-extension|opencode-plugin|hooksConfig/;

const isPiBuilt = !piSource('/').startsWith('npm:');

/** Its entries name no program, but the folder of an adapter. */
const runsInside = (host: InstallHost): boolean => host === 'pi' || host === 'opencode';

const EACH = HOSTS.flatMap((host) => SCOPES.map((scope) => [host, scope] as const));

function seed(
  machine: Machine,
  host: InstallHost,
  scope: Scope,
  change: (text: string) => string = (text) => text,
): void {
  const [json, toml] = SHARED[host][scope];
  for (const path of json) machine.write(path, change(JSON_TEXT), 0o600);
  for (const path of toml) machine.write(path, change(TOML_TEXT), 0o640);
}

describe.each(EACH)('%s, %s', (host, scope) => {
  const [json, toml] = SHARED[host][scope];

  test('a fresh home: installed, and taken back without a trace', async () => {
    const machine = new Machine();
    const before = machine.tree();
    const { code, out, err } = await machine.install(host, { scope });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/ {2}created .*\n[\s\S]*Next:\n {2}- /);
    expect(Object.keys(machine.tree()).length).toBeGreaterThan(Object.keys(before).length);
    expect(await machine.uninstall(host, { scope })).toMatchObject({ code: 0, err: '' });
    expect(machine.tree()).toEqual(before);
  });

  test('files with other entries: those stay as they are, a second time changes nothing, all bytes come back', async () => {
    const machine = new Machine();
    seed(machine, host, scope);
    const before = machine.tree();
    expect((await machine.install(host, { scope })).code).toBe(0);
    const installed = machine.tree();
    for (const path of [...json, ...toml]) {
      expect(machine.read(path)).toContain(
        toml.includes(path)
          ? TOML_TEXT
          : '    // The theme of the person.\n    "theme": "dark", "telemetry" :false,\n',
      );
      expect(machine.read(path)).toMatch(OURS);
      expect(statSync(machine.path(path)).mode & 0o777).toBe(toml.includes(path) ? 0o640 : 0o600);
    }
    const again = await machine.install(host, { scope });
    expect(again.code).toBe(0);
    expect(again.out).not.toMatch(/^ {2}(created|changed) /m);
    expect(machine.tree()).toEqual(installed);
    expect((await machine.uninstall(host, { scope })).code).toBe(0);
    expect(machine.tree()).toEqual(before);
    expect((await machine.uninstall(host, { scope })).out).toContain('nothing of llxprt-lsp is installed');
  });

  test('entries of an earlier version, of another place, are replaced', async () => {
    const machine = new Machine();
    seed(machine, host, scope);
    const before = machine.tree();
    await machine.install(host, { scope });
    machine.putOnPath();
    const { code, out } = await machine.install(host, { scope });
    expect(code).toBe(0);
    if (!runsInside(host)) expect(out).toMatch(/^ {2}changed /m);
    for (const path of runsInside(host)
      ? []
      : [...json, ...toml].filter((each) => each !== LLXPRT_SETTINGS)) {
      expect(machine.read(path)).toContain('llxprt-lsp');
      expect(machine.read(path)).not.toContain('main.js');
    }
    await machine.uninstall(host, { scope });
    const after = Object.entries(machine.tree()).filter(([path]) => !/^bin|\.profile$/.test(path));
    expect(Object.fromEntries(after)).toEqual(before);
  });

  test('a dry run writes nothing, and shows what it would add', async () => {
    const machine = new Machine();
    seed(machine, host, scope);
    const before = machine.tree();
    const { code, out } = await machine.install(host, { scope, dryRun: true });
    expect(code).toBe(0);
    expect(out).toMatch(/a dry run, nothing is written:\n {2}(created|changed) /);
    expect(out).toMatch(/^ {4}.*(llxprt|pi-extension|opencode-plugin)/m);
    expect(machine.tree()).toEqual(before);
  });

  test('--json: one object with every file', async () => {
    const machine = new Machine();
    seed(machine, host, scope);
    const result = JSON.parse((await machine.install(host, { scope, json: true })).out) as {
      files: { path: string; action: string }[];
      next: string[];
    };
    expect(result).toMatchObject({
      host,
      scope,
      action: 'install',
      dryRun: false,
      ok: true,
      problems: [],
      program: null,
      pathsNamed: host !== 'pi' || isPiBuilt,
    });
    expect(result.next.length).toBeGreaterThan(0);
    for (const path of [...json, ...toml])
      expect(result.files).toContainEqual({ path: machine.path(path), action: 'changed' });
    for (const { path } of result.files) expect(statSync(path).isFile()).toBe(true);
  });
});

describe.each(EACH.filter(([host, scope]) => SHARED[host][scope].some((paths) => paths.length > 0)))(
  '%s, %s, files that others share',
  (host, scope) => {
    const [json, toml] = SHARED[host][scope];

    test('changed in between: only our entries are taken out', async () => {
      const machine = new Machine();
      seed(machine, host, scope);
      await machine.install(host, { scope });
      const change = (text: string): string =>
        text.replace('"theme": "dark"', '"theme": "light"').replace("model = 'gpt'", "model = 'other'");
      for (const path of [...json, ...toml]) machine.write(path, change(machine.read(path)));
      const { code, out } = await machine.uninstall(host, { scope });
      expect(code).toBe(0);
      expect(out).toMatch(/^ {2}changed /m);
      for (const path of json) expect(machine.read(path)).toBe(change(JSON_TEXT));
      for (const path of toml) expect(machine.read(path)).toBe(change(TOML_TEXT));
    });

    test('a file that cannot be read: what to add is printed, and nothing at all is changed', async () => {
      const machine = new Machine();
      seed(machine, host, scope);
      const [path = ''] = [...toml, ...json];
      machine.write(path, '{ "theme": ');
      const before = machine.tree();
      const { code, out, err } = await machine.install(host, { scope });
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toMatch(/is not (JSON|TOML) that can be read/);
      expect(err).toMatch(/To add by hand[^]*(llxprt|pi-extension|opencode-plugin|hooksConfig)/);
      expect(machine.tree()).toEqual(before);
    });

    test('a link into a folder of dotfiles is written through, and stays', async () => {
      const machine = new Machine();
      seed(machine, host, scope);
      const [path = ''] = [...toml, ...json];
      machine.write('~/dotfiles/the file', machine.read(path), 0o600);
      rmSync(machine.path(path));
      symlinkSync(machine.path('~/dotfiles/the file'), machine.path(path));
      const before = machine.tree();
      expect((await machine.install(host, { scope })).out).toContain(', a link to ~/dotfiles/the file');
      expect(lstatSync(machine.path(path)).isSymbolicLink()).toBe(true);
      expect(machine.read('~/dotfiles/the file')).toMatch(OURS);
      await machine.uninstall(host, { scope });
      expect(machine.tree()).toEqual(before);
    });
  },
);

test.each(EACH.filter(([host, scope]) => host !== 'opencode' || scope === 'user'))(
  '%s, %s: a folder that is a file: a clear reason, and nothing half done',
  async (host, scope) => {
    const machine = new Machine();
    seed(machine, host, scope);
    const place = JSON.parse((await machine.install(host, { scope, dryRun: true, json: true })).out) as {
      files: { path: string }[];
    };
    const fresh = new Machine();
    const last =
      place.files
        .map(({ path }) => path.slice(machine.top.length))
        .findLast((path) => dirname(fresh.top + path) !== fresh.project) ?? '';
    const folder = dirname(fresh.top + last);
    mkdirSync(dirname(folder), { recursive: true });
    writeFileSync(folder, 'a file');
    const before = fresh.tree();
    const { code, err } = await fresh.install(host, { scope });
    expect(code).toBe(2);
    expect(err).toMatch(/ENOTDIR|not a directory/);
    expect(fresh.tree()).toEqual(before);
  },
);
