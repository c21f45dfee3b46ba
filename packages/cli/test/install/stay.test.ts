import { expect, test } from 'vitest';
import { Machine } from './machine.js';

const SETTINGS = '~/.config/llxprt-lsp/settings.json';
const OWN = '{\n  // mine\n  "lsp": { "diagnosticTimeout": 4000 }\n}\n';

/** Where the user's settings are by a variable, whatever the system. */
function machine(settings?: string): Machine {
  const made = new Machine();
  made.env['XDG_CONFIG_HOME'] = made.path('~/.config');
  if (settings !== undefined) made.write(SETTINGS, settings);
  return made;
}

test.skipIf(process.platform === 'darwin')(
  '--stay puts the setting beside the others; an update keeps it, and uninstalling takes it back byte for byte',
  async () => {
    const user = machine(OWN);
    expect(await user.install('gemini', { stay: true })).toMatchObject({ code: 0 });
    expect(user.read(SETTINGS)).toContain('"serviceLinger": "10m"');
    expect(user.read(SETTINGS)).toContain('// mine');
    expect(await user.install('gemini')).toMatchObject({ code: 0 });
    expect(user.read(SETTINGS)).toContain('"serviceLinger": "10m"');
    expect(await user.install('gemini', { uninstall: true })).toMatchObject({ code: 0 });
    expect(user.read(SETTINGS)).toBe(OWN);
  },
);

test.skipIf(process.platform === 'darwin')(
  'without --stay no settings are written; with another time there, nothing is',
  async () => {
    const user = machine();
    expect(await user.install('gemini')).toMatchObject({ code: 0 });
    expect(user.exists(SETTINGS)).toBe(false);
    const other = machine('{"lsp": {"serviceLinger": "2h"}}');
    const { code, err } = await other.install('gemini', { stay: true });
    expect(code).toBe(2);
    expect(err).toContain('has another lsp.serviceLinger');
    expect(other.read(SETTINGS)).toBe('{"lsp": {"serviceLinger": "2h"}}');
  },
);

test.skipIf(process.platform === 'darwin')(
  'of two hosts with --stay, the one that goes leaves it to the other',
  async () => {
    const user = machine();
    await user.install('gemini', { stay: true });
    await user.install('codex', { stay: true });
    await user.install('codex', { uninstall: true });
    expect(user.read(SETTINGS)).toContain('"serviceLinger": "10m"');
    await user.install('gemini', { uninstall: true });
    expect(user.exists(SETTINGS)).toBe(false);
  },
);
