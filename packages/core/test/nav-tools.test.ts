import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { LspServiceClient } from '../src/lsp/lsp-service-client.js';
import { registerLspNavTools, type NavTools } from '../src/lsp/nav-tools.js';
import { LSP_DEFAULTS, type LspConfig } from '../src/lsp/types.js';
import { clientOf, type FakeClient } from './support/fake-sidecar.js';
import { Registry } from './support/registry.js';

interface Navigating extends FakeClient {
  registry: Registry;
  nav: NavTools;
}

function register(
  client: LspServiceClient,
  log: string[],
  config: LspConfig = {},
  registry = new Registry(),
): { registry: Registry; nav: NavTools } {
  const nav = registerLspNavTools({
    client,
    registry,
    logger: { debug: (message) => log.push(message) },
    config: { ...LSP_DEFAULTS, includeSeverities: ['error'], ...config },
  });
  return { registry, nav };
}

/** A started service, and what is to be registered of it: not waited for. */
async function navigating(fake: string, config: LspConfig = {}, registry?: Registry): Promise<Navigating> {
  const service = clientOf(fake);
  await service.client.start();
  return { ...service, ...register(service.client, service.log, config, registry) };
}

const NAMES = [
  'lsp_wait',
  'lsp_die',
  'lsp_echo',
  'lsp_lie',
  'lsp_refuse',
  'lsp_fail',
  'lsp_diagnostics',
  'lsp_cancelled',
];

describe('what is registered', () => {
  it('REQ-NAV-020, REQ-NAVR-010: the tools of every page, as MCP describes them', async () => {
    const { nav, registry, log } = await navigating('navigates');
    expect(await nav.registered).toEqual(NAMES);
    expect(registry.names).toEqual(NAMES);
    expect(registry.tool('lsp_echo')).toEqual({
      name: 'lsp_echo',
      title: 'Title of lsp_echo',
      description: 'What lsp_echo does.',
      inputSchema: { type: 'object' },
      outputSchema: expect.objectContaining({ required: ['echoes'], additionalProperties: false }),
      annotations: { readOnlyHint: true },
      execute: expect.any(Function),
    });
    expect(registry.tool('lsp_cancelled')).toMatchObject({ title: 'lsp_cancelled', description: '' });
    expect(log).toContainEqual(expect.stringMatching(/^lsp: navigation: 8 tools after \d+ ms$/));
    expect(log).toContainEqual(expect.stringMatching(/^lsp: navigation: .*JSON/));
  });

  it('REQ-NAV-055: nothing of a service that has not started', async () => {
    const { client, log } = clientOf('navigates');
    const { nav, registry } = register(client, log);
    expect(await nav.registered).toEqual([]);
    await client.start();
    expect(registry.events).toEqual([]);
  });

  it('REQ-NAV-055: nothing of a service whose start has failed', async () => {
    const { client, log } = clientOf('exits-at-once');
    await client.start();
    const { nav, registry } = register(client, log);
    expect(await nav.registered).toEqual([]);
    expect(registry.events).toEqual([]);
  });

  const silent: [fake: string, config: LspConfig, why: RegExp][] = [
    ['navigates-never', { firstTouchTimeout: 100 }, /no list of them within 100 ms/],
    ['lists-no-tools', {}, /no tools today/],
    ['lists-tools-endlessly', {}, /more than 100 tools/],
    ['dies-while-listing', {}, /closed/],
  ];
  it.each(silent)(
    'REQ-NAV-055: nothing of a service that %s, and the log says why',
    async (fake, config, why) => {
      const { nav, registry, log } = await navigating(fake, config);
      expect(await nav.registered).toEqual([]);
      expect(registry.events).toEqual([]);
      expect(log).toContainEqual(
        expect.stringMatching(new RegExp(`^lsp: navigation: no tools from here on: .*${why.source}`)),
      );
    },
  );

  it('nothing where the host has closed it meanwhile', async () => {
    const { nav, registry } = await navigating('navigates');
    nav.unregister();
    expect(await nav.registered).toEqual([]);
    expect(registry.events).toEqual([]);
  });

  it('what the registry refuses costs the other tools nothing', async () => {
    class Picky extends Registry {
      override registerTool(tool: Parameters<Registry['registerTool']>[0]): void {
        if (tool.name === 'lsp_die') throw new Error('that name is taken');
        super.registerTool(tool);
      }
      override unregisterTool(name: string): void {
        super.unregisterTool(name);
        if (name === 'lsp_wait') throw new Error('not now');
      }
    }
    const { nav, registry, log } = await navigating('navigates', {}, new Picky());
    expect(await nav.registered).toEqual(NAMES.filter((name) => name !== 'lsp_die'));
    nav.unregister();
    expect(registry.names).toEqual([]);
    expect(registry.events).not.toContain('-lsp_die');
    expect(log).toContainEqual(expect.stringContaining('that name is taken'));
  });

  it('what a registry rejects later is a line in the log, and no unhandled rejection', async () => {
    class Late extends Registry {
      override registerTool(tool: Parameters<Registry['registerTool']>[0]): void {
        super.registerTool(tool);
        // What a function is that a host wrote as an async one.
        return Promise.reject(new Error(`no room for ${tool.name}`)) as unknown as undefined;
      }
    }
    const { nav, log } = await navigating('navigates', {}, new Late());
    expect(await nav.registered).toEqual(NAMES);
    expect(log).toContainEqual(expect.stringContaining('no room for lsp_echo'));
  });

  it('nothing where the host closes it while it is given the second one', async () => {
    class Closing extends Registry {
      close: () => void = () => undefined;
      override registerTool(tool: Parameters<Registry['registerTool']>[0]): void {
        super.registerTool(tool);
        if (tool.name === 'lsp_die') this.close();
      }
    }
    const registry = new Closing();
    const { nav } = await navigating('navigates', {}, registry);
    registry.close = () => nav.unregister();
    expect(await nav.registered).toEqual([]);
    expect(registry.names).toEqual([]);
    expect(registry.events).toEqual(['+lsp_wait', '+lsp_die', '-lsp_wait', '-lsp_die']);
  });
});

