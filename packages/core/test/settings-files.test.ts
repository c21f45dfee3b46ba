import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hasSettings, readSettings, settingsFiles } from '../src/config/settings-files.js';
import {
  EARLIER_SETTINGS,
  folderOf,
  foreignFolder,
  livingIn,
  LLXPRT_SETTINGS,
  OWN_SETTINGS,
} from './support/folders.js';

const FILE = '.llxprt/settings.json';

/** Checks what the two files come to. */
function check(
  { user, workspace }: { user?: string; workspace?: string },
  want: { lsp?: unknown; problems?: unknown[] },
): void {
  livingIn(folderOf(user === undefined ? {} : { [OWN_SETTINGS]: user }));
  const settings = readSettings(folderOf(workspace === undefined ? {} : { [FILE]: workspace }));
  expect(settings).toMatchObject({ lsp: want.lsp ?? {}, problems: want.problems ?? [] });
  expect(settings.problems).toHaveLength(want.problems?.length ?? 0);
}

it('without files there are the defaults', () => check({}, { lsp: { diagnosticTimeout: 3000 } }));
it.each<[files: { user?: string; workspace?: string }, report: string]>([
  [{}, 'caused'],
  [{ user: '{"lsp": {"report": "all"}}' }, 'all'],
  [{ workspace: '{"lsp": {"report": "all"}}' }, 'all'],
  [{ user: '{"lsp": {"report": "none"}}' }, 'caused'],
])('a host may have a default of its own, which the files %j override: %s', ({ user, workspace }, report) => {
  livingIn(folderOf(user === undefined ? {} : { [OWN_SETTINGS]: user }));
  const root = folderOf(workspace === undefined ? {} : { [FILE]: workspace });
  expect(readSettings(root, { report: 'caused' }).lsp).toMatchObject({ report, settle: 'remind' });
  expect(readSettings(root).lsp).toMatchObject({ report: 'all' });
});
it('errors are explained where the host wants it, unless the files do not', () => {
  expect(readSettings(folderOf({})).lsp).toMatchObject({ explain: false });
  expect(readSettings(folderOf({}), { explain: true }).lsp).toMatchObject({ explain: true });
  expect(
    readSettings(folderOf({ [FILE]: '{"lsp": {"explain": false}}' }), { explain: true }).lsp,
  ).toMatchObject({ explain: false });
});
it('the workspace may tune numbers', () =>
  check(
    { user: '{"lsp": {"diagnosticTimeout": 1}}', workspace: '// mine\n{"lsp": {"diagnosticTimeout": 2}}' },
    { lsp: { diagnosticTimeout: 2 } },
  ));
it('either may switch LSP off', () => check({ workspace: '{"lsp": false}' }, { lsp: false }));
it('the user may name a program', () =>
  check(
    { user: '{"lsp": {"servers": {"x": {"command": "x", "extensions": [".x"]}}}}' },
    { lsp: { servers: { x: { command: 'x' } } } },
  ));
it('REQ-CFG-080: the workspace may not', () =>
  check(
    { workspace: '{"lsp": {"servers": {"eslint": {"command": "x"}}}}' },
    {
      lsp: { servers: {} },
      problems: [expect.stringContaining('lsp.servers.eslint.command: counts only in the user settings')],
    },
  ));
it('a file that is no JSON is a problem with its place, and the defaults count', () =>
  check(
    { user: '{"lsp": {,}}' },
    { lsp: { diagnosticTimeout: 3000 }, problems: [expect.stringMatching(/settings\.json:1:\d+: /)] },
  ));
it('a value that makes no sense is a problem with its key', () =>
  check(
    { user: '{"lsp": {"diagnosticTimeout": "3s"}}' },
    { problems: [expect.stringMatching(/^user settings: lsp\.diagnosticTimeout: must be/)] },
  ));

it('a file that cannot be read is a problem', () => {
  livingIn(folderOf());
  const root = folderOf();
  mkdirSync(join(root, FILE), { recursive: true });
  expect(readSettings(root).problems).toEqual([expect.stringMatching(/settings\.json: not readable: /)]);
});

it.each(
  [OWN_SETTINGS, LLXPRT_SETTINGS, EARLIER_SETTINGS].flatMap((path) =>
    (
      [
        ['a folder', (file) => mkdirSync(file), 'it is not a regular file'],
        ['a device', (file) => symlinkSync('/dev/zero', file), 'it is not a regular file'],
        [
          'a file without an end',
          (file) => {
            writeFileSync(file, '');
            truncateSync(file, 2 ** 40);
          },
          'it has more than 4194304 bytes',
        ],
      ] satisfies [string, (file: string) => void, string][]
    ).map(([what, make, why]): [string, string, (file: string) => void, string] => [path, what, make, why]),
  ),
)('%s is %s: it is not read, and trusts nobody', (path, _, make, why) => {
  const home = folderOf();
  livingIn(home);
  mkdirSync(dirname(join(home, path)), { recursive: true });
  make(join(home, path));
  const { lsp, problems } = readSettings(folderOf());
  expect([lsp, problems]).toEqual([
    expect.objectContaining({ trust: 'never' }),
    [`${join(home, path)}: not readable: ${why}; until that is mended, no workspace is trusted`],
  ]);
});

