import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { copilot, crush, opencode as opencodeIn } from '../../src/config/import/agents.js';
import { claudeFiles, claudePlugin as claudePluginIn } from '../../src/config/import/claude.js';
import { helix } from '../../src/config/import/helix.js';
import type { NamedServer } from '../../src/config/import/named-server.js';
import type { ImportPlace } from '../../src/config/import/place.js';
import { vscode } from '../../src/config/import/vscode.js';
import { folderOf } from '../support/folders.js';

const files: Record<string, unknown> = {};
const PLACE: ImportPlace = {
  home: '/home',
  env: { LOG: 'off' },
  platform: 'linux',
  workspaceRoot: '/w$&',
  json: (file) => files[file],
};
const opencode = (settings: unknown) => opencodeIn(settings, '', PLACE);
const claudePlugin = (value: unknown, file: string) => claudePluginIn(value, file, PLACE);

/** Without what the program's settings do not say. */
const read = (servers: readonly NamedServer[]): unknown => JSON.parse(JSON.stringify(servers));

test('opencode: a list is the program and its arguments; what is switched off is left out', () => {
  const r = {
    command: ['R', '--no-echo'],
    extensions: ['.r'],
    env: { A: 'a{env:LOG}{env:NONE}' },
    initialization: { strict: true },
  };
  expect(read(opencode({ lsp: { r, off: { disabled: true }, odd: 5 } }))).toEqual([
    {
      id: 'r',
      command: 'R',
      args: ['--no-echo'],
      env: { A: 'aoff' },
      extensions: ['.r'],
      initializationOptions: { strict: true },
    },
  ]);
  for (const none of [{}, { lsp: true }, { lsp: false }, { lsp: [] }, undefined])
    expect(opencode(none)).toEqual([]);
});

test('crush: types of files are endings, with a dot or without', () => {
  const r = {
    command: 'R',
    args: ['-e'],
    filetypes: ['r', '.rmd'],
    root_markers: ['DESCRIPTION'],
    init_options: { a: 1 },
    options: { b: 2 },
    timeout: 3,
  };
  expect(read(crush({ lsp: { r, off: { command: 'x', disabled: true } } }))).toEqual([
    {
      id: 'r',
      command: 'R',
      args: ['-e'],
      extensions: ['.r', '.rmd'],
      rootMarkers: ['DESCRIPTION'],
      initializationOptions: { a: 1 },
      settings: { b: 2 },
    },
  ]);
});

test('Copilot CLI: endings come with language ids; a single id counts', () => {
  expect(
    read(
      copilot({
        lspServers: {
          r: { command: 'R', fileExtensions: { '.r': 'r' } },
          two: { command: 'x', fileExtensions: { '.a': 'a', '.b': 'b' } },
        },
      }),
    ),
  ).toEqual([
    { id: 'r', command: 'R', extensions: ['.r'], languageId: 'r' },
    { id: 'two', command: 'x', extensions: ['.a', '.b'] },
  ]);
});

test('a plugin of Claude Code: its list of servers or its manifest, with the folder of the plugin put in', () => {
  const r = {
    command: '${CLAUDE_PLUGIN_ROOT}/bin/r',
    args: ['${CLAUDE_PLUGIN_ROOT}'],
    env: { ROOT: '${CLAUDE_PLUGIN_ROOT}' },
    extensionToLanguage: { '.r': 'r' },
    initializationOptions: { a: 1 },
  };
  const expected = [
    {
      id: 'r',
      command: '/p/bin/r',
      args: ['/p'],
      env: { ROOT: '/p' },
      extensions: ['.r'],
      languageId: 'r',
      initializationOptions: { a: 1 },
    },
  ];
  expect(read(claudePlugin({ r, socket: { ...r, transport: 'socket' } }, '/p/.lsp.json'))).toEqual(expected);
  expect(read(claudePlugin({ name: 'p', lspServers: { r } }, '/p/.claude-plugin/plugin.json'))).toEqual(
    expected,
  );
  // A manifest may name files, of which `.lsp.json` is read anyway.
  const folder = folderOf({ 'config/lsp.json': '', '.lsp.json': '' });
  const outside = folderOf({ 'outside.json': '' });
  symlinkSync(join(outside, 'outside.json'), join(folder, 'linked.json'));
  const named = { c: { command: 'c', extensionToLanguage: { '.c1': 'c' } } };
  for (const file of [
    join(folder, 'config/lsp.json'),
    join(folder, '.lsp.json'),
    join(outside, 'outside.json'),
    join(folder, 'linked.json'),
  ])
    files[file] = named;
  const manifest = (lspServers: unknown) =>
    claudePlugin({ name: 'p', lspServers }, join(folder, '.claude-plugin/plugin.json')).map(({ id }) => id);
  expect(manifest('./config/lsp.json')).toEqual(['c']);
  expect(
    manifest([
      './.lsp.json',
      './config/lsp.json',
      join(outside, 'outside.json'),
      './linked.json',
      5,
      './none.json',
    ]),
  ).toEqual(['c']);
  expect(manifest('./.lsp.json')).toEqual([]);
});

