import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../src/config/settings-files.js';
import { parseLspSettings } from '../src/config/settings.js';
import { decideTrust } from '../src/lsp/trust.js';
import type { LspConfig } from '../src/lsp/types.js';
import { clientOf } from './support/fake-sidecar.js';
import { EARLIER_SETTINGS, folderOf, livingIn, LLXPRT_SETTINGS, OWN_SETTINGS } from './support/folders.js';

type Setting = NonNullable<LspConfig['trust']>;

it.each<[Setting, host: boolean | undefined, trusted: boolean, reason: string]>([
  ['host', undefined, true, 'neither the setting trust nor the host says otherwise'],
  ['host', true, true, 'the host trusts it'],
  ['host', false, false, 'the host does not trust it'],
  ['always', false, true, 'the setting trust is "always"'],
  ['never', true, false, 'the setting trust is "never"'],
  [[], true, false, 'it is in none of the folders of the setting trust'],
])('trust %j, the host says %s: %s', (setting, host, trusted, reason) => {
  expect(decideTrust(setting, folderOf(), host)).toEqual({ trusted, reason });
});

describe('folders that are trusted', () => {
  const decide = (folders: string[], root: string): boolean => decideTrust(folders, root, true).trusted;

  it('hold their workspaces at and below them, by whole names', () => {
    const base = folderOf({ 'work/shop #1/a.ts': '', 'workshop/a.ts': '', 'work.old/a.ts': '' });
    const work = join(base, 'work');
    expect(decide([work], work)).toBe(true);
    expect(decide([`${work}/`], join(work, 'shop #1'))).toBe(true);
    expect(decide([join(work, 'shop #1')], work)).toBe(false);
    expect(decide([work], join(base, 'workshop'))).toBe(false);
    expect(decide([work], join(base, 'work.old'))).toBe(false);
    expect(decide([join(base, 'gone'), work], work)).toBe(true);
    expect(decide(['/'], work)).toBe(true);
    expect(decide([join(work, '..', 'workshop')], work)).toBe(false);
    expect(decide([work], join(work, '..', 'workshop'))).toBe(false);
  });

  it('are found below the home folder', () => {
    const home = folderOf({ 'work/a.ts': '', 'other/a.ts': '' });
    livingIn(home);
    expect(decideTrust(['~/work'], join(home, 'work'))).toEqual({
      trusted: true,
      reason: 'the setting trust lists ~/work',
    });
    expect(decide(['~/work'], join(home, 'other'))).toBe(false);
  });

  it('are what they really are: no link leads a foreign workspace in', () => {
    const base = folderOf({ 'work/a.ts': '', 'foreign/a.ts': '' });
    symlinkSync(join(base, 'foreign'), join(base, 'work', 'looks-ours'));
    symlinkSync(join(base, 'work'), join(base, 'link'));
    expect(decide([join(base, 'work')], join(base, 'work', 'looks-ours'))).toBe(false);
    expect(decide([join(base, 'link')], join(base, 'work'))).toBe(true);
    expect(decide([join(base, 'work')], join(base, 'link'))).toBe(true);
  });

  it('do not hold what does not exist', () => {
    const base = folderOf();
    expect(decide([base], join(base, 'gone'))).toBe(false);
    expect(decide([join(base, 'gone')], join(base, 'gone'))).toBe(false);
  });
});