it("REQ-CFG-080: where the workspace is the home folder, the one file is the model's to write", () => {
  const home = folderOf({ [FILE]: '{"lsp": {"linterGrace": 7, "servers": {"eslint": {"command": "x"}}}}' });
  livingIn(home);
  const { lsp, problems } = readSettings(home);
  expect(lsp).toMatchObject({ linterGrace: 7 });
  expect(JSON.stringify(lsp)).not.toContain('command');
  expect(problems).toEqual([expect.stringContaining('counts only in the user settings')]);
});

/** Checks what the files of a user come to: ours, LLxprt Code's, the earlier one. */
function fromFiles(
  [own, llxprt, earlier]: readonly [unknown, unknown, unknown],
  want: { lsp?: unknown; problems?: unknown[] },
): void {
  const given = { [OWN_SETTINGS]: own, [LLXPRT_SETTINGS]: llxprt, [EARLIER_SETTINGS]: earlier };
  const files = Object.entries(given).filter(([, lsp]) => lsp !== undefined);
  livingIn(folderOf(Object.fromEntries(files.map(([path, lsp]) => [path, JSON.stringify({ lsp })]))));
  const { lsp, problems } = readSettings(folderOf());
  if (want.lsp === false) expect(lsp).toBe(false);
  else expect(lsp).toMatchObject(want.lsp ?? {});
  expect(problems).toEqual(want.problems ?? []);
}

describe("of a user's files a setting counts from the first that has it", () => {
  const X = { command: 'x', extensions: ['.x'] };

  it.each<[string, [unknown, unknown, unknown], lsp: unknown]>([
    ['ours alone', [{ linterGrace: 1 }, undefined, undefined], { linterGrace: 1 }],
    ["LLxprt Code's alone", [undefined, { linterGrace: 2 }, undefined], { linterGrace: 2 }],
    ['the earlier one alone', [undefined, undefined, { linterGrace: 3 }], { linterGrace: 3 }],
    [
      'all three',
      [
        { linterGrace: 1 },
        { linterGrace: 2, idleShutdown: 60_002 },
        { idleShutdown: 60_003, report: 'caused' },
      ],
      { linterGrace: 1, idleShutdown: 60_002, report: 'caused' },
    ],
    [
      'servers, by their ids and settings',
      [
        { servers: { x: { args: ['1'] } } },
        { servers: [{ id: 'x', ...X }] },
        { servers: { x: { args: [] }, y: X } },
      ],
      { servers: { x: { ...X, args: ['1'] }, y: X } },
    ],
    ['a list, as a whole', [{ trust: ['/a'] }, undefined, { trust: ['/b'] }], { trust: ['/a'] }],
    ['an object in ours, where another one is false', [{}, false, false], { linterGrace: 500 }],
    ['true in ours, where another one is false', [true, false, { linterGrace: 3 }], { linterGrace: 3 }],
    ['false in ours', [false, {}, { linterGrace: 3 }], false],
    ["false in LLxprt Code's", [undefined, false, {}], false],
    ['false in the earlier one', [undefined, undefined, false], false],
  ])('%s', (_, files, lsp) => fromFiles(files, { lsp }));

  it('a problem names the file that it is in, if that is not ours', () => {
    const wrong = { linterGrace: 'x' };
    const grace = /lsp\.linterGrace: must be/;
    fromFiles([wrong, { linterGrace: 1 }, undefined], {
      lsp: { linterGrace: 500 },
      problems: [expect.stringMatching(new RegExp(`^user settings: ${grace.source}`))],
    });
    for (const [at, path] of [LLXPRT_SETTINGS, EARLIER_SETTINGS].entries())
      fromFiles(at === 0 ? [{}, wrong, undefined] : [{}, { report: 'all' }, wrong], {
        problems: [expect.stringMatching(new RegExp(`^user settings \\(/.*${path}\\): ${grace.source}`))],
      });
  });

  it('what cannot be read trusts nobody, unless a better file says more of trust', () => {
    const broken = (own: object): Record<string, string> => ({
      [OWN_SETTINGS]: JSON.stringify({ lsp: own }),
      [EARLIER_SETTINGS]: '{',
    });
    livingIn(folderOf(broken({ linterGrace: 1 })));
    expect(readSettings(folderOf()).lsp).toMatchObject({ linterGrace: 1, trust: 'never' });
    livingIn(folderOf(broken({ trust: 'always' })));
    expect(readSettings(folderOf())).toMatchObject({
      lsp: { trust: 'always' },
      problems: [expect.stringContaining(EARLIER_SETTINGS)],
    });
  });
});

