import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { IMPORTERS } from '../../src/config/import/importers.js';
import type { ImportPlace } from '../../src/config/import/place.js';
import { readSettings } from '../../src/config/settings-files.js';
import { folderOf, livingIn } from '../support/folders.js';

beforeEach(() => {
  for (const name of ['XDG_CONFIG_HOME', 'APPDATA', 'CLAUDE_CONFIG_DIR', 'COPILOT_HOME'])
    vi.stubEnv(name, undefined);
  return () => vi.unstubAllEnvs();
});

const OPENCODE = '.config/opencode/opencode.json';
const R = { command: ['zorkls'], extensions: ['.zork'] };
const opencode = (lsp: unknown): string => JSON.stringify({ lsp });
const STRICT = '{ "python.analysis.typeCheckingMode": "strict" }';
const strict = { pyright: { imported: true, settings: { 'python.analysis.typeCheckingMode': 'strict' } } };

/** The servers that count, with the lines about files of other programs. */
function read(
  user: Record<string, string>,
  workspace: Record<string, string> = {},
  trusted?: boolean,
): { servers: unknown; imports: unknown[] } {
  const home = folderOf(user);
  livingIn(home);
  const root = folderOf(workspace);
  const { lsp, imports } = readSettings(root, undefined, { trusted, parseToml: parse });
  const shown = imports.map(({ file, ...rest }) => ({
    ...rest,
    file: file.replace(home, '~').replace(root, '.'),
  }));
  return { servers: lsp === false ? false : lsp.servers, imports: shown };
}

