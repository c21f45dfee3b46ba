import { readdirSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandsOf } from '../../src/install/commands.js';
import { INSTALLS, type InstallHost } from '../../src/install/hosts.js';
import { readInstalled, type Installed } from '../../src/install/installed.js';
import { readReceipt } from '../../src/install/receipt.js';
import { MAIN } from '../../src/package.js';
import { Machine, STATE } from './machine.js';

function examine(machine: Machine, host: InstallHost): Installed {
  const scope = INSTALLS[host].user({
    home: machine.home,
    workspace: machine.project,
    env: machine.env,
    commands: commandsOf(false),
  });
  const [name = ''] = readdirSync(machine.path(`${STATE}/installed`));
  const stored = readReceipt(machine.path(`${STATE}/installed/${name}`));
  if (stored.kind !== 'read' || stored.receipt === undefined) throw new Error('no receipt');
  return readInstalled(host, scope, stored.receipt);
}

test.each(['gemini', 'codex', 'qwen', 'claude', 'copilot', 'llxprt'] as const)(
  '%s: what its files start',
  async (host) => {
    const machine = new Machine();
    await machine.install(host);
    const { problems, hooks, servers } = examine(machine, host);
    expect(problems).toEqual([]);
    expect(servers).toEqual([
      [process.execPath, MAIN, 'mcp', ...(host === 'gemini' || host === 'llxprt' ? ['--apply-patch'] : [])],
    ]);
    expect(hooks).toEqual([expect.stringMatching(new RegExp(`llxprt-lsp-hook'? ${host}$`)) as string]);
  },
);

test('what others have changed does not matter, as long as our entries are there', async () => {
  const machine = new Machine();
  await machine.install('codex');
  machine.write('~/.codex/config.toml', `model = "x"\n${machine.read('~/.codex/config.toml')}`);
  expect(examine(machine, 'codex').problems).toEqual([]);
  machine.write('~/.codex/config.toml', 'model = "x"\n');
  rmSync(machine.path('~/.codex/hooks.json'));
  expect(examine(machine, 'codex').problems).toEqual([
    `${machine.path('~/.codex/config.toml')} lacks our entries, or has those of another version`,
    `${machine.path('~/.codex/hooks.json')} is missing`,
  ]);
});

test('a server of the same name for another project, above ours, is not ours', async () => {
  const machine = new Machine();
  machine.write(
    '~/.claude.json',
    '{ "projects": { "/x": { "mcpServers": { "llxprt": { "command": "/nonexistent" } } } } }',
  );
  await machine.install('claude');
  expect(examine(machine, 'claude').servers).toEqual([[process.execPath, MAIN, 'mcp']]);
});