describe('the forms of LLxprt Code', () => {
  const OWN_PYTHON = { command: 'my-python', extensions: ['.py'] };

  it('are understood in its file', () =>
    fromFiles(
      [
        undefined,
        {
          servers: [
            { id: 'ts', command: 'my-ts', rootUri: 'file:///x' },
            { id: 'mine', command: 'm', args: ['--stdio'], extensions: ['.m'] },
          ],
          diagnosticsTimeoutMs: 1,
          firstTouchTimeoutMs: 2,
          navigationTimeoutMs: 3,
          requestTimeout: 4,
          requestTimeoutMs: 5,
          navigationTools: false,
          includeSeverities: ['error', 'warning'],
        },
        undefined,
      ],
      {
        lsp: {
          servers: {
            typescript: { command: 'my-ts' },
            mine: { command: 'm', args: ['--stdio'], extensions: ['.m'] },
          },
          diagnosticTimeout: 1,
          firstTouchTimeout: 2,
          navigationTimeout: 3,
          navigationTools: false,
          includeSeverities: ['error', 'warning'],
        },
      },
    ));

  it('are understood in ours, and of two names of one setting ours counts', () =>
    fromFiles([{ diagnosticsTimeoutMs: 1, diagnosticTimeout: 2, servers: [] }, undefined, undefined], {
      lsp: { diagnosticTimeout: 2, servers: {} },
    }));

  it('in any file a name of theirs is no other setting', () =>
    fromFiles([{ diagnosticsTimeoutMs: 1 }, { diagnosticTimeout: 2 }, undefined], {
      lsp: { diagnosticTimeout: 1 },
    }));

  it('a workspace that has them names no program (REQ-CFG-080)', () =>
    check(
      {
        workspace:
          '{"lsp": {"servers": [{"id": "ts", "command": "x", "enabled": false}], "requestTimeout": 1}}',
      },
      {
        lsp: { servers: { typescript: { enabled: false } } },
        problems: [expect.stringContaining('lsp.servers[0].command: counts only in the user settings')],
      },
    ));

  it.each<[string, [unknown, unknown, unknown]]>([
    ['ours', [{ servers: { python: { enabled: false } } }, { servers: { python: OWN_PYTHON } }, undefined]],
    [
      'a worse file',
      [{ servers: { python: OWN_PYTHON } }, { servers: { python: { enabled: false } } }, undefined],
    ],
  ])('one of them is no known server where another file has a server of that id: %s', (_, files) =>
    fromFiles(files, { lsp: { servers: { python: { ...OWN_PYTHON, enabled: false } } } }),
  );

  it('and so it is in the workspace, which takes no name from the user', () => {
    const off = '{"lsp": {"servers": {"python": {"enabled": false}}}}';
    const own = JSON.stringify({ lsp: { servers: { python: OWN_PYTHON } } });
    check({ user: own, workspace: off }, { lsp: { servers: { python: { ...OWN_PYTHON, enabled: false } } } });
    livingIn(folderOf({ [OWN_SETTINGS]: off }));
    expect(readSettings(folderOf({ [FILE]: own })).lsp).toMatchObject({
      servers: { pyright: { enabled: false } },
    });
  });

  it('a list of which one has no id is none', () =>
    fromFiles([{ servers: [{ id: 'gopls', enabled: false }, { command: 'x' }] }, undefined, undefined], {
      lsp: { servers: {} },
      problems: [expect.stringMatching(/^user settings: lsp\.servers: must be .*; found a list$/)],
    }));
});