describe('a call', () => {
  it('REQ-EXCL-050: brings text for the model, data for programs, and for people what kind of thing was found', async () => {
    const { nav, registry } = await navigating('navigates');
    await nav.registered;
    const input = { file: 'ä b#.ts', symbol: '🙂', line: 3 };
    expect(await registry.call('lsp_echo', input)).toEqual({
      llmContent: `one echo:\n${JSON.stringify(input)}`,
      returnDisplay: 'one echo',
      structuredContent: { echoes: [input] },
    });
    expect(await registry.call('lsp_echo')).toMatchObject({ structuredContent: { echoes: [{}] } });
    expect(await registry.call('lsp_cancelled', {})).toMatchObject({
      llmContent: '{"cancelled":[]}',
      returnDisplay: 'lsp_cancelled',
    });
  });

  it('is one of many at once', async () => {
    const { nav, registry } = await navigating('navigates');
    await nav.registered;
    const inputs = Array.from({ length: 100 }, (_, at) => ({ at }));
    const results = await Promise.all(inputs.map((input) => registry.call('lsp_echo', input)));
    expect(results.map(({ structuredContent }) => structuredContent)).toEqual(
      inputs.map((input) => ({ echoes: [input] })),
    );
  });

  const failures: [title: string, tool: string, params: unknown, message: string | RegExp][] = [
    ['the service refuses', 'lsp_refuse', {}, 'There are two of that name:\na.ts\nb.ts'],
    ['the service has an error', 'lsp_fail', {}, /^lsp_fail failed: .*nobody knows$/],
    [
      'breaks the promise of its schema',
      'lsp_lie',
      {},
      /^lsp_lie failed: .*does not match the tool's output schema/,
    ],
    ['has a list as its parameters', 'lsp_echo', [], 'lsp_echo takes its parameters as an object.'],
    ['has a text as its parameters', 'lsp_echo', '{}', 'lsp_echo takes its parameters as an object.'],
    ['has parameters that are no JSON', 'lsp_echo', { n: 1n }, /^lsp_echo failed: .*BigInt/],
  ];
  it.each(failures)('that %s is a result with an error', async (_title, tool, params, message) => {
    const { nav, registry } = await navigating('navigates');
    await nav.registered;
    const { llmContent, returnDisplay, error, structuredContent } = await registry.call(tool, params);
    expect(error).toEqual({
      type: 'navigation_failed',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
    expect(llmContent).toContain(error?.message);
    expect(returnDisplay).toMatch(/^Error: [^\n]+$/);
    expect(structuredContent).toBeUndefined();
    expect(await registry.call('lsp_echo')).toMatchObject({ structuredContent: { echoes: [{}] } });
  });

  it('that the host cancels ends at once, in the service too, and leaves nothing on the signal', async () => {
    const { nav, registry } = await navigating('navigates');
    await nav.registered;
    const abort = new AbortController();
    const waiting = registry.call('lsp_wait', {}, abort.signal);
    await registry.call('lsp_echo', {}, abort.signal);
    abort.abort();
    expect(await waiting).toMatchObject({ error: { type: 'navigation_cancelled' } });
    expect(await registry.call('lsp_echo', {}, abort.signal)).toMatchObject({
      error: { type: 'navigation_cancelled' },
    });
    expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
    expect(await registry.call('lsp_cancelled')).toMatchObject({
      structuredContent: { cancelled: ['lsp_wait: cancelled by the host'] },
    });
  });

  it('that fails in a way that the service names keeps the name, the data and the words', async () => {
    const { nav, registry } = await navigating('navigates');
    await nav.registered;
    expect(await registry.call('lsp_diagnostics')).toEqual({
      llmContent: 'No tsc.',
      returnDisplay: 'Error: No tsc.',
      error: { type: 'DIAGNOSTIC_TOOL_NOT_FOUND', message: 'No tsc.' },
      structuredContent: {
        error_type: 'DIAGNOSTIC_TOOL_NOT_FOUND',
        retryable: false,
        tool: 'tsc',
        install: 'npm install',
      },
    });
  });

  it.each<[navigationTimeout: number, checkerTimeout: number, limit: string]>([
    [100, 300, '800 ms'],
    [200, 100, '700 ms'],
  ])(
    'of lsp_diagnostics may last as long as checkers may: navigationTimeout %i, checkerTimeout %i',
    async (navigationTimeout, checkerTimeout, limit) => {
      const { nav, registry } = await navigating('navigates', { navigationTimeout, checkerTimeout });
      await nav.registered;
      expect(await registry.call('lsp_diagnostics', { wait: true })).toMatchObject({
        error: { type: 'navigation_timed_out', message: expect.stringContaining(limit) },
      });
    },
  );

  it('that outlasts navigationTimeout by half a second is given up, and taken back', async () => {
    const { nav, registry } = await navigating('navigates', { navigationTimeout: 100 });
    await nav.registered;
    expect(await registry.call('lsp_wait')).toMatchObject({
      error: { type: 'navigation_timed_out', message: expect.stringContaining('600 ms') },
    });
    expect(await registry.call('lsp_cancelled')).toMatchObject({
      structuredContent: { cancelled: [expect.stringMatching(/^lsp_wait: /)] },
    });
  });
});

describe('the end of the service', () => {
  it('REQ-NAV-055, REQ-LIFE-080: takes every tool out once, and answers every call', async () => {
    const { nav, registry, client } = await navigating('navigates');
    await nav.registered;
    const echo = registry.tool('lsp_echo');
    const calls = await Promise.all(['lsp_wait', 'lsp_wait', 'lsp_die'].map((name) => registry.call(name)));
    for (const call of calls) expect(call.error?.type).toBe('navigation_unavailable');
    await expect.poll(() => client.isAlive()).toBe(false);
    nav.unregister();
    expect(registry.names).toEqual([]);
    expect(registry.events).toEqual([...NAMES.map((name) => `+${name}`), ...NAMES.map((name) => `-${name}`)]);
    expect(await echo.execute({})).toMatchObject({
      llmContent: 'Error: The LSP service has ended, and lsp_echo with it. Search the text instead.',
      error: { type: 'navigation_unavailable' },
    });
  });

  it('REQ-NAV-055: comes as its shutdown, too', async () => {
    const { nav, registry, client, log } = await navigating('navigates');
    await nav.registered;
    const waiting = registry.call('lsp_wait');
    await client.shutdown();
    expect(await waiting).toMatchObject({ error: { type: 'navigation_unavailable' } });
    expect(registry.names).toEqual([]);
    expect(log).toContainEqual('lsp: navigation: no tools from here on: the service has ended');
  });

  it('comes for the tools alone, where the host closes them', async () => {
    const { nav, registry, client } = await navigating('navigates');
    await nav.registered;
    const waiting = registry.call('lsp_wait');
    nav.unregister();
    expect(await waiting).toMatchObject({ error: { type: 'navigation_unavailable' } });
    expect(registry.names).toEqual([]);
    expect(client.isAlive()).toBe(true);
    await client.shutdown();
    nav.unregister();
    expect(registry.events).toHaveLength(2 * NAMES.length);
  });
});
