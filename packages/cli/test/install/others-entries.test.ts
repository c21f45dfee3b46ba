import { describe, expect, test } from 'vitest';
import { hookEntries } from '../../src/install/host-files.js';
import type { InstallHost } from '../../src/install/hosts.js';
import { jsonEditor } from '../../src/install/json-editor.js';
import { Machine } from './machine.js';

const CLAUDE = (command: string): object => ({ hooks: [{ type: 'command', command }] });

/** Entries of a person, each much like one of ours. */
const MUCH_LIKE_OURS: readonly (readonly [
  host: InstallHost,
  file: string,
  path: readonly string[],
  entries: readonly unknown[],
])[] = [
  [
    'opencode',
    '~/.config/opencode/opencode.json',
    ['plugin'],
    [
      '@acme/opencode-plugin',
      '/home/me/src/opencode-plugin.js',
      '/home/me/packages/opencode-plugin',
      'file:///home/me/dist/opencode-plugin.js',
      '@vybestack/llxprt-lsp-opencode-extras',
    ],
  ],
  [
    'pi',
    '~/.pi/agent/settings.json',
    ['packages'],
    ['/home/me/acme/packages/pi-extension', '../llxprt-lsp-pi', 'npm:@vybestack/llxprt-lsp-pi-extras'],
  ],
  [
    'claude',
    '~/.claude/settings.json',
    ['hooks', 'Stop'],
    [
      CLAUDE('node /opt/audit/main.js hook claude-log'),
      CLAUDE('node /opt/audit/main.js hook claude'),
      CLAUDE('llxprt-lsp-hook claude-log'),
      CLAUDE('llxprt-lsp hook claude-log'),
      CLAUDE('/opt/not-llxprt-lsp-hook claude'),
    ],
  ],
];

/** The text with the entries at the end of the list at the path. */
function added(text: string, [key = '', ...path]: readonly string[], entries: readonly unknown[]): string {
  const root = JSON.parse(text) as Record<string, unknown>;
  const at = root[key] ?? (path.length === 0 ? [] : {});
  root[key] =
    path.length === 0
      ? [...(at as unknown[]), ...entries]
      : JSON.parse(added(JSON.stringify(at), path, entries));
  return `${JSON.stringify(root, undefined, 2)}\n`;
}

describe.each(MUCH_LIKE_OURS)(
  '%s: entries of a person that are much like ours',
  (host, file, path, entries) => {
    test('added after the installation: they stay, and so does the file', async () => {
      const machine = new Machine();
      await machine.install(host);
      machine.write(file, added(machine.read(file), path, entries));
      expect((await machine.uninstall(host)).code).toBe(0);
      expect(JSON.parse(machine.read(file))).toEqual(JSON.parse(added('{}', path, entries)));
    });

    test('there before the installation: no conflict, and they stay', async () => {
      const machine = new Machine();
      machine.write(file, added('{}', path, entries));
      const before = machine.tree();
      expect(await machine.install(host)).toMatchObject({ code: 0, err: '' });
      machine.write(file, `${machine.read(file)}\n`);
      await machine.uninstall(host);
      machine.write(file, machine.read(file).trimEnd() + '\n');
      expect(machine.tree()).toEqual(before);
    });
  },
);

test.each([
  'llxprt-lsp-hook claude',
  "'/home/me/it is/bin/llxprt-lsp-hook' claude --background",
  'llxprt-lsp hook claude',
  'llxprt-lsp.cmd hook claude',
  String.raw`node "C:\a b\packages\cli\dist\main.js" hook claude`,
  'node /usr/lib/node_modules/@vybestack/llxprt-lsp/dist/main.js hook claude',
])('a hook of another installation is recognised: %s', async (command) => {
  const machine = new Machine();
  machine.write('~/.claude/settings.json', added('{}', ['hooks', 'Stop'], [CLAUDE(command)]));
  expect((await machine.install('claude')).err).toContain('has another entry of llxprt-lsp at hooks.Stop');
});

test('what was written is taken out even where it is not recognised any more', () => {
  const [entry] = hookEntries({ Stop: [CLAUDE('/opt/renamed/main.js hook claude')] }, 'claude');
  const editor = jsonEditor(entry === undefined ? [] : [entry]);
  const before = '{\n  "a": 1\n}\n';
  expect(
    editor.remove(editor.add(before).replace('1', '2'), { before, written: editor.add(before) }),
  ).toEqual({ kind: 'removed', text: before.replace('1', '2') });
});

test.each(['~/clone', '../../clone'])(
  "pi's settings name another clone, by the name in its manifest: %s",
  async (named) => {
    const machine = new Machine();
    const source = named.startsWith('~') ? machine.path(named) : named;
    machine.write('~/.pi/agent/settings.json', JSON.stringify({ packages: [source] }));
    machine.write('~/clone/package.json', '{"name": "@vybestack/llxprt-lsp-pi"}');
    expect((await machine.install('pi')).err).toContain('has another entry of llxprt-lsp at packages');
    machine.write('~/clone/package.json', '{"name": "other"}');
    expect((await machine.install('pi')).code).toBe(0);
  },
);

test.each(['npm:@vybestack/llxprt-lsp-pi@0.1.0', '../lib/node_modules/@vybestack/llxprt-lsp-pi'])(
  "pi's settings name the published package: %s",
  async (source) => {
    const machine = new Machine();
    machine.write('~/.pi/agent/settings.json', JSON.stringify({ packages: [{ source }] }));
    expect((await machine.install('pi')).err).toContain('has another entry of llxprt-lsp at packages');
  },
);
