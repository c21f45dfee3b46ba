import { expect, it, onTestFinished } from 'vitest';
import { lspCommand } from '../src/commands/lsp-command.js';
import { Config, type ConfigOptions } from '../src/config/config.js';
import { LSP_DEFAULTS } from '../src/lsp/types.js';
import { fakePackage, repositoryBun, tempFolder } from './support/fake-sidecar.js';
import { Registry } from './support/registry.js';

function session(
  fake: string,
  options: Partial<ConfigOptions> = {},
): { config: Config; log: string[]; status: () => Promise<string> } {
  const log: string[] = [];
  const config = new Config({
    workspaceRoot: tempFolder(),
    lsp: { ...LSP_DEFAULTS, includeSeverities: ['error'] },
    logger: { debug: (message) => log.push(message) },
    bunPath: repositoryBun(),
    packageDir: fakePackage(fake),
    ...options,
  });
  onTestFinished(() => config.shutdown());
  return { config, log, status: () => lspCommand('status', (wanted) => config.lspState(wanted)) };
}

it('owns a living client from initialize to shutdown', async () => {
  const { config } = session('polite');
  expect(config.getLspServiceClient()).toBeUndefined();
  await config.initialize();
  const client = config.getLspServiceClient();
  expect(client?.isAlive()).toBe(true);
  expect(config.getLspConfig()?.diagnosticTimeout).toBe(LSP_DEFAULTS.diagnosticTimeout);
  await config.shutdown();
  expect(client?.isAlive()).toBe(false);
  expect(config.getLspServiceClient()).toBeUndefined();
});

it('REQ-OBS-020: logs that the service started, and that it died', async () => {
  const { config, log } = session('dies-mid-request');
  await config.initialize();
  await config.getLspServiceClient()?.checkFile('a.ts');
  expect(log).toContainEqual(
    expect.stringMatching(/service \d+ ready after \d+ ms; starts succeeded: 1, failed: 0/),
  );
  await expect
    .poll(() => log)
    .toContainEqual(expect.stringMatching(/service \d+ died \(killed by SIGKILL\); crashes: 1/));
});

it('REQ-STATUS-050: LSP that is switched off starts nothing and says so', async () => {
  const { config, status } = session('polite', { lsp: false });
  await config.initialize();
  expect(config.getLspServiceClient()).toBeUndefined();
  expect(config.getLspConfig()).toBeUndefined();
  expect(await status()).toBe('LSP disabled by configuration.');
});

it('REQ-STATUS-040: the status is there whether navigation tools are or not', async () => {
  const { config, status } = session('polite', {
    lsp: { ...LSP_DEFAULTS, includeSeverities: ['error'], navigationTools: false },
  });
  await config.initialize();
  expect(await status()).toMatch(/^LSP servers in .*\nfake\s+active/);
});

it('REQ-OBS-020: what the service takes is reported where details are wanted, and nobody is asked for it otherwise', async () => {
  const { config } = session('polite');
  await config.initialize();
  expect(await config.lspState({ verbose: true })).toMatchObject({
    kind: 'running',
    service: { uptime: 1, starts: { succeeded: 1 } },
  });
  expect(await config.lspState({ verbose: false })).not.toHaveProperty('service');
});

it.each<[reason: string, fake: string, options: Partial<ConfigOptions>]>([
  [
    'The configured Bun is not the absolute path of an executable file: /nowhere/bun',
    'polite',
    { bunPath: '/nowhere/bun' },
  ],
  [
    'LSP package not installed: /nowhere is not @vybestack/llxprt-code-lsp',
    'polite',
    { packageDir: '/nowhere' },
  ],
  ['service startup failed: LSP_BOOTSTRAP: workspaceRoot must not be empty', 'exits-at-once', {}],
])('REQ-STATUS-030: one line says why there is no LSP: %s', async (reason, fake, options) => {
  const { config, log, status } = session(fake, options);
  await config.initialize();
  expect(await status()).toBe(`LSP unavailable: ${reason}`);
  expect(log.join('\n')).toContain(reason);
});

