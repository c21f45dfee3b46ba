import { expect, test } from 'vitest';
import { codexHooksOff, ownHooks } from '../../src/install/codex-trust.js';
import { Machine } from './machine.js';

test('hooks that a person has not trusted in Codex are named, with what to do; once trusted, none is', async () => {
  const machine = new Machine();
  machine.putOnPath();
  await machine.install('codex');
  const [hooks, config] = [machine.path('~/.codex/hooks.json'), machine.path('~/.codex/config.toml')];
  const off = (): string[] => codexHooksOff(hooks, config);
  expect(off().map((line) => line.split(':').slice(1, 4).join(':'))).toEqual([
    ' the hook post_tool_use:0:0 is not trusted, and Codex skips it silently, so edits carry no errors',
    ' the hook stop:0:0 is not trusted, and Codex skips it silently, so edits carry no errors',
    ' the hook subagent_stop:0:0 is not trusted, and Codex skips it silently, so edits carry no errors',
  ]);
  machine.trustInCodex();
  expect(off()).toEqual([]);
  machine.write(
    '~/.codex/hooks.json',
    machine.read('~/.codex/hooks.json').replace('"timeout": 60\n', '"timeout": 61\n'),
  );
  expect(off()).toEqual([expect.stringContaining('stop:0:0 has changed since it was trusted')]);
  machine.write(
    '~/.codex/config.toml',
    machine.read('~/.codex/config.toml').replace('trusted_hash', 'enabled = false\ntrusted_hash'),
  );
  expect(off()[0]).toContain('is switched off');
  machine.write('~/.codex/config.toml', 'not [ toml');
  expect(off()).toHaveLength(3);
});

test('the hash of a hook is that of Codex 0.169', () => {
  const machine = new Machine();
  const hook = { type: 'command', command: 'llxprt-lsp-hook codex', timeout: 60 };
  machine.write('~/hooks.json', JSON.stringify({ hooks: { Stop: [{ hooks: [hook] }] } }));
  expect(ownHooks(machine.path('~/hooks.json'))).toEqual([{ at: 'stop:0:0', hash: HASH }]);
});

/** Of `{"event_name":"stop","hooks":[{"async":false,"command":"llxprt-lsp-hook codex","timeout":60,"type":"command"}]}`. */
const HASH = 'sha256:d9d3ae86d5e89e4604cfc3824c1396f3408c26d68898031660cbf3e60bd618f0';
