import { afterEach, beforeEach, expect, test } from 'bun:test';

import { connectLocal } from '../../src/client/process/local-socket.ts';
import { Connection } from '../../src/jsonrpc/connection.ts';
import { frame } from '../../src/jsonrpc/framing.ts';
import { Workspace } from '../harness/workspace.ts';

let workspace: Workspace;
beforeEach(() => {
  workspace = new Workspace();
});
afterEach(() => {
  workspace[Symbol.dispose]();
});

/** Hears what is sent until it holds `end`, then says what it is told to, in these pieces, and hangs up. */
async function listen(
  end: string,
  pieces: (heard: string) => readonly Uint8Array[],
): Promise<{ path: string; closed: Promise<void>; stop: () => void }> {
  const path = workspace.path('socket');
  const closed = Promise.withResolvers<void>();
  let heard = Buffer.alloc(0);
  const server = Bun.listen({
    unix: path,
    socket: {
      async data(socket, chunk) {
        heard = Buffer.concat([heard, chunk]);
        if (!heard.includes(end)) return;
        for (const piece of pieces(heard.toString('utf8'))) {
          socket.write(piece);
          socket.flush();
          await new Promise(setImmediate);
        }
        socket.end();
      },
      close: () => {
        closed.resolve();
      },
    },
  });
  return {
    path,
    closed: closed.promise,
    stop: () => {
      server.stop(true);
    },
  };
}

test('nobody listens: there is no connection', async () => {
  expect(await connectLocal(workspace.path('nothing'))).toBeUndefined();
});

test('long questions arrive whole, and answers in pieces, whatever is cut in two; then every waiter wakes', async () => {
  const long = 'ä€😀'.repeat(500_000);
  const server = await listen('THE END', (heard) => {
    const answer = Buffer.from(
      frame({ jsonrpc: '2.0', id: 1, result: `${heard.includes(long) ? 'whole' : 'torn'} 😀€` }),
    );
    return Array.from({ length: answer.length }, (_, at) => answer.subarray(at, at + 1));
  });
  const streams = await connectLocal(server.path);
  if (streams === undefined) throw new Error('nobody listens');
  const problems: string[] = [];
  const connection = new Connection(streams, {
    request: () => null,
    notification: () => undefined,
    protocolError: (what) => problems.push(what),
  });
  connection.listen();
  const first = connection.request('first', { long, last: 'THE END' });
  const second = connection.request('second', {});
  expect([await first, await second]).toEqual([{ kind: 'result', result: 'whole 😀€' }, { kind: 'closed' }]);
  expect(problems).toEqual([]);
  server.stop();
});

test('who stops reading hangs up, and what is said after that does no harm', async () => {
  const server = await listen('hello', () => ['one', 'two', 'three'].map((word) => Buffer.from(word)));
  const streams = await connectLocal(server.path);
  if (streams === undefined) throw new Error('nobody listens');
  streams.write('hello');
  for await (const chunk of streams.readable) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }
  await server.closed;
  server.stop();
});
