import { expect, test } from 'bun:test';

import { Connection, type Response } from '../../src/jsonrpc/connection.ts';
import { frame } from '../../src/jsonrpc/framing.ts';

/** A connection that reads these messages and then the end of the stream; resolves to its complaints and what it wrote. */
async function read(
  messages: object[],
  request: () => unknown,
  notification: () => void | Promise<void>,
): Promise<{ errors: string[]; written: string[] }> {
  const errors: string[] = [];
  const written: string[] = [];
  const chunks = messages.map((message) => Buffer.from(frame({ jsonrpc: '2.0', ...message })));
  const connection = new Connection(
    {
      readable: new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (const chunk of chunks) controller.enqueue(chunk);
          controller.close();
        },
      }),
      write: (text) => written.push(text),
    },
    { request, notification, protocolError: (what) => errors.push(what) },
  );
  connection.listen();
  await connection.closed;
  return { errors, written };
}

const nothing = (): void => undefined;

test('a notification whose handler fails, at once or later, is a line in the log, and the next message is read', async () => {
  const later = (): Promise<void> => Promise.reject(new Error('later'));
  const atOnce = (): void => {
    throw new Error('at once');
  };
  for (const fails of [later, atOnce]) {
    const { errors, written } = await read(
      [{ method: 'lsp/warm' }, { id: 1, method: 'lsp/status' }],
      () => 'fine',
      fails,
    );
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain('lsp/warm: Error: ');
    expect(written.join()).toContain('"result":"fine"');
  }
});

test('a request is answered `closed` once the peer has gone, whether it was sent before or is sent after', async () => {
  const replies: Promise<Response>[] = [];
  const connection = new Connection(
    { readable: new ReadableStream({ start: (controller) => controller.close() }), write: nothing },
    { request: nothing, notification: nothing, protocolError: nothing },
  );
  replies.push(connection.request('before', {}));
  connection.listen();
  await connection.closed;
  replies.push(connection.request('after', {}));
  expect(await Promise.all(replies)).toEqual([{ kind: 'closed' }, { kind: 'closed' }]);
});
