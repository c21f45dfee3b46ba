import assert from 'node:assert/strict';
import * as fc from 'fast-check';

import type { FuzzTarget } from '../../../../scripts/lib/fuzz/target.ts';
import { Connection, RequestFailure } from '../../src/jsonrpc/connection.ts';
import { FrameReader, frame } from '../../src/jsonrpc/framing.ts';
import { Frames } from '../harness/framing.ts';
import { anyJson, hostileText } from './values.ts';

/** What a server prints by accident: anything but a header of its own. */
const noise = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  hostileText.filter((text) => !/content-length/i.test(text)),
  fc.constantFrom(
    '\r\n\r\n',
    '\r\n',
    '\n\n',
    'Content-Type: x\r\n',
    'Content-Length: \r\n\r\n',
    'Content-Length: -5\r\n\r\n',
    'x'.repeat(9000),
    '{"jsonrpc":"2.0"}\n',
  ),
);
const header = fc.constantFrom(
  'Content-Length: N\r\n\r\n',
  'content-length:N\r\n\r\n',
  'Content-Type: utf-8\r\nContent-Length: N\r\n\r\n',
  'Content-Length: N\r\nContent-Type: utf-8\r\n\r\n',
  'Content-Length: 3\r\nContent-Length: N\r\n\r\n',
);
const messages = fc.array(fc.tuple(noise, header, anyJson), { maxLength: 5 });
const cuts = fc.array(fc.nat(40), { minLength: 1, maxLength: 12 });

/** In chunks of these sizes, over and over; 0 is an empty chunk. */
function* chunksOf(bytes: Buffer, sizes: readonly number[]): Generator<Buffer> {
  const step = sizes.some((size) => size > 0) ? sizes : [1];
  for (let [at, turn] = [0, 0]; at < bytes.length; turn++) {
    const size = step[turn % step.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

function bodiesIn(bytes: Buffer, sizes: readonly number[]): { bodies: string[]; pending: boolean } {
  const bodies: string[] = [];
  const reader = new FrameReader({
    message: (body) => bodies.push(body.toString('utf8')),
    dropped: () => undefined,
  });
  for (const chunk of chunksOf(bytes, sizes)) reader.push(chunk);
  return { bodies, pending: reader.pending };
}

const property = fc.property(messages, cuts, fc.uint8Array({ maxLength: 200 }), (sent, sizes, garbage) => {
  const bodies = sent.map(([, , value]) => JSON.stringify(value));
  const bytes = sent
    .map(
      ([before, head], at) =>
        `${before}${head.replace('N', String(Buffer.byteLength(bodies[at] ?? '')))}${bodies[at]}`,
    )
    .join('');
  assert.deepEqual(bodiesIn(Buffer.from(bytes), sizes), {
    bodies: bodies.map((body) => Buffer.from(body).toString()),
    pending: false,
  });

  // What we write, a strict reader reads, wherever it is cut.
  const ours = sent.map(([, , value]) => ({ value }));
  const frames = new Frames();
  const read = [...chunksOf(Buffer.from(ours.map(frame).join('')), sizes)].flatMap((chunk) =>
    frames.push(chunk),
  );
  assert.deepEqual(read, JSON.parse(JSON.stringify(ours)));

  // Bytes that mean nothing end nothing.
  const before = bodiesIn(Buffer.from(garbage), sizes);
  assert.ok(before.bodies.length <= garbage.length);
});

export const framing: FuzzTarget = {
  name: 'framing',
  holds: 'messages come out as they went in, wherever the stream is cut and whatever is printed between them',
  check: (budget) => fc.check(property, budget),
  found: {},
};

const method = fc.constantFrom<unknown>(
  'echo',
  'throws',
  'fails',
  'never',
  '$/cancelRequest',
  '',
  'toString',
  7,
  null,
);
const id = fc.oneof(fc.constantFrom<unknown>(1, 2, 'a', null, 1.5, -1), anyJson);
const message = fc.oneof(
  fc.record(
    { id, method, params: anyJson, result: anyJson, error: anyJson },
    { requiredKeys: [], noNullPrototype: true },
  ),
  anyJson,
);

/** A peer that says this and then ends: it gets an answer to each request, and nothing else. */
const conversation = fc.asyncProperty(fc.array(message, { maxLength: 8 }), cuts, async (said, sizes) => {
  const frames = new Frames();
  const answers: { id: unknown }[] = [];
  const bytes = Buffer.from(
    said
      .map(
        (each) => `Content-Length: ${Buffer.byteLength(JSON.stringify(each))}\r\n\r\n${JSON.stringify(each)}`,
      )
      .join(''),
  );
  const ended = Promise.withResolvers<undefined>();
  async function* readable(): AsyncGenerator<Uint8Array> {
    yield* chunksOf(bytes, sizes);
    await ended.promise;
  }
  const connection = new Connection(
    {
      readable: readable(),
      write: (text) => answers.push(...(frames.push(Buffer.from(text)) as { id: unknown }[])),
    },
    {
      request: (called, params) => {
        if (called === 'throws') throw new Error('a bug');
        if (called === 'fails') throw new RequestFailure(-32602, 'no');
        return called === 'never' ? new Promise(() => undefined) : params;
      },
      notification: (called) => {
        if (called === 'throws') throw new Error('a bug');
      },
      protocolError: () => undefined,
    },
  );
  const ours = connection.request('ask', {});
  connection.listen();
  await new Promise<void>((resolve) => setImmediate(resolve));
  ended.resolve(undefined);
  await connection.closed;
  await ours;
  const [asked, ...given] = answers;
  assert.deepEqual({ ...asked }, { jsonrpc: '2.0', id: 1, method: 'ask', params: {} });
  const wanted = (JSON.parse(JSON.stringify(said)) as unknown[]).flatMap((each) => {
    const { id: asker, method: called } = Object(each) as { id?: unknown; method?: unknown };
    return typeof called === 'string' &&
      called !== 'never' &&
      Object.hasOwn(Object(each) as object, 'id') &&
      !Array.isArray(each)
      ? [JSON.stringify(asker)]
      : [];
  });
  assert.deepEqual(given.map((answer) => JSON.stringify(answer.id)).sort(), wanted.sort());
});

export const connection: FuzzTarget = {
  name: 'connection',
  holds:
    'a peer that says anything gets one answer to each request and nothing else, and its end ends every wait',
  check: (budget) => fc.check(conversation, budget),
  found: {},
};