it('REQ-GRACE-045: initialize after a failed start does not try again', async () => {
  const { config, log } = session('exits-at-once');
  await config.initialize();
  const lines = log.length;
  await config.initialize();
  expect(log).toHaveLength(lines);
});

it('the status of a session that is not up is a reason, too', async () => {
  const { config, status } = session('polite');
  expect(await status()).toBe('LSP unavailable: service is not running');
  const starting = config.initialize();
  expect(await status()).toBe('LSP unavailable: service is still starting');
  await starting;
});

it('gives the tools what they need to report diagnostics', async () => {
  const { config } = session('polite');
  const { appendDiagnostics } = config.toolContext();
  const request = { kind: 'edit' as const, files: [{ filePath: 'a.ts', text: 'broken' }] };
  expect(await appendDiagnostics('Edited a.ts.', request)).toBe('Edited a.ts.');
  await config.initialize();
  expect(await appendDiagnostics('Edited a.ts.', request)).toMatch(
    /^Edited a\.ts\.\n\n[^]*<diagnostics file="a\.ts">\n[^]*and 5 more/,
  );
});

it('REQ-NAV-055: the navigation tools are there when initialize resolves, and gone before the service is', async () => {
  const registry = new Registry();
  const { config, log } = session('navigates', { toolRegistry: registry });
  const start = performance.now();
  const starting = config.initialize();
  expect(registry.names).toEqual([]);
  await starting;
  // It waits 2 s for them, no longer.
  expect(registry.names.includes('lsp_echo') || performance.now() - start > 2000).toBe(true);
  expect(await registry.call('lsp_echo', { at: 1 })).toMatchObject({
    structuredContent: { echoes: [{ at: 1 }] },
  });
  await config.initialize();
  expect(registry.events.filter((event) => event === '+lsp_echo')).toHaveLength(1);
  const ending = config.shutdown();
  expect(registry.names).toEqual([]);
  expect(log.join('\n')).not.toContain('shut down');
  await ending;
});

it('REQ-NAV-055: a service that does not start has no tools', async () => {
  const registry = new Registry();
  const { config } = session('exits-at-once', { toolRegistry: registry });
  await config.initialize();
  expect(registry.events).toEqual([]);
});

it('REQ-NAV-050: navigationTools false hides the tools, and the service serves none', async () => {
  const registry = new Registry();
  const { config } = session('polite', {
    toolRegistry: registry,
    lsp: { ...LSP_DEFAULTS, includeSeverities: ['error'], navigationTools: false },
  });
  await config.initialize();
  expect(registry.events).toEqual([]);
  const client = config.getLspServiceClient();
  const [diagnostic] = (await client?.checkFile('a.ts')) ?? [];
  expect(JSON.parse(diagnostic?.message ?? '')).toMatchObject({ config: { navigationTools: false } });
});

it.each([true, false])(
  'REQ-NAV-050: a host that speaks MCP itself finds the channel with navigationTools %s: the same',
  async (navigationTools) => {
    const { config } = session('navigates', {
      lsp: { ...LSP_DEFAULTS, includeSeverities: ['error'], navigationTools },
    });
    await config.initialize();
    expect(config.getLspServiceClient()?.getMcpTransportStreams() !== undefined).toBe(navigationTools);
  },
);

it('a service that never lists its tools holds initialize up for a fraction of firstTouchTimeout', async () => {
  const registry = new Registry();
  const { config } = session('navigates-never', { toolRegistry: registry });
  const started = performance.now();
  await config.initialize();
  expect(performance.now() - started).toBeLessThan(LSP_DEFAULTS.firstTouchTimeout / 2);
  expect(config.getLspServiceClient()?.isAlive()).toBe(true);
  await config.shutdown();
  expect(registry.events).toEqual([]);
});
