import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { llxprtFolders, ownFolders } from '../src/own-folders.js';
import { distinct } from '../src/owner.js';
import { folderOf, foreignFolder } from './support/folders.js';

type Env = Readonly<Record<string, string>>;
const always = (): boolean => true;

describe('our folders', () => {
  const HOME = '/home/ann';
  const STATE = '/home/ann/.local/state/llxprt-lsp';

  test.each<[Env, config: string, state: string[]]>([
    [{}, '/home/ann/.config/llxprt-lsp', [STATE]],
    [{ XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s' }, '/c/llxprt-lsp', ['/s/llxprt-lsp', STATE]],
    [{ XDG_CONFIG_HOME: '', XDG_STATE_HOME: '' }, '/home/ann/.config/llxprt-lsp', [STATE]],
    [{ XDG_CONFIG_HOME: 'c', XDG_STATE_HOME: './s' }, '/home/ann/.config/llxprt-lsp', [STATE]],
    [{ XDG_CONFIG_HOME: '~/c', XDG_STATE_HOME: '~/s' }, '/home/ann/.config/llxprt-lsp', [STATE]],
    [{ XDG_STATE_HOME: '/home/ann/.local/state/' }, '/home/ann/.config/llxprt-lsp', [STATE]],
    [{ APPDATA: '/a', LOCALAPPDATA: '/l' }, '/home/ann/.config/llxprt-lsp', [STATE]],
  ])('on Linux, with %j', (env, config, state) => {
    const folders = { config, state, earlier: '/home/ann/.llxprt' };
    expect(ownFolders(HOME, env, 'linux', always)).toEqual(folders);
    expect(ownFolders(HOME, env, 'freebsd', always)).toEqual(folders);
  });

  test.each<Env>([{}, { XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s' }])('on macOS, with %j', (env) => {
    const folder = '/Users/ann/Library/Application Support/llxprt-lsp';
    expect(ownFolders('/Users/ann', env, 'darwin', always)).toEqual({
      config: folder,
      state: [folder],
      earlier: '/Users/ann/.llxprt',
    });
  });

  const LOCAL = String.raw`C:\Users\ann\AppData\Local\llxprt-lsp`;
  const ROAMING = String.raw`C:\Users\ann\AppData\Roaming\llxprt-lsp`;
  test.each<[Env, config: string, state: string[]]>([
    [{}, ROAMING, [LOCAL]],
    [{ XDG_CONFIG_HOME: String.raw`D:\c`, XDG_STATE_HOME: String.raw`D:\s` }, ROAMING, [LOCAL]],
    [
      { APPDATA: String.raw`D:\a`, LOCALAPPDATA: String.raw`D:\l` },
      String.raw`D:\a\llxprt-lsp`,
      [String.raw`D:\l\llxprt-lsp`, LOCAL],
    ],
    [{ APPDATA: '', LOCALAPPDATA: 'l' }, ROAMING, [LOCAL]],
  ])('on Windows, with %j', (env, config, state) => {
    expect(ownFolders(String.raw`C:\Users\ann`, env, 'win32', always)).toEqual({
      config,
      state,
      earlier: String.raw`C:\Users\ann\.llxprt`,
    });
  });

  test('what a variable names has to count, each folder for itself', () => {
    const env = { XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s' };
    expect(ownFolders(HOME, env, 'linux', (folder) => folder !== '/s/llxprt-lsp')).toEqual({
      config: '/c/llxprt-lsp',
      state: [STATE],
      earlier: '/home/ann/.llxprt',
    });
  });

  test.skipIf(process.platform === 'win32')("another user's does not count by default", () => {
    const ours = folderOf();
    const config = (base: string): string => ownFolders(HOME, { XDG_CONFIG_HOME: base }, 'linux').config;
    expect(config(join(ours, 'not/there'))).toBe(join(ours, 'not/there/llxprt-lsp'));
    expect(config(join(foreignFolder(), 'not/there'))).toBe('/home/ann/.config/llxprt-lsp');
  });
});

test.skipIf(process.platform === 'win32')(
  'of names of one folder the first stays, also of what is not there',
  () => {
    const top = folderOf({ 'real/x': '' });
    symlinkSync(join(top, 'real'), join(top, 'link'));
    const [real, link] = ['real', 'link'].map(
      (name) =>
        (below: string): string =>
          join(top, name, below),
    );
    for (const below of ['', 'x', 'not/there'])
      expect(distinct([link!(below), real!(below), real!('other')])).toEqual([link!(below), real!('other')]);
  },
);

test.each<[NodeJS.Platform, Env, config: string, data: string]>([
  ['linux', {}, '/h/.config/llxprt-code', '/h/.local/share/llxprt-code'],
  ['linux', { XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: '/d' }, '/c/llxprt-code', '/d/llxprt-code'],
  [
    'linux',
    { XDG_CONFIG_HOME: '', XDG_DATA_HOME: 'd' },
    '/h/.config/llxprt-code',
    '/h/.local/share/llxprt-code',
  ],
  [
    'darwin',
    { XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: '/d' },
    '/h/Library/Preferences/llxprt-code',
    '/h/Library/Application Support/llxprt-code',
  ],
  [
    'win32',
    {},
    String.raw`\h\AppData\Roaming\llxprt-code\Config`,
    String.raw`\h\AppData\Local\llxprt-code\Data`,
  ],
  [
    'win32',
    { APPDATA: String.raw`D:\a`, LOCALAPPDATA: String.raw`D:\l` },
    String.raw`D:\a\llxprt-code\Config`,
    String.raw`D:\l\llxprt-code\Data`,
  ],
  ['win32', { LLXPRT_CONFIG_HOME: String.raw`D:\x` }, String.raw`D:\x`, String.raw`D:\x`],
  ['linux', { LLXPRT_CONFIG_HOME: ' /x ' }, '/x', '/x'],
  ['darwin', { LLXPRT_CONFIG_HOME: '/x', LLXPRT_DATA_HOME: '/y' }, '/x', '/y'],
  ['linux', { LLXPRT_DATA_HOME: '/y' }, '/h/.config/llxprt-code', '/y'],
  [
    'linux',
    { LLXPRT_CONFIG_HOME: 'x', LLXPRT_DATA_HOME: '~/y' },
    '/h/.config/llxprt-code',
    '/h/.local/share/llxprt-code',
  ],
])("LLxprt Code's folders on %s, with %j", (platform, env, config, data) => {
  expect(llxprtFolders('/h', env, platform)).toEqual({ config, data });
});
