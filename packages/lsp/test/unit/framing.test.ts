import { expect, test } from 'bun:test';

import { frame, FrameReader, MAX_MESSAGE_BYTES } from '../../src/jsonrpc/framing.ts';

/** What a reader makes of these chunks: bodies as text, and how often something was dropped. */
function read(...chunks: (string | Uint8Array)[]): { bodies: string[]; dropped: string[]; pending: boolean } {
  const bodies: string[] = [];
  const dropped: string[] = [];
  const reader = new FrameReader({
    // Copied, because the reader reuses what it was given.
    message: (body) => bodies.push(body.toString('utf8')),
    dropped: (what) => dropped.push(what),
  });
  for (const chunk of chunks) reader.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return { bodies, dropped, pending: reader.pending };
}

const MESSAGES = [{ a: 1 }, { text: 'é日本🎉\r\n\r\nContent-Length: 3\r\n\r\n{}' }, {}];
const WHOLE = Buffer.from(MESSAGES.map(frame).join(''));
const CLEAN = { bodies: MESSAGES.map((message) => JSON.stringify(message)), dropped: [], pending: false };

test('messages come out as they went in, wherever the chunks were cut', () => {
  expect(read(WHOLE)).toEqual(CLEAN);
  for (let cut = 0; cut <= WHOLE.length; cut += 1) {
    expect([cut, read(WHOLE.subarray(0, cut), WHOLE.subarray(cut))]).toEqual([cut, CLEAN]);
  }
  expect(read(...[...WHOLE].map((byte) => Uint8Array.of(byte)))).toEqual(CLEAN);
});

test('lengths are counted in bytes', () => {
  expect(frame({ text: '🎉' })).toBe('Content-Length: 15\r\n\r\n{"text":"🎉"}');
});

const GARBAGE: [title: string, input: string, bodies: string[], dropped: number][] = [
  ['a line before the header', 'Debugger attached.\nContent-Length: 2\r\n\r\n{}', ['{}'], 0],
  ['a header of another program in front', 'Content-Length: 99\nContent-Length: 2\r\n\r\n{}', ['{}'], 0],
  [
    'more headers, in either order',
    'Content-Type: x; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}Content-Length: 2\r\nContent-Type: x\r\n\r\n[]',
    ['{}', '[]'],
    0,
  ],
  [
    'upper and lower case, more spaces or none',
    'content-length:2\r\n\r\n{}CONTENT-LENGTH:   2\r\n\r\n[]',
    ['{}', '[]'],
    0,
  ],
  ['a block without a length', 'Hello: world\r\n\r\nContent-Length: 2\r\n\r\n{}', ['{}'], 1],
  ['a length that is no number', 'Content-Length: many\r\n\r\nContent-Length: 2\r\n\r\n{}', ['{}'], 1],
  ['an empty message', 'Content-Length: 0\r\n\r\nContent-Length: 2\r\n\r\n{}', ['', '{}'], 0],
  ['text between two messages', `${frame({})}oops\n${frame([])}`, ['{}', '[]'], 0],
  ['a flood without a header', `${'x'.repeat(100_000)}\n${frame({})}`, ['{}'], 0],
];

test('bytes that are no header are passed over, and the next header is taken', () => {
  for (const [title, input, bodies, dropped] of GARBAGE) {
    const { pending, ...rest } = read(input);
    expect([title, rest.bodies, rest.dropped.length, pending]).toEqual([title, bodies, dropped, false]);
  }
});

test('a flood without a header that comes in pieces is dropped as it comes, and not the header behind it', () => {
  const header = frame({});
  const { bodies, dropped } = read('x'.repeat(9000), 'x'.repeat(9000) + header.slice(0, 9), header.slice(9));
  expect(bodies).toEqual(['{}']);
  expect(dropped.length).toBeGreaterThan(0);
});

test('a message that is too long is skipped whole, and the next one is read', () => {
  const length = MAX_MESSAGE_BYTES + 5;
  const megabyte = Buffer.alloc(1024 * 1024, 'Content-Length: 1\r\n\r\nx');
  const body = Array.from({ length: Math.floor(length / megabyte.length) }, () => megabyte);
  const rest = 'y'.repeat(length % megabyte.length);
  expect(read(`Content-Length: ${length}\r\n\r\n`, ...body, `${rest}${frame({})}`)).toEqual({
    bodies: ['{}'],
    dropped: [`a message of ${length} bytes`],
    pending: false,
  });
});

test('a stream that ends within a header, a body or a skipped message has ended in the middle', () => {
  for (const beginning of [
    'Content-Len',
    'Content-Length: 2\r\n\r\n',
    'Content-Length: 2\r\n\r\n{',
    `Content-Length: ${MAX_MESSAGE_BYTES + 1}\r\n\r\n`,
  ]) {
    expect([beginning, read(beginning).pending]).toEqual([beginning, true]);
  }
});