describe.skipIf(process.platform !== 'linux')('the settings of other programs', () => {
  test('of the user count by themselves, behind the own ones', () => {
    expect(read({ [OPENCODE]: `// mine\n{ "lsp": { "zork": ${JSON.stringify(R)}, }, }` })).toEqual({
      servers: { zork: { command: 'zorkls', extensions: ['.zork'] } },
      imports: [
        { title: 'opencode', file: `~/${OPENCODE}`, taken: [{ id: 'zork', kind: 'server' }], left: [] },
      ],
    });
    const own = {
      '.llxprt/settings.json': '{"lsp": {"servers": {"zork": {"command": "mine", "extensions": [".zork"]}}}}',
    };
    expect(read({ ...own, [OPENCODE]: opencode({ zork: R }) })).toEqual({
      servers: { zork: { command: 'mine', extensions: ['.zork'] } },
      imports: [
        {
          title: 'opencode',
          file: `~/${OPENCODE}`,
          taken: [],
          left: [{ id: 'zork', reason: 'another one of this id comes first' }],
        },
      ],
    });
  });

  test('two programs that name a server for the same files: the first one counts', () => {
    const crush = {
      '.config/crush/crush.json': JSON.stringify({ lsp: { other: { command: 'x', filetypes: ['zork'] } } }),
    };
    expect(read({ [OPENCODE]: opencode({ zork: R }), ...crush }).servers).toEqual({
      zork: { command: 'zorkls', extensions: ['.zork'] },
    });
  });

  test('plugins of Claude Code count where they are installed for the user, and switched on', () => {
    const plugin = folderOf({
      '.lsp.json': JSON.stringify({ zork: { command: 'zorkls', extensionToLanguage: { '.zork': 'zork' } } }),
    });
    const installed = {
      '.claude/plugins/installed_plugins.json': JSON.stringify({
        version: 2,
        plugins: { 'r@shop': [{ scope: 'user', installPath: plugin }] },
      }),
    };
    const on = (value: boolean) => ({
      '.claude/settings.json': JSON.stringify({ enabledPlugins: { 'r@shop': value } }),
    });
    expect(read({ ...installed, ...on(true) }).servers).toEqual({
      zork: { command: 'zorkls', extensions: ['.zork'], languageId: 'zork' },
    });
    expect(read({ ...installed, ...on(false) }).servers).toEqual({});
  });

  test('a workspace that is trusted changes what servers find, and names no program', () => {
    const workspace = {
      '.vscode/settings.json': STRICT,
      '.config/opencode/opencode.json': opencode({ zork: R }),
      'opencode.json': opencode({ zork: R }),
    };
    expect(read({}, workspace)).toEqual({
      servers: strict,
      imports: [
        {
          title: 'VS Code',
          file: './.vscode/settings.json',
          taken: [{ id: 'pyright', kind: 'settings' }],
          left: [],
        },
      ],
    });
    expect(read({}, workspace, false)).toEqual({ servers: {}, imports: [] });
    expect(read({ '.llxprt/settings.json': '{"lsp": {"trust": "never"}}' }, workspace)).toEqual({
      servers: {},
      imports: [],
    });
    expect(
      read({ '.config/Code/User/settings.json': STRICT.replace('strict', 'basic') }, workspace).servers,
    ).toEqual(strict);
  });

  test('a file of the user that lies in the workspace does not count', () => {
    const home = folderOf({ [OPENCODE]: opencode({ zork: R }) });
    livingIn(home);
    expect(readSettings(home)).toMatchObject({
      lsp: { servers: {} },
      imports: [{ left: [{ reason: 'it lies in the workspace, where a model can write it' }] }],
    });
    const root = folderOf({ 'opencode.json': opencode({ zork: R }) });
    const other = folderOf();
    livingIn(other);
    mkdirSync(join(other, '.config/opencode'), { recursive: true });
    symlinkSync(join(root, 'opencode.json'), join(other, OPENCODE));
    expect(readSettings(root).lsp).toMatchObject({ servers: {} });
  });

  test('a file that cannot be read costs nothing but itself, and is no problem of the own settings', () => {
    const broken = {
      [OPENCODE]: '{"lsp" 1}',
      '.config/helix/languages.toml': '[[',
      '.config/Code/User/settings.json': STRICT,
    };
    const { servers, imports } = read(broken);
    expect(servers).toEqual(strict);
    expect(imports).toMatchObject([
      { title: 'VS Code' },
      { left: [{ reason: expect.stringMatching(/opencode\.json:1:8: /) }] },
      { left: [{ reason: expect.stringMatching(/^Invalid TOML document/) }] },
    ]);
    expect(readSettings(folderOf()).problems).toEqual([]);
  });

  test('a file of the workspace that is nothing to read costs nothing but itself', () => {
    const root = folderOf({ '.vscode/settings.json': '', secret: '{"secret" 5}' });
    livingIn(folderOf());
    const file = join(root, '.vscode/settings.json');
    const reasons = () => readSettings(root).imports.flatMap(({ left }) => left.map(({ reason }) => reason));
    // What a clone may bring along.
    for (const [text, reason] of [
      [`{"yaml": ${'['.repeat(6000)}${']'.repeat(6000)}}`, 'a value is nested more than 100 deep'],
      [`{"${'\\"'.repeat(100_000)}`, expect.stringMatching(/settings\.json:1:2: /)],
      [`{}${'/* '.repeat(100_000)}`, expect.stringMatching(/settings\.json:1:3: /)],
      [' '.repeat(5_000_000), 'not readable: it has more than 4194304 bytes'],
    ] as const) {
      writeFileSync(file, text);
      expect(reasons()).toEqual([reason]);
    }
    const replaced = (make: () => void): string[] => {
      rmSync(file, { recursive: true });
      make();
      return reasons();
    };
    expect(replaced(() => mkdirSync(file))).toEqual(['not readable: it is not a regular file']);
    expect(replaced(() => execFileSync('mkfifo', [file]))).toEqual([
      'not readable: it is not a regular file',
    ]);
    for (const target of ['/dev/zero', join(folderOf({ secret: '{"secret" 5}' }), 'secret')]) {
      expect(replaced(() => symlinkSync(target, file))).toEqual([
        'it is a link that leads out of the workspace',
      ]);
    }
    expect(replaced(() => symlinkSync('../secret', file))).toEqual([
      expect.stringMatching(/settings\.json:1:11: /),
    ]);
  });

  test('own settings switch off and complete what others name, and a workspace switches it off', () => {
    const own = (zork: object) => ({
      '.llxprt/settings.json': JSON.stringify({ lsp: { servers: { zork } } }),
      [OPENCODE]: opencode({ zork: R }),
    });
    const zork = { command: 'zorkls', extensions: ['.zork'] };
    expect(read(own({ enabled: false })).servers).toEqual({ zork: { ...zork, enabled: false } });
    expect(read(own({ rootMarkers: ['z'], args: ['-x'] })).servers).toEqual({
      zork: { ...zork, rootMarkers: ['z'], args: ['-x'] },
    });
    expect(readSettings(folderOf()).problems).toEqual([]);
    const off = {
      '.llxprt/settings.json':
        '{"lsp": {"servers": {"zork": {"enabled": false}, "zorkk": {"enabled": false}}}}',
    };
    const root = folderOf(off);
    livingIn(folderOf({ [OPENCODE]: opencode({ zork: R }) }));
    expect(readSettings(root)).toMatchObject({
      lsp: { servers: { zork: { ...zork, enabled: false } } },
      problems: [expect.stringMatching(/zorkk.*did you mean "zork"/)],
    });
  });

  test('a relative name of a folder for settings does not count: it would be one of the workspace', () => {
    vi.stubEnv('XDG_CONFIG_HOME', '.config');
    expect(
      read({ [OPENCODE]: opencode({ zork: R }) }, { [OPENCODE]: opencode({ grue: R }) }).servers,
    ).toHaveProperty('zork');
  });

  test('REQ-CFG-080: "import": false switches all of it off, in the user\'s settings alone', () => {
    const off = '{"lsp": {"import": false}}';
    expect(read({ '.llxprt/settings.json': off, [OPENCODE]: opencode({ zork: R }) })).toEqual({
      servers: {},
      imports: [],
    });
    expect(
      read({ [OPENCODE]: opencode({ zork: R }) }, { '.llxprt/settings.json': off }).servers,
    ).toHaveProperty('zork');
  });
});

test.each([
  [
    'win32',
    { APPDATA: '/roaming' },
    [
      '/w/.vscode/settings.json',
      '/roaming/Code/User/settings.json',
      '/home/.config/opencode/opencode.jsonc',
      '/home/.config/opencode/opencode.json',
      '/home/.config/crush/crush.json',
      '/home/.copilot/lsp-config.json',
      '/roaming/helix/languages.toml',
    ],
  ],
  [
    'darwin',
    { XDG_CONFIG_HOME: '/x' },
    [
      '/w/.vscode/settings.json',
      '/home/Library/Application Support/Code/User/settings.json',
      '/x/opencode/opencode.jsonc',
      '/x/opencode/opencode.json',
      '/x/crush/crush.json',
      '/home/.copilot/lsp-config.json',
      '/x/helix/languages.toml',
    ],
  ],
] as const)('where they are on %s', (platform, env, files) => {
  const place: ImportPlace = { home: '/home', env, platform, workspaceRoot: '/w', json: () => undefined };
  expect(
    IMPORTERS.flatMap((importer) => importer.files(place).map((file) => file.replaceAll('\\', '/'))),
  ).toEqual(files);
});