describe('which files are read', () => {
  /** The environment has these until the test is over. */
  function having(variables: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
  }

  it("those that variables name, LLxprt Code's by its own before that of all programs", () => {
    const config = folderOf({
      'llxprt-lsp/settings.json': '{"lsp": {"linterGrace": 1}}',
      'llxprt-code/settings.json': '{"lsp": {"idleShutdown": 60001}}',
      'other/settings.json': '{"lsp": {"idleShutdown": 60002}}',
    });
    livingIn(folderOf());
    having({ XDG_CONFIG_HOME: config });
    expect(readSettings(folderOf()).lsp).toMatchObject({ linterGrace: 1, idleShutdown: 60_001 });
    having({ LLXPRT_CONFIG_HOME: join(config, 'other') });
    expect(readSettings(folderOf()).lsp).toMatchObject({ linterGrace: 1, idleShutdown: 60_002 });
  });

  it.each(['', 'relative', '~/x'])('a variable that is %j counts as none', (value) => {
    livingIn(folderOf());
    const usual = settingsFiles('/w');
    having({ XDG_CONFIG_HOME: value, LLXPRT_CONFIG_HOME: value });
    expect(settingsFiles('/w')).toEqual(usual);
  });

  it.skipIf(process.platform === 'win32')('not those of another user, whom variables name', () => {
    const theirs = foreignFolder({
      'llxprt-lsp/settings.json': '{"lsp": {"linterGrace": 1}}',
      'llxprt-code/settings.json': '{"lsp": {"linterGrace": 2}}',
      'settings.json': '{"lsp": {"linterGrace": 3}}',
    });
    livingIn(folderOf());
    const usual = settingsFiles('/w');
    having({ XDG_CONFIG_HOME: theirs, XDG_STATE_HOME: theirs });
    expect(settingsFiles('/w')).toEqual(usual);
    having({ LLXPRT_CONFIG_HOME: theirs });
    expect(settingsFiles('/w')).toEqual(usual);
    expect(readSettings(folderOf())).toMatchObject({ lsp: { linterGrace: 500 }, problems: [] });
  });

  it.each(['', 'relative'])('without a home folder (%j) that of the workspace alone', (home) => {
    livingIn(home);
    expect(settingsFiles('/w')).toEqual({ workspace: join('/w', FILE) });
  });

  it('one says something of LSP, or cannot be read', () => {
    const folder = folderOf({ no: '{"theme": "x"}', yes: '{"lsp": {}}', broken: '{' });
    expect(['no', 'yes', 'broken', 'none', '.'].map((name) => hasSettings(join(folder, name)))).toEqual([
      false,
      true,
      true,
      false,
      true,
    ]);
  });
});

describe("whose a file is, the user's or the workspace's, is not for a workspace to say", () => {
  const NEVER = '{"lsp": {"trust": ["/elsewhere"]}}';

  it.each([OWN_SETTINGS, LLXPRT_SETTINGS, EARLIER_SETTINGS])(
    'a link in the workspace to %s takes nothing from the user',
    (path) => {
      const home = folderOf({ [path]: NEVER });
      livingIn(home);
      const root = folderOf();
      mkdirSync(dirname(join(root, FILE)));
      symlinkSync(join(home, path), join(root, FILE));
      expect(readSettings(root)).toMatchObject({ lsp: { trust: ['/elsewhere'] }, problems: [] });
    },
  );

  it.each([OWN_SETTINGS, LLXPRT_SETTINGS, EARLIER_SETTINGS])(
    'what leads through the workspace does not count for the user: %s',
    (path) => {
      const settings = folderOf({ 'settings.json': '{"lsp": {"trust": "always"}}' });
      const home = folderOf();
      const root = folderOf();
      symlinkSync(settings, join(root, 'theirs'));
      mkdirSync(dirname(dirname(join(home, path))), { recursive: true });
      symlinkSync(join(root, 'theirs'), dirname(join(home, path)));
      livingIn(home);
      expect(readSettings(root)).toMatchObject({
        lsp: { trust: 'host' },
        problems: [expect.stringContaining('does not count here')],
      });
      rmSync(join(root, 'theirs'));
      expect(readSettings(root)).toMatchObject({ lsp: { trust: 'host' }, problems: [] });
    },
  );
});

it('what is no settings in a better file hides no settings in a worse one, and is reported', () => {
  livingIn(folderOf({ [OWN_SETTINGS]: '{"lsp": []}', [LLXPRT_SETTINGS]: '{"lsp": {"linterGrace": 7}}' }));
  const { lsp, problems } = readSettings(folderOf({}));
  expect(lsp).toMatchObject({ linterGrace: 7 });
  expect(problems).toEqual([expect.stringMatching(/^user settings: lsp: .*found an empty list$/)]);
});

it('a problem names the key as it stands in the file', () => {
  livingIn(
    folderOf({
      [LLXPRT_SETTINGS]:
        '{"lsp": {"diagnosticsTimeoutMs": "3s", "servers": [{"id": "ts", "args": 3}, {"id": "gopls", "nme": 1}]}}',
    }),
  );
  const { problems } = readSettings(
    folderOf({ [FILE]: '{"lsp": {"firstTouchTimeoutMs": -1, "servers": {"python": {"enabled": "no"}}}}' }),
  );
  expect(problems.map((problem) => /settings(?: \([^)]*\))?: ([^:]*): /.exec(problem)?.[1])).toEqual([
    'lsp.servers[0].args',
    'lsp.servers[1].nme',
    'lsp.diagnosticsTimeoutMs',
    'lsp.servers.python.enabled',
    'lsp.firstTouchTimeoutMs',
  ]);
});
