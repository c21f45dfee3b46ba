import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  Gateway,
  GATEWAY_LIMITS,
  type Body,
  type GatewayLimits,
  type GatewayRequest,
} from '../../src/serve/gateway.js';
import { PROTOCOL_REVISIONS } from '../../src/serve/limits.js';
import { passThroughTo, TOOLS, type FakeSidecar } from '../support/fake-sidecar.js';

const TOKEN = 'the-token-of-these-tests';
const HEADERS = {
  host: '127.0.0.1:7411',
  authorization: `Bearer ${TOKEN}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};
const INITIALIZE = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
};

interface Asked {
  body?: unknown;
  headers?: Record<string, string>;
  method?: string;
  gone?: AbortSignal;
  read?: Promise<Body>;
}

class Asker {
  #lastId = 0;

  constructor(
    readonly gateway: Gateway,
    readonly sidecar: FakeSidecar,
  ) {}

  answer({
    body,
    headers = {},
    method = 'POST',
    gone = new AbortController().signal,
    read,
  }: Asked): Promise<Response> {
    const request: GatewayRequest = {
      head: { method, target: '/mcp', headers: new Headers({ ...HEADERS, ...headers }), port: 7411 },
      readBody: () => read ?? Promise.resolve({ kind: 'read', bytes: Buffer.from(JSON.stringify(body)) }),
      gone,
    };
    return this.gateway.answer(request);
  }

  ask(request: object, options: Asked = {}): Promise<Response> {
    return this.answer({ body: { jsonrpc: '2.0', id: ++this.#lastId, ...request }, ...options });
  }

  /** The headers of a session that has begun. */
  async begin(): Promise<Record<string, string>> {
    const answer = await this.ask(INITIALIZE);
    expect(answer.status).toBe(200);
    const session = {
      'mcp-session-id': answer.headers.get('mcp-session-id') ?? '',
      'mcp-protocol-version': '2025-11-25',
    };
    expect(
      (await this.answer({ body: { jsonrpc: '2.0', method: 'notifications/initialized' }, headers: session }))
        .status,
    ).toBe(202);
    return session;
  }
}

async function asker(
  limits: Partial<GatewayLimits> = {},
  revisions: typeof PROTOCOL_REVISIONS = ['2025-11-25'],
): Promise<Asker> {
  const { passThrough, sidecar } = await passThroughTo(
    ({ params }) => (params?.['name'] === 'never' ? undefined : { result: { content: [], of: params } }),
    { revisions },
  );
  const gateway = new Gateway(
    { token: TOKEN, origins: new Set(), revisions },
    (signalOf) => passThrough.createServer(signalOf),
    { ...GATEWAY_LIMITS, ...limits },
  );
  onTestFinished(() => gateway.close());
  return new Asker(gateway, sidecar);
}

const call = (name: string, id?: number): object => ({
  method: 'tools/call',
  params: { name },
  ...(id !== undefined && { id }),
});

describe('a session', () => {
  it('begins, lists, calls and ends', async () => {
    const client = await asker();
    const headers = await client.begin();
    const listed = await client.ask({ method: 'tools/list' }, { headers });
    expect([listed.status, listed.headers.get('content-type'), listed.headers.get('cache-control')]).toEqual([
      200,
      'application/json',
      'no-store',
    ]);
    expect(await listed.json()).toEqual({ jsonrpc: '2.0', id: 2, result: { tools: TOOLS } });
    expect(await (await client.ask(call('one'), { headers })).json()).toEqual({
      jsonrpc: '2.0',
      id: 3,
      result: { content: [], of: { name: 'one' } },
    });
    expect((await client.answer({ method: 'DELETE', headers })).status).toBe(204);
    expect((await client.ask({ method: 'tools/list' }, { headers })).status).toBe(404);
    expect((await client.answer({ method: 'DELETE', headers })).status).toBe(404);
  });

  it('takes answers that nobody has asked for, whatever is in them', async () => {
    const client = await asker();
    const headers = await client.begin();
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    for (const said of [`"result":{"deep":${deep}}`, '"error":{"code":1,"message":"no"}']) {
      const bytes = Buffer.from(`{"jsonrpc":"2.0","id":1,${said}}`);
      const answer = await client.answer({ headers, read: Promise.resolve({ kind: 'read', bytes }) });
      expect([answer.status, await answer.text()]).toEqual([202, '']);
    }
  });

  it.each<[revisions: readonly [string, ...string[]], asked: string, want: string]>([
    ...PROTOCOL_REVISIONS.map((revision): [typeof PROTOCOL_REVISIONS, string, string] => [
      PROTOCOL_REVISIONS,
      revision,
      revision,
    ]),
    [PROTOCOL_REVISIONS, '2023-01-01', '2025-11-25'],
    [['2025-11-25'], '2025-06-18', '2025-11-25'],
  ])('of the revisions %j, a client that asks for %s gets %s', async (revisions, asked, want) => {
    const client = await asker({}, revisions);
    const answer = await client.ask({
      ...INITIALIZE,
      params: { ...INITIALIZE.params, protocolVersion: asked },
    });
    expect(await answer.json()).toMatchObject({ result: { protocolVersion: want } });
    const headers = {
      'mcp-session-id': answer.headers.get('mcp-session-id') ?? '',
      'mcp-protocol-version': want,
    };
    expect((await client.ask({ method: 'tools/list' }, { headers })).status).toBe(200);
  });

  it.each<[what: string, asked: Asked, status: number, code: number]>([
    ['no session', { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }, 400, -32600],
    [
      'no session, for a notification',
      { body: { jsonrpc: '2.0', method: 'notifications/initialized' } },
      400,
      -32600,
    ],
    [
      'an unknown session',
      { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers: { 'mcp-session-id': 'x' } },
      404,
      -32001,
    ],
    [
      'an unknown session to begin in',
      { body: { jsonrpc: '2.0', id: 1, ...INITIALIZE }, headers: { 'mcp-session-id': 'x' } },
      404,
      -32001,
    ],
    ['a DELETE of none', { method: 'DELETE' }, 400, -32600],
    [
      'another revision',
      { body: { jsonrpc: '2.0', id: 1, ...INITIALIZE }, headers: { 'mcp-protocol-version': '2025-06-18' } },
      400,
      -32000,
    ],
    [
      'bad JSON before another revision',
      {
        read: Promise.resolve({ kind: 'read', bytes: Buffer.from('{') }),
        headers: { 'mcp-protocol-version': '1' },
      },
      400,
      -32700,
    ],
    [
      'a client that wants another type',
      { body: { jsonrpc: '2.0', id: 1, ...INITIALIZE }, headers: { accept: 'text/html' } },
      406,
      -32000,
    ],
    ['too much', { read: Promise.resolve({ kind: 'too-large' }) }, 413, -32000],
    ['half a body', { read: Promise.resolve({ kind: 'cut-off' }) }, 400, -32000],
  ])('%s is refused', async (_what, asked, status, code) => {
    const answer = await (await asker()).answer(asked);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({
      jsonrpc: '2.0',
      error: { code, message: expect.any(String) },
      id: null,
    });
  });

  it('begins once', async () => {
    const client = await asker();
    const headers = await client.begin();
    const answer = await client.ask(INITIALIZE, { headers });
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: -32600 } }]);
  });
});

describe('a call under way', () => {
  it('is cancelled by the client that waits for it, which gets an answer', async () => {
    const client = await asker();
    const headers = await client.begin();
    // The SDK takes no cancellation of an id 0.
    const asked = client.ask(call('never', 0), { headers });
    await expect.poll(() => client.sidecar.calls()).toHaveLength(1);
    const cancelled = {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 0, reason: 'enough' },
    };
    expect((await client.answer({ body: cancelled, headers })).status).toBe(202);
    const answer = await asked;
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { jsonrpc: '2.0', id: 0, error: { code: -32800, message: 'Request cancelled' } },
    ]);
    expect(client.sidecar.cancelled()).toEqual([
      { requestId: client.sidecar.calls()[0]?.id, reason: 'enough' },
    ]);
  });

  it('is not cancelled by another client', async () => {
    const client = await asker();
    const [mine, other] = [await client.begin(), await client.begin()];
    const asked = client.ask(call('never', 7), { headers: mine });
    await expect.poll(() => client.sidecar.calls()).toHaveLength(1);
    await client.answer({
      body: { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } },
      headers: other,
    });
    expect(client.sidecar.cancelled()).toEqual([]);
    client.sidecar.answer(client.sidecar.calls()[0]!.id, { result: { content: [] } });
    expect(await (await asked).json()).toEqual({ jsonrpc: '2.0', id: 7, result: { content: [] } });
  });

  it('is cancelled when the client hangs up', async () => {
    const client = await asker();
    const headers = await client.begin();
    const gone = new AbortController();
    const asked = client.ask(call('never'), { headers, gone: gone.signal });
    await expect.poll(() => client.sidecar.calls()).toHaveLength(1);
    gone.abort();
    await asked;
    expect(client.sidecar.cancelled()).toHaveLength(1);
  });

  it('is answered before its session ends', async () => {
    const client = await asker();
    const headers = await client.begin();
    const asked = client.ask(call('never'), { headers });
    await expect.poll(() => client.sidecar.calls()).toHaveLength(1);
    expect((await client.answer({ method: 'DELETE', headers })).status).toBe(204);
    expect(await (await asked).json()).toMatchObject({ error: { code: -32800 } });
    expect(client.sidecar.cancelled()).toHaveLength(1);
  });

  it('keeps its id to itself', async () => {
    const client = await asker();
    const headers = await client.begin();
    const asked = client.ask(call('never', 5), { headers });
    expect((await client.ask(call('one', 5), { headers })).status).toBe(400);
    expect((await client.ask({ ...call('one'), id: '5' }, { headers })).status).toBe(200);
    await client.gateway.close();
    expect(await (await asked).json()).toMatchObject({ id: 5 });
  });
});

describe('limits', () => {
  it('so many requests at once, and then again', async () => {
    const client = await asker({ requests: 2 });
    const slow = [1, 2].map(() => {
      let cut: (body: Body) => void = () => undefined;
      const answer = client.answer({ read: new Promise((resolve) => (cut = resolve)) });
      return { answer, cut: () => cut({ kind: 'cut-off' }) };
    });
    const refused = await client.ask(INITIALIZE);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    slow[0]?.cut();
    expect((await slow[0]?.answer)?.status).toBe(400);
    expect((await client.ask(INITIALIZE)).status).toBe(200);
    slow[1]?.cut();
  });

  it('so many sessions: the one that was silent for longest makes room', async () => {
    const client = await asker({ sessions: 2 });
    const [first, second] = [await client.begin(), await client.begin()];
    expect((await client.ask({ method: 'ping' }, { headers: first })).status).toBe(200);
    await client.begin();
    expect((await client.ask({ method: 'ping' }, { headers: first })).status).toBe(200);
    expect((await client.ask({ method: 'ping' }, { headers: second })).status).toBe(404);
  });

  it('no session that waits for an answer makes room', async () => {
    const client = await asker({ sessions: 1 });
    const headers = await client.begin();
    void client.ask(call('never'), { headers });
    await expect.poll(() => client.sidecar.calls()).toHaveLength(1);
    expect((await client.ask(INITIALIZE)).status).toBe(503);
  });

  it('a session that nobody uses ends, and one that waits for an answer does not', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const client = await asker({ idle: 1000 });
    const [idle, busy, used] = [await client.begin(), await client.begin(), await client.begin()];
    void client.ask(call('never'), { headers: busy });
    await vi.advanceTimersByTimeAsync(700);
    await client.ask({ method: 'ping' }, { headers: used });
    await vi.advanceTimersByTimeAsync(700);
    const statuses = [idle, busy, used].map(
      async (headers) => (await client.ask({ method: 'ping' }, { headers })).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 200, 200]);
  });
});

it('nothing that is refused leaves a session', async () => {
  const client = await asker({ sessions: 1 });
  const headers = await client.begin();
  for (const accept of ['text/html', ''])
    expect((await client.ask(INITIALIZE, { headers: { accept } })).status).toBe(406);
  expect((await client.ask({ method: 'ping' }, { headers })).status).toBe(200);
});
