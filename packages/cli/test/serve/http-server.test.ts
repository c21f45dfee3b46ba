import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { GatewayRequest } from '../../src/serve/gateway.js';
import { listenOnLoopback, type Answer, type HttpTimes } from '../../src/serve/http-server.js';

const TIMES: HttpTimes = { request: 300, answer: 300, keepAlive: 300 };

async function serving(
  answer: Answer,
  times = TIMES,
): Promise<{ url: string; port: number; close: () => Promise<void> }> {
  const listening = await listenOnLoopback(0, answer, times);
  if (listening.kind === 'failed') throw new Error(listening.reason);
  onTestFinished(listening.close);
  return { ...listening, port: Number(new URL(listening.url).port) };
}

/** What a server says to these bytes, until it hangs up. */
async function say(port: number, bytes: string): Promise<string> {
  const socket = open(port);
  socket.write(bytes);
  return text(socket);
}

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Answers with what a body came to. */
const readsAll: Answer = async ({ readBody }) => {
  const body = await readBody(1000);
  return new Response(body.kind === 'read' ? Buffer.from(body.bytes).toString() : body.kind, {
    status: body.kind === 'too-large' ? 413 : 200,
  });
};

it('listens on the loopback interface, on a port of its own choice', async () => {
  const { url, port } = await serving(readsAll);
  expect(url).toBe(`http://127.0.0.1:${port}/mcp`);
  expect(await (await fetch(url, { method: 'POST', body: 'é' })).text()).toBe('é');
});

it('a port in use is a failure with a reason', async () => {
  const { port } = await serving(readsAll);
  expect(await listenOnLoopback(port, readsAll)).toEqual({
    kind: 'failed',
    reason: `port ${port} is in use`,
  });
});

it('hands on the head as it came', async () => {
  const heads: GatewayRequest['head'][] = [];
  const { port } = await serving(({ head }) => {
    heads.push(head);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  await say(
    port,
    'DELETE /a/../mcp?x HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\nConnection: close\r\n\r\n',
  );
  expect(heads).toMatchObject([{ method: 'DELETE', target: '/a/../mcp?x', port }]);
  expect(heads[0]?.headers.get('authorization')).toBe('Bearer a, Bearer b');
});

describe('a body', () => {
  it('over the limit is refused before its rest has come', async () => {
    const { port } = await serving(readsAll);
    const said = await say(
      port,
      `POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n${'x'.repeat(1001)}`,
    );
    expect(said).toMatch(/^HTTP\/1\.1 413 /);
    expect(said).toMatch(/^Connection: close\r$/m);
  });

  it('without a length, over the limit, as well', async () => {
    const { port } = await serving(readsAll);
    expect(
      await say(
        port,
        `POST /mcp HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n${'x'.repeat(1001)}\r\n`,
      ),
    ).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('that is not wanted is not read', async () => {
    const { port } = await serving(() => Promise.resolve(new Response('no', { status: 401 })));
    const said = await say(port, 'POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 5000000\r\n\r\nx');
    expect(said).toMatch(/^HTTP\/1\.1 401 /);
    expect(said).toMatch(/^Connection: close\r$/m);
  });

  it('is asked for when a client waits for that, and only if it is wanted', async () => {
    const head =
      'POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n';
    const { port } = await serving(readsAll);
    const socket = open(port);
    socket.write(head);
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write('ok');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [^]*ok$/);
    const { port: refusing } = await serving(() => Promise.resolve(new Response(null, { status: 401 })));
    expect(await say(refusing, head)).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('that comes too slowly ends the connection', async () => {
    const { port } = await serving(readsAll);
    expect(await say(port, 'POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nx')).toMatch(
      /^HTTP\/1\.1 408 /,
    );
  });

  it('that breaks off frees whoever waited for it', async () => {
    let kind: string | undefined;
    const { port } = await serving(async ({ readBody }) => {
      ({ kind } = await readBody(1000));
      return new Response();
    });
    open(port).end('POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nx');
    await expect.poll(() => kind).toBe('cut-off');
  });
});

it.each<[what: string, bytes: string, status: RegExp]>([
  ['a head that comes too slowly', 'POST /mcp HTTP/1.1\r\nHo', /^HTTP\/1\.1 408 /],
  [
    'a head that is too large',
    `POST /mcp HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    /^HTTP\/1\.1 431 /,
  ],
  ['what is not HTTP', '\x16\x03\x01\x02\x00\x01\r\n\r\n', /^HTTP\/1\.1 400 /],
  [
    'two lengths',
    'POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    /^HTTP\/1\.1 400 /,
  ],
  [
    'a length and chunks',
    'POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    /^HTTP\/1\.1 400 /,
  ],
  ['no host', 'POST /mcp HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400 /],
])('%s ends the connection', async (_what, bytes, status) => {
  const { port } = await serving(readsAll);
  expect(await say(port, bytes)).toMatch(status);
});

it('a client that hangs up is gone, and one that has its answer is not', async () => {
  const gone: AbortSignal[] = [];
  const { url, port } = await serving(async (inquiry) => {
    gone.push(inquiry.gone);
    if (inquiry.head.method === 'DELETE') await once(inquiry.gone, 'abort');
    return new Response('ok');
  });
  expect(await (await fetch(url)).text()).toBe('ok');
  const socket = open(port);
  socket.write('DELETE /mcp HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(() => gone).toHaveLength(2);
  socket.destroy();
  await expect.poll(() => gone.map(({ aborted }) => aborted)).toEqual([false, true]);
});

it('who does not take an answer loses the connection', async () => {
  const { port } = await serving(() => Promise.resolve(new Response('x'.repeat(50_000_000))));
  const socket = open(port);
  socket.pause().write('GET /mcp HTTP/1.1\r\nHost: a\r\n\r\n');
  // Who does not read notices by writing.
  const isLost = (): boolean => {
    socket.write(' ');
    return socket.destroyed;
  };
  await expect.poll(isLost, { timeout: 5000 }).toBe(true);
});

it('a bug is an error that says nothing of this machine', async () => {
  const { url } = await serving(() => Promise.reject(new Error('/home/somebody/secret')));
  const answer = await fetch(url);
  expect([answer.status, await answer.json()]).toEqual([
    500,
    { jsonrpc: '2.0', error: { code: -32000, message: 'Internal error' }, id: null },
  ]);
});

it('closes with open connections, soon', async () => {
  let asked = 0;
  const { port, close } = await serving(({ head }) => {
    asked++;
    return head.method === 'GET' ? Promise.resolve(new Response('ok')) : new Promise(() => undefined);
  });
  const [idle, waiting] = [open(port), open(port)];
  idle.write('GET /mcp HTTP/1.1\r\nHost: a\r\n\r\n');
  waiting.write('POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n');
  const [idled] = (await once(idle, 'data')) as [Buffer];
  expect(idled.toString()).toMatch(/^HTTP\/1\.1 200 /);
  await expect.poll(() => asked).toBe(2);
  const ends = [idle, waiting].map((socket) => once(socket, 'close'));
  waiting.resume();
  await close();
  await Promise.all(ends);
  const again = await listenOnLoopback(port, readsAll);
  expect(again.kind).toBe('listening');
  if (again.kind === 'listening') await again.close();
});