describe('REQ-CFG-080: a workspace may ask for less trust, never for more', () => {
  const trustOf = (user: unknown, workspace: unknown): unknown => {
    const { lsp } = parseLspSettings({
      user: user === undefined ? undefined : { trust: user },
      workspace: { trust: workspace },
    });
    return lsp === false ? false : lsp.trust;
  };

  it.each([
    [undefined, 'always', 'host'],
    [undefined, ['/'], 'host'],
    [undefined, 'host', 'host'],
    ['never', 'always', 'never'],
    ['never', 'host', 'never'],
    [['/work'], ['/'], ['/work']],
    ['always', 'never', 'never'],
    [['/work'], 'never', 'never'],
  ])('user %j, workspace %j: %j', (user, workspace, trust) =>
    expect(trustOf(user, workspace)).toEqual(trust),
  );

  it('names no variable to pass on, and no file to write to', () => {
    const { lsp, problems } = parseLspSettings({
      workspace: { passEnv: ['GITHUB_TOKEN'], trace: '/etc/passwd' },
    });
    expect(lsp).toMatchObject({ passEnv: [], trace: false });
    expect(problems.map(({ scope, key }) => `${scope} ${key}`)).toEqual([
      'workspace lsp.passEnv',
      'workspace lsp.trace',
    ]);
  });
});

describe('a setting that cannot be understood trusts nobody', () => {
  it.each([['nevr'], [true], [null], [['work']], [[7]]])('trust: %j', (trust) => {
    const { lsp, problems } = parseLspSettings({ user: { trust } });
    expect(lsp).toMatchObject({ trust: 'never' });
    expect(problems).toHaveLength(1);
  });

  it('of a list the rest counts', () => {
    expect(parseLspSettings({ user: { trust: ['work', '/srv'] } }).lsp).toMatchObject({ trust: ['/srv'] });
  });

  it.each([OWN_SETTINGS, LLXPRT_SETTINGS, EARLIER_SETTINGS])('a file that cannot be read: %s', (path) => {
    livingIn(folderOf({ [path]: '{"lsp": {"trust": "never",,}}' }));
    const { lsp, problems } = readSettings(folderOf());
    expect(lsp).toMatchObject({ trust: 'never' });
    expect(problems).toEqual([
      expect.stringMatching(/settings\.json:1:\d+: .*; until that is mended, no workspace is trusted$/),
    ]);
  });
});

describe("REQ-CFG-080: the user settings are the user's as long as no model can write them", () => {
  const SETTINGS =
    '{"lsp": {"trust": "always", "servers": {"mine": {"command": "x", "extensions": [".x"]}}}}';

  it.each([OWN_SETTINGS, LLXPRT_SETTINGS, EARLIER_SETTINGS])(
    'not where they lie in the workspace: %s',
    (path) => {
      const base = folderOf({ [`ann/${path}`]: SETTINGS });
      livingIn(join(base, 'ann'));
      for (const root of [base, dirname(join(base, 'ann', path))]) {
        const { lsp, problems } = readSettings(root);
        expect(lsp).toMatchObject({ trust: 'host', servers: {} });
        expect(problems).toEqual([
          expect.stringMatching(/settings\.json: does not count here, since it lies in the workspace/),
        ]);
      }
    },
  );

  it.each([OWN_SETTINGS, EARLIER_SETTINGS])('not where a link leads there: %s', (path) => {
    const home = folderOf();
    const dotfiles = folderOf({ 'llxprt/settings.json': SETTINGS });
    mkdirSync(dirname(dirname(join(home, path))), { recursive: true });
    symlinkSync(join(dotfiles, 'llxprt'), dirname(join(home, path)));
    livingIn(home);
    expect(readSettings(dotfiles).lsp).toMatchObject({ trust: 'host', servers: {} });
    mkdirSync(join(home, 'work'));
    expect(readSettings(join(home, 'work')).lsp).toMatchObject({ trust: 'always', servers: { mine: {} } });
  });
});

it.each<[LspConfig, trusted: boolean | undefined, wanted: boolean]>([
  [{}, undefined, true],
  [{}, false, false],
  [{ trust: 'never' }, true, false],
  [{ trust: 'always' }, false, true],
  [{ trust: ['/nowhere'] }, undefined, false],
])(
  'the sidecar is notified once, when it starts: %j and the host saying %s',
  async (config, trusted, wanted) => {
    const { client } = clientOf('polite', config, { trusted });
    await client.start();
    const [echo] = await client.checkFile('a.ts');
    expect(JSON.parse(echo?.message ?? '')).toMatchObject({ trusted: wanted });
  },
);
