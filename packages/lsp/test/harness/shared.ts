import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';

import type { CheckReport, LspConfig, LspRequests } from '../../src/types.ts';
import { frame, Frames } from './framing.ts';
import { Inbox } from './inbox.ts';
import { Mcp } from './mcp.ts';
import type { Message } from './sidecar.ts';

export const KEY = 'the key of the test';

/** One session of a shared service, as a host sees it. */
export class SharedSession implements Disposable {
  readonly id = randomUUID();
  readonly #inbox = new Inbox<Message>('message', (message) => JSON.stringify(message).slice(0, 300));
  #nextId = 1;

  private constructor(
    private readonly path: string,
    private readonly socket: Socket,
    readonly welcome: { key: string; pid: number },
    chunks: AsyncIterableIterator<Buffer>,
  ) {
    void this.#read(chunks);
  }

  static async join(path: string, config: LspConfig = {}, id?: string): Promise<SharedSession> {
    const socket = connect(path).on('error', () => undefined);
    const own = id ?? randomUUID();
    socket.write(
      `${JSON.stringify({ key: KEY, session: own, channel: 'rpc', host: { name: 'test', pid: process.pid }, config })}\n`,
    );
    const { line, chunks } = await firstLine(socket);
    const session = new SharedSession(path, socket, JSON.parse(line) as { key: string; pid: number }, chunks);
    Object.assign(session, { id: own });
    // A file that is written while the service loads has no state before that.
    await session.request('lsp/status', {});
    return session;
  }

  get closed(): Promise<void> {
    return this.socket.closed
      ? Promise.resolve()
      : new Promise((resolve) => this.socket.once('close', () => resolve()));
  }

  request<M extends keyof LspRequests>(
    method: M,
    params: LspRequests[M]['params'],
  ): Promise<LspRequests[M]['result']> {
    return this.ask(method, params).result;
  }

  /** Sends the request and hands out its id, for `cancel`. */
  ask<M extends keyof LspRequests>(
    method: M,
    params: LspRequests[M]['params'],
  ): { id: number; result: Promise<LspRequests[M]['result']> } {
    const id = this.#nextId++;
    this.socket.write(frame({ jsonrpc: '2.0', id, method, params }));
    return { id, result: this.#answer<M>(id) };
  }

  cancel(id: number): void {
    this.socket.write(frame({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id } }));
  }

  check(filePath: string, text: string, before?: string): Promise<CheckReport> {
    return this.request('lsp/check', {
      files: [{ filePath, text, ...(before !== undefined && { before }) }],
      origins: true,
    });
  }

  async openMcp(): Promise<{ mcp: Mcp; socket: Socket }> {
    const socket = connect(this.path).on('error', () => undefined);
    socket.write(`${JSON.stringify({ key: KEY, session: this.id, channel: 'mcp' })}\n`);
    const { chunks } = await firstLine(socket);
    const from = new PassThrough();
    void (async () => {
      for await (const chunk of chunks) from.write(chunk);
    })();
    return { mcp: new Mcp(socket, from), socket };
  }

  /** As if the host were killed. */
  [Symbol.dispose](): void {
    this.socket.destroy();
  }

  async #answer<M extends keyof LspRequests>(id: number): Promise<LspRequests[M]['result']> {
    const { result, error } = await this.#inbox.until(
      (message) => message.method === undefined && message.id === id,
    );
    if (error !== undefined) throw new Error(error.message);
    return result as LspRequests[M]['result'];
  }

  async #read(chunks: AsyncIterableIterator<Buffer>): Promise<void> {
    const frames = new Frames();
    for await (const chunk of chunks)
      for (const message of frames.push(chunk)) this.#inbox.add(message as Message);
  }
}

/** What the service says first to this first line. Rejects if it closes the connection instead. */
export async function say(path: string, hello: object | string): Promise<string> {
  const socket = connect(path).on('error', () => undefined);
  socket.write(`${typeof hello === 'string' ? hello : JSON.stringify(hello)}\n`);
  return (await firstLine(socket)).line;
}

async function firstLine(socket: Socket): Promise<{ line: string; chunks: AsyncIterableIterator<Buffer> }> {
  const source = socket[Symbol.asyncIterator]() as AsyncIterableIterator<Buffer>;
  let held = Buffer.alloc(0);
  for (;;) {
    const { value, done } = (await source.next()) as IteratorResult<Buffer, undefined>;
    if (done === true) throw new Error('closed before a line');
    held = Buffer.concat([held, value]);
    const end = held.indexOf(10);
    if (end >= 0)
      return { line: held.toString('utf8', 0, end), chunks: rest(held.subarray(end + 1), source) };
  }
}

async function* rest(first: Buffer, source: AsyncIterableIterator<Buffer>): AsyncIterableIterator<Buffer> {
  if (first.length > 0) yield first;
  try {
    for await (const chunk of source) yield chunk;
  } catch {
    // The test has destroyed the socket.
  }
}
