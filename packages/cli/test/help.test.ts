import { afterEach, expect, test, vi } from 'vitest';
import type * as Core from '@vybestack/llxprt-lsp-core';

const CORE = '@vybestack/llxprt-lsp-core';
const MAX_COLUMNS = 100;

afterEach(() => {
  vi.doUnmock(CORE);
  vi.resetModules();
});

test.each<NodeJS.Platform>(['linux', 'darwin', 'win32'])(
  'help fits into 100 columns on %s',
  async (platform) => {
    vi.resetModules();
    vi.doMock(CORE, async (original) => {
      const core = await original<typeof Core>();
      const ownFolders: typeof core.ownFolders = (home, env) => core.ownFolders(home, env, platform);
      return { ...core, ownFolders };
    });
    const help = Object.values(await import('../src/help.js'));
    if (platform === 'darwin') expect(help.join('\n')).toContain('~/Library/');
    expect(help.flatMap((text) => text.split('\n')).filter((line) => line.length > MAX_COLUMNS)).toEqual([]);
  },
);
