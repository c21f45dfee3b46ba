import { expect, test } from 'bun:test';

import { Connection, ErrorCodes, type Response, RequestFailure } from '../../src/jsonrpc/connection.ts';
import { frame, Frames } from '../harness/framing.ts';

interface Sent {
  jsonrpc: string;
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { code: number; message: string };
}

/** A connection and the test at its other end. */
function connect(request: (method: string, params: unknown, signal: AbortSignal) => unknown = () => null) {
  const sent: Sent[] = [];
  const errors: string[] = [];
  const heard: string[] = [];
  const frames = new Frames();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const peer = writable.getWriter();
  const connection = new Connection(
    { readable, write: (text) => void sent.push(...(frames.push(Buffer.from(text)) as Sent[])) },
    {
      request,
      notification: (method) => void heard.push(method),
      protocolError: (what) => errors.push(what),
    },
  );
  connection.listen();
  return {
    connection,
    sent,
    complaints: errors,
    heard,
    say: (...messages: unknown[]) => peer.write(Buffer.concat(messages.map((message) => frame(message)))),
    hangUp: () => peer.close(),
  };
}

test('requests are sent in the order of the calls, and each reply finds its own, in whatever order they come', async () => {
  const { connection, sent, say } = connect();
  const replies = ['a', 'b', 'c'].map((method) => connection.request(method, { of: method }));
  connection.notify('note');
  expect(sent.map(({ method, id }) => [method, id])).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', 3],
    ['note', undefined],
  ]);
  await say(
    { id: 3, result: 'third' },
    { id: 1, result: null },
    { id: 2, error: { code: -32801, message: 'modified', data: [7] } },
  );
  expect(await Promise.all(replies)).toEqual([
    { kind: 'result', result: null },
    { kind: 'error', error: { code: -32801, message: 'modified', data: [7] } },
    { kind: 'result', result: 'third' },
  ]);
});

test('params are left out where there are none: some servers refuse anything else for shutdown', () => {
  const { connection, sent } = connect();
  void connection.request('shutdown', undefined);
  connection.notify('exit', undefined);
  expect(sent).toEqual([
    { jsonrpc: '2.0', id: 1, method: 'shutdown' },
    { jsonrpc: '2.0', method: 'exit' },
  ]);
});

test('an error reply without code or message is one all the same', async () => {
  const { connection, say } = connect();
  const reply = connection.request('a', {});
  await say({ id: 1, error: {} });
  expect(await reply).toEqual({
    kind: 'error',
    error: { code: ErrorCodes.InternalError, message: 'unknown error', data: undefined },
  });
});

test('REQ-TIME-080: an aborted request ends at once and is taken back; what comes for it later is no error', async () => {
  const { connection, sent, complaints: errors, say } = connect();
  const abort = new AbortController();
  const reply = connection.request('slow', {}, abort.signal);
  const other = connection.request('other', {});
  abort.abort();
  expect(await reply).toEqual({ kind: 'cancelled' });
  expect(sent.at(-1)).toMatchObject({ method: '$/cancelRequest', params: { id: 1 } });
  await say({ id: 1, result: 'too late' }, { id: 2, result: 'in time' });
  expect(await other).toEqual({ kind: 'result', result: 'in time' });
  expect(errors).toEqual([]);
});

test('a request whose signal has aborted already is never sent', async () => {
  const { connection, sent } = connect();
  expect(await connection.request('a', {}, AbortSignal.abort())).toEqual({ kind: 'cancelled' });
  expect(sent).toEqual([]);
});

test('a settled request takes nothing back when its signal aborts afterwards', async () => {
  const { connection, sent, say } = connect();
  const abort = new AbortController();
  const reply = connection.request('a', {}, abort.signal);
  await say({ id: 1, result: 1 });
  await reply;
  abort.abort();
  expect(sent).toHaveLength(1);
});

const ENDS: [title: string, end: (wire: ReturnType<typeof connect>) => unknown][] = [
  ['the end of the stream', ({ hangUp }) => hangUp()],
  ['close', ({ connection }) => connection.close()],
];

for (const [title, end] of ENDS) {
  test(`REQ-LIFE-070: ${title} wakes everybody who waits, aborts what is being served, and lets nothing more out`, async () => {
    let served: AbortSignal | undefined;
    const asked = Promise.withResolvers<void>();
    const wire = connect((_method, _params, signal) => {
      served = signal;
      asked.resolve();
      return new Promise(() => undefined);
    });
    const { connection, sent, say } = wire;
    const replies: Promise<Response>[] = [
      connection.request('a', {}),
      connection.request('b', {}, new AbortController().signal),
    ];
    await say({ id: 'x', method: 'serve me' });
    await asked.promise;
    end(wire);
    expect(await Promise.all(replies)).toEqual([{ kind: 'closed' }, { kind: 'closed' }]);
    await connection.closed;
    expect(served?.aborted).toBe(true);
    expect(await connection.request('c', {})).toEqual({ kind: 'closed' });
    connection.notify('d');
    expect(sent).toHaveLength(2);
  });
}

test('a handler that throws answers with an error: its own where it chose one, an internal one that is logged otherwise', async () => {
  const {
    sent,
    complaints: errors,
    say,
    hangUp,
    connection,
  } = connect((method) => {
    if (method === 'refused')
      throw new RequestFailure(ErrorCodes.InvalidParams, 'filePath: expected a string');
    throw new Error(`bug in ${method}`);
  });
  await say({ id: 1, method: 'refused' }, { id: 'two', method: 'broken' });
  await hangUp();
  await connection.closed;
  expect(sent).toMatchObject([
    { id: 1, error: { code: ErrorCodes.InvalidParams, message: 'filePath: expected a string' } },
    { id: 'two', error: { code: ErrorCodes.InternalError, message: 'bug in broken' } },
  ] as object[]);
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain('bug in broken');
});

test('messages are dispatched in the order in which they came, and a handler that waits holds up none behind it', async () => {
  const release = Promise.withResolvers<string>();
  const { sent, heard, say, hangUp, connection } = connect((method) =>
    method === 'slow' ? release.promise : method,
  );
  await say({ id: 1, method: 'slow' }, { method: 'first' }, { id: 2, method: 'fast' }, { method: 'second' });
  const behindThem = connection.request('after all these', {});
  await say({ id: 1, result: null });
  await behindThem;
  expect(heard).toEqual(['first', 'second']);
  expect(sent.filter(({ result }) => result !== undefined).map(({ id }) => id)).toEqual([2]);
  release.resolve('slow at last');
  await hangUp();
  await connection.closed;
  expect(sent.at(-1)).toMatchObject({ id: 1, result: 'slow at last' });
});

test('$/cancelRequest aborts the request that it names and no other', async () => {
  const signals = new Map<string, AbortSignal>();
  const { say, connection } = connect((method, _params, signal) => {
    signals.set(method, signal);
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve('gave up')));
  });
  await say(
    { id: 1, method: 'a' },
    { id: 'b', method: 'b' },
    { method: '$/cancelRequest', params: { id: 'b' } },
    { method: '$/cancelRequest' },
  );
  const seen = connection.request('after that', {});
  await say({ id: 1, result: null });
  await seen;
  expect([signals.get('a')?.aborted, signals.get('b')?.aborted]).toEqual([false, true]);
});