test('a plugin of Claude Code that only its catalogue describes has the servers of its entry there', () => {
  const r = { command: '${CLAUDE_PLUGIN_ROOT}/r', extensionToLanguage: { '.r': 'r' } };
  const folder = '/home/.claude/plugins';
  const catalogue = `${folder}/marketplaces/shop/.claude-plugin/marketplace.json`;
  files['/home/.claude/settings.json'] = { enabledPlugins: { 'r@shop': true, 'off@shop': false } };
  files[`${folder}/installed_plugins.json`] = {
    plugins: Object.fromEntries(
      ['r@shop', 'off@shop', 'other@shop'].map((key) => [key, [{ scope: 'user', installPath: '/p' }]]),
    ),
  };
  expect(claudeFiles(PLACE)).toEqual(['/p/.lsp.json', '/p/.claude-plugin/plugin.json', catalogue]);
  const plugins = ['off', 'r', 'other'].map((name) => ({ name, strict: false, lspServers: { [name]: r } }));
  expect(read(claudePlugin({ plugins }, catalogue))).toEqual([
    { id: 'r', command: '/p/r', extensions: ['.r'], languageId: 'r' },
  ]);
  for (const none of [{}, { plugins: 5 }, { plugins: [5, { name: 'r' }] }, null])
    expect(claudePlugin(none, catalogue)).toEqual([]);
});

test('Helix: a server has the files of the languages that list it', () => {
  const settings = parse(`
[language-server.r]
command = "R"
args = ["--no-echo"]
environment = { LOG = "off" }
config = { strict = true }
[language-server.unused]
command = "x"
[[language]]
name = "r"
file-types = ["r", { glob = "*.rmd" }, { glob = "Rprofile" }, { glob = "src/**/*.x" }]
roots = ["DESCRIPTION"]
language-servers = [{ name = "r", except-features = ["format"] }]
[[language]]
name = "other"
file-types = ["oth"]
language-servers = ["gone"]
`);
  expect(read(helix(settings))).toEqual([
    {
      id: 'r',
      command: 'R',
      args: ['--no-echo'],
      env: { LOG: 'off' },
      extensions: ['.r', '.rmd', 'Rprofile'],
      languageId: 'r',
      rootMarkers: ['DESCRIPTION'],
      initializationOptions: { strict: true },
      settings: { strict: true },
    },
    { id: 'unused', command: 'x', extensions: [], rootMarkers: [] },
  ]);
});

test('VS Code: its keys are sorted by the server that they are for', () => {
  const settings = {
    'editor.tabSize': 2,
    'python.analysis.extraPaths': ['${workspaceFolder}/$&'],
    'python.defaultInterpreterPath': 'x',
    'basedpyright.analysis.typeCheckingMode': 'recommended',
    gopls: { staticcheck: true },
    'rust-analyzer.check.command': 'clippy',
    'pythonic.x': 1,
    'typescript.format.enable': true,
  };
  expect(vscode(settings, '/w/.vscode/settings.json', PLACE)).toEqual([
    { id: 'pyright', settings: { 'python.analysis.extraPaths': ['/w$&/$&'] } },
    { id: 'basedpyright', settings: { 'basedpyright.analysis.typeCheckingMode': 'recommended' } },
    { id: 'gopls', settings: { gopls: { staticcheck: true } } },
    { id: 'rust-analyzer', settings: { 'rust-analyzer.check.command': 'clippy' } },
  ]);
});
