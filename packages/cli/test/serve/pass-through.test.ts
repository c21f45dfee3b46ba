import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { PassThrough } from '../../src/serve/pass-through.js';
import { FakeSidecar, passThroughTo, TOOLS } from '../support/fake-sidecar.js';

/** A client that sees the messages as they are. */
async function clientOf(passThrough: PassThrough): Promise<{
  ask: (method: string, params?: unknown, id?: number) => Promise<unknown>;
  tell: (method: string, params?: unknown) => void;
}> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await passThrough.createServer().connect(theirs);
  const waiting = new Map<unknown, (message: JSONRPCMessage) => void>();
  ours.onmessage = (message) => {
    if ('id' in message) waiting.get(message.id)?.(message);
  };
  await ours.start();
  const send = (message: object): void => void ours.send({ jsonrpc: '2.0', ...message } as JSONRPCMessage);
  let last = 0;
  return {
    ask: (method, params, id = ++last) =>
      new Promise((resolve) => {
        waiting.set(id, (message) =>
          resolve(
            'result' in message ? message.result : 'error' in message ? { error: message.error } : message,
          ),
        );
        send({ id, method, ...(params !== undefined && { params }) });
      }),
    tell: (method, params) => send({ method, params }),
  };
}

const INITIALIZE = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'c', version: '1' },
};

describe('a client that begins', () => {
  it.each<[revisions: [string, ...string[]], offered: string]>([
    [['2025-11-25'], '2025-11-25'],
    [['2025-11-25', '2025-06-18'], '2025-06-18'],
  ])('is offered one of %j: %s', async (revisions, protocolVersion) => {
    const { passThrough } = await passThroughTo(() => undefined, { revisions });
    const { ask } = await clientOf(passThrough);
    expect(await ask('initialize', INITIALIZE)).toEqual({
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'fake', version: '7' },
      instructions: 'Ask.',
    });
  });

  it.each([undefined, {}, { ...INITIALIZE, protocolVersion: 5 }, { ...INITIALIZE, clientInfo: {} }])(
    'is answered with what is missing: %j',
    async (params) => {
      const { passThrough } = await passThroughTo(() => undefined);
      const { ask } = await clientOf(passThrough);
      expect(await ask('initialize', params)).toEqual({
        error: { code: -32602, message: expect.stringMatching(/^initialize: \w+, /) },
      });
    },
  );

  it('lists the tools as the sidecar does, which is asked once', async () => {
    const { passThrough, sidecar } = await passThroughTo(() => undefined);
    for (const { ask } of [await clientOf(passThrough), await clientOf(passThrough)]) {
      expect(await ask('tools/list')).toEqual({ tools: TOOLS });
      expect(await ask('tools/list', {})).toEqual({ tools: TOOLS });
    }
    expect(
      sidecar.received.filter((message) => 'method' in message && message.method === 'tools/list'),
    ).toHaveLength(1);
  });

  it('is refused what is no tool', async () => {
    const { passThrough, sidecar } = await passThroughTo(() => undefined);
    const { ask } = await clientOf(passThrough);
    expect(await ask('ping')).toEqual({});
    for (const method of ['resources/list', 'prompts/list', 'tools/delete', 'logging/setLevel']) {
      expect(await ask(method, {})).toEqual({ error: { code: -32601, message: 'Method not found' } });
    }
    expect(sidecar.calls()).toEqual([]);
  });
});

