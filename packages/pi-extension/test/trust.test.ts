import { afterEach, expect, it, vi } from 'vitest';
import { FakePi } from './fake-pi.js';

afterEach(() => vi.unstubAllEnvs());

it.each([
  [undefined, {}, false],
  [true, {}, false],
  [false, {}, true],
  [false, { trust: 'always' }, false],
  [undefined, { trust: 'never' }, true],
])(
  'a project of which pi says %s, under the settings %j: only what we bring along is run: %s',
  async (isTrusted, settings, isRestricted) => {
    const pi = FakePi.load(
      { 'eslint.config.js': 'export default [];\n' },
      { navigationTools: false, ...settings },
    );
    pi.isTrusted = isTrusted;
    await pi.emit('session_start');
    const status = await pi.command('status');
    await pi.emit('session_shutdown');
    expect(status).toMatch(/^LSP servers in /);
    expect(status?.includes('disabled (untrusted workspace)')).toBe(isRestricted);
  },
);
