import { spawn } from 'node:child_process';
import { PassThrough, Readable, Writable } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FdTransport } from '../src/lsp/fd-transport.js';

const PING: JSONRPCMessage = { jsonrpc: '2.0', id: 1, method: 'ping' };
const line = (message: unknown): string => `${JSON.stringify(message)}\n`;

interface Ends {
  transport: FdTransport;
  toServer: PassThrough;
  fromServer: PassThrough;
  /** What the transport has told of: messages, errors by their text, and `closed`. */
  heard: unknown[];
}

async function open(maxLineBytes?: number): Promise<Ends> {
  const toServer = new PassThrough();
  const fromServer = new PassThrough();
  const transport = new FdTransport({ toServer, fromServer }, maxLineBytes);
  const heard = listenTo(transport);
  await transport.start();
  return { transport, toServer, fromServer, heard };
}

function listenTo(transport: FdTransport): unknown[] {
  const heard: unknown[] = [];
  transport.onmessage = (message) => heard.push(message);
  transport.onerror = (error) => heard.push(error.message);
  transport.onclose = () => heard.push('closed');
  return heard;
}

describe('what comes in', () => {
  it('REQ-NAVR-010: a line of JSON is a message, however it is cut', async () => {
    const { fromServer, heard } = await open();
    const answer = { jsonrpc: '2.0', id: 1, result: { text: 'é🙂\u2028' } };
    const bytes = Buffer.from(line(answer) + line(PING).replace('\n', '\r\n'));
    for (const byte of bytes) fromServer.write(Buffer.of(byte));
    fromServer.write(bytes);
    await expect.poll(() => heard).toEqual([answer, PING, answer, PING]);
  });

  it('a line that is no message is reported, and the next one counts', async () => {
    const { fromServer, heard } = await open();
    fromServer.write(`garbage\n${line({ jsonrpc: '1.0' })}\n${line(PING)}`);
    await expect
      .poll(() => heard)
      .toEqual([expect.stringMatching(/JSON/), expect.any(String), expect.any(String), PING]);
  });

  it('whoever stumbles over a message does not stop the next one', async () => {
    const { transport, fromServer, heard } = await open();
    transport.onmessage = () => {
      throw new Error('a bug');
    };
    fromServer.write(line(PING) + line(PING));
    await expect.poll(() => heard).toEqual(['a bug', 'a bug']);
  });

  it('a line over the limit ends it, with its reason', async () => {
    const { fromServer, heard } = await open(100);
    fromServer.write(line(PING));
    for (let i = 0; i < 3; i++) fromServer.write('x'.repeat(50));
    await expect
      .poll(() => heard)
      .toEqual([PING, expect.stringContaining('maximum size of 100 bytes'), 'closed']);
    expect(fromServer.destroyed).toBe(true);
  });

  it('nothing comes after close, not even what had arrived with it', async () => {
    const { transport, fromServer, heard } = await open();
    transport.onmessage = (message) => {
      heard.push(message);
      void transport.close();
    };
    fromServer.write(line(PING) + line(PING));
    await expect.poll(() => heard).toEqual([PING, 'closed']);
  });
});

describe('what goes out', () => {
  it('REQ-NAVR-010: is a line each, in order', async () => {
    const { transport, toServer } = await open();
    await Promise.all([transport.send(PING), transport.send({ ...PING, id: 2 })]);
    expect(String(toServer.read())).toBe(line(PING) + line({ ...PING, id: 2 }));
  });

  it('is sent when the pipe has taken it', async () => {
    const { transport, toServer } = await open();
    let sent = false;
    const sending = transport
      .send({ ...PING, params: { text: 'x'.repeat(1_000_000) } })
      .then(() => (sent = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toBe(false);
    toServer.resume();
    await sending;
  });

  it('rejects where it can go no more, and ends the transport once', async () => {
    const { transport, toServer, heard } = await open();
    const sending = transport.send({ ...PING, params: { text: 'x'.repeat(1_000_000) } });
    toServer.destroy(new Error('broken pipe'));
    await expect(sending).rejects.toThrow();
    await expect.poll(() => heard.at(-1)).toBe('closed');
    expect(heard.filter((what) => what === 'closed')).toHaveLength(1);
    await expect(transport.send(PING)).rejects.toThrow('closed');
  });

  it('rejects what is no JSON, and stays open', async () => {
    const { transport, heard } = await open();
    const params: Record<string, unknown> = {};
    params['itself'] = params;
    await expect(transport.send({ ...PING, params })).rejects.toThrow(/circular/);
    await transport.send(PING);
    expect(heard).toEqual([]);
  });
});

describe('its end', () => {
  const endings: [how: string, end: (ends: Ends) => void, heard: unknown[]][] = [
    ['close', ({ transport }) => void transport.close(), ['closed']],
    ['the end of fd4', ({ fromServer }) => fromServer.end(), ['closed']],
    ['the loss of fd4', ({ fromServer }) => fromServer.destroy(), ['closed']],
    ['an error of fd4', ({ fromServer }) => fromServer.destroy(new Error('EIO')), ['EIO', 'closed']],
    ['the loss of fd3', ({ toServer }) => toServer.destroy(), ['closed']],
    ['an error of fd3', ({ toServer }) => toServer.destroy(new Error('EPIPE')), ['EPIPE', 'closed']],
  ];
  it.each(endings)('REQ-NAVR-010: comes once, by %s, and takes both pipes along', async (_how, end, want) => {
    const ends = await open();
    end(ends);
    await expect.poll(() => ends.heard).toEqual(want);
    await ends.transport.close();
    // Nobody listens but the transport: without it, this would end the process.
    ends.toServer.emit('error', new Error('late'));
    ends.fromServer.emit('error', new Error('late'));
    expect(ends.heard).toEqual(want);
    expect([ends.toServer.destroyed, ends.fromServer.destroyed]).toEqual([true, true]);
  });

  it('before its start: there is none', async () => {
    const { transport, fromServer } = await open();
    await expect(transport.start()).rejects.toThrow('twice');
    fromServer.destroy();
    const late = new FdTransport({ toServer: new PassThrough(), fromServer });
    await expect(late.start()).rejects.toThrow('closed');
    await expect(late.send(PING)).rejects.toThrow('closed');
  });

  it('is noticed where a process dies that has not read what was sent', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [, , , toServer, fromServer] = child.stdio;
    if (!(toServer instanceof Writable) || !(fromServer instanceof Readable)) throw new Error('no pipes');
    const transport = new FdTransport({ toServer, fromServer });
    const heard = listenTo(transport);
    await transport.start();
    const sending = transport.send({ ...PING, params: { text: 'x'.repeat(4_000_000) } });
    child.kill('SIGKILL');
    await expect(sending).rejects.toThrow();
    await expect.poll(() => heard.filter((what) => what === 'closed')).toEqual(['closed']);
  });
});