describe('a call', () => {
  it.each([
    { name: 'one', arguments: { uri: 'file:///a%20b', position: { line: 0 }, odd: [null, { '': 1e21 }] } },
    { name: 'two', arguments: {} },
    { name: 'two', arguments: JSON.parse(`{"a":${'['.repeat(31)}${']'.repeat(31)}}`) },
    { name: 'two' },
  ])('goes through as it is: %j', async (params) => {
    const { passThrough, sidecar } = await passThroughTo(() => ({ result: {} }));
    const { ask } = await clientOf(passThrough);
    await ask('tools/call', { ...params, _meta: { progressToken: 5 } });
    // There are no tasks, and whoever asks for one gets the answer itself.
    expect(await ask('tools/call', { ...params, task: { ttl: 60_000 } })).toEqual({});
    expect(sidecar.calls().map((call) => call.params)).toEqual([params, params]);
  });

  it.each([
    { content: [], structuredContent: { items: [], nextCursor: null }, isError: false },
    { content: [{ type: 'text', text: 'é 🙂', odd: 1 }], isError: true, unheardOf: { deep: [1] } },
    { structuredContent: {} },
    {
      content: [{ type: 'text', text: 'No tsc.' }],
      structuredContent: {
        error_type: 'DIAGNOSTIC_TOOL_NOT_FOUND',
        retryable: false,
        tool: 'tsc',
        install: 'npm install',
      },
      isError: true,
    },
  ])('comes back as it is: %j', async (result) => {
    const { passThrough } = await passThroughTo(() => ({ result }));
    const { ask } = await clientOf(passThrough);
    const got = await ask('tools/call', { name: 'one' });
    expect(got).toEqual(result);
    expect(JSON.stringify(got)).toBe(JSON.stringify(result));
  });

  it.each([
    {
      code: -32602,
      message: 'MCP error -32602: twice',
      data: { code: 'MCP_LSP_GATEWAY/CURSOR_STALE', details: { a: [1] } },
    },
    { code: -32603, message: '', data: null },
    { code: -32042, message: 'elicit', data: { elicitations: [] } },
    { code: 1, message: 'odd' },
  ])('fails as it failed: %j', async (error) => {
    const { passThrough } = await passThroughTo(() => ({ error }));
    const { ask } = await clientOf(passThrough);
    expect(await ask('tools/call', { name: 'one' })).toEqual({ error });
  });

  it.each([
    [{}],
    [{ name: 5 }],
    [{ name: 'one', arguments: [] }],
    [{ name: 'one', arguments: null }],
    [{ name: 'one', arguments: 'x' }],
    [{ name: 'one', arguments: JSON.parse(`{"a":${'['.repeat(32)}${']'.repeat(32)}}`) }],
    [{ name: 'one', arguments: JSON.parse(`{"a":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`) }],
  ])('that is none is refused here (%#)', async (params) => {
    const { passThrough, sidecar } = await passThroughTo(() => ({ result: {} }));
    const { ask } = await clientOf(passThrough);
    expect(await ask('tools/call', params)).toEqual({
      error: { code: -32602, message: expect.any(String), data: { code: 'MCP_LSP_GATEWAY/INVALID_PARAMS' } },
    });
    expect(sidecar.calls()).toEqual([]);
  });

  it('that is cancelled is cancelled in the sidecar, and the others go on', async () => {
    const { passThrough, sidecar } = await passThroughTo(() => undefined);
    const { ask, tell } = await clientOf(passThrough);
    void ask('tools/call', { name: 'one' }, 11);
    const other = ask('tools/call', { name: 'two' }, 12);
    await expect.poll(() => sidecar.calls()).toHaveLength(2);
    tell('notifications/cancelled', { requestId: 11, reason: 'changed my mind' });
    const [first, second] = sidecar.calls();
    await expect
      .poll(() => sidecar.cancelled())
      .toEqual([{ requestId: first!.id, reason: 'changed my mind' }]);
    sidecar.answer(second!.id, { result: { content: [] } });
    expect(await other).toEqual({ content: [] });
  });
});

const LOST = {
  vscode: {
    error: { code: -32603, message: expect.any(String), data: { code: 'MCP_LSP_GATEWAY/INTERNAL' } },
  },
  lsp: { content: [{ type: 'text', text: expect.any(String) }], isError: true },
};

describe.each(['vscode', 'lsp'] as const)('a sidecar that fails, to a client of %s', (catalog) => {
  it('by its end, in the middle of a call and for good', async () => {
    const { passThrough, sidecar } = await passThroughTo(() => undefined, { catalog });
    const { ask } = await clientOf(passThrough);
    const asked = ask('tools/call', { name: 'one' });
    await expect.poll(() => sidecar.calls()).toHaveLength(1);
    await sidecar.die();
    await passThrough.ended;
    expect([await asked, await ask('tools/call', { name: 'one' })]).toEqual([LOST[catalog], LOST[catalog]]);
  });

  it('by its silence', async () => {
    const { passThrough, sidecar } = await passThroughTo(() => undefined, { catalog, timeout: 50 });
    const { ask } = await clientOf(passThrough);
    expect(await ask('tools/call', { name: 'one' })).toEqual(LOST[catalog]);
    expect(sidecar.cancelled()).toHaveLength(1);
  });

  it('by its silence, which is longer for some tools', async () => {
    const { passThrough, sidecar } = await passThroughTo(() => undefined, {
      catalog,
      timeout: 50,
      timeoutFor: (tool) => (tool === 'one' ? 60_000 : 50),
    });
    const { ask } = await clientOf(passThrough);
    const asked = ask('tools/call', { name: 'one' });
    expect(await ask('tools/call', { name: 'two' })).toEqual(LOST[catalog]);
    const [{ id } = { id: -1 }] = sidecar.calls();
    sidecar.answer(id, { result: { content: [] } });
    expect(await asked).toEqual({ content: [] });
  });

  it('by a result that is none', async () => {
    const { passThrough } = await passThroughTo(() => ({ result: { _meta: 5 } }), { catalog, timeout: 200 });
    const { ask } = await clientOf(passThrough);
    expect(await ask('tools/call', { name: 'one' })).toEqual(LOST[catalog]);
  });

  it('by more than a response may have', async () => {
    const big = 'é'.repeat(256 * 1024);
    const { passThrough } = await passThroughTo(
      ({ params }) =>
        params?.['name'] === 'one' ? { result: { big } } : { error: { code: 1, message: big } },
      { catalog },
    );
    const { ask } = await clientOf(passThrough);
    expect(await ask('tools/call', { name: 'one' })).toEqual(
      catalog === 'lsp'
        ? LOST.lsp
        : { error: { ...LOST.vscode.error, data: { code: 'MCP_LSP_GATEWAY/CAP_EXCEEDED' } } },
    );
    expect(await ask('tools/call', { name: 'two' })).toEqual(LOST[catalog]);
  });
});

it('a sidecar that ends during the handshake is an error, at once', async () => {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const sidecar = new FakeSidecar(theirs, () => undefined);
  theirs.onmessage = () => void sidecar.die();
  await theirs.start();
  await expect(
    PassThrough.connect(ours, { catalog: 'lsp', revisions: ['2025-11-25'], timeout: 60_000 }),
  ).rejects.toThrow(/closed/i);
});
