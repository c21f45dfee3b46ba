import type { Readable, Writable } from 'node:stream';

import { Inbox } from './inbox.ts';

interface McpMessage {
  id?: number;
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
}

/** A request was answered with a JSON-RPC error. */
export class McpFailure extends Error {
  constructor(
    method: string,
    /** As it stood in the answer. */
    readonly error: { code: number; message: string; data?: unknown },
  ) {
    super(`${method}: ${error.message} (${error.code})`);
  }
}

/** The host's end of the navigation channel: newline-delimited JSON-RPC on the two further pipes. */
export class Mcp {
  readonly #inbox = new Inbox<McpMessage>('MCP message', (message) => JSON.stringify(message).slice(0, 300));
  #nextId = 1;
  #held = '';

  constructor(
    private readonly toServer: Writable,
    fromServer: Readable,
  ) {
    fromServer.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (this.#held + chunk).split('\n');
      this.#held = lines.pop() ?? '';
      for (const line of lines) this.#inbox.add(JSON.parse(line) as McpMessage);
    });
  }

  /** The handshake that comes before everything else. */
  async initialize(): Promise<unknown> {
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'wire test', version: '0' },
    };
    const result = await this.request('initialize', params);
    this.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return result;
  }

  async request(method: string, params: unknown): Promise<unknown> {
    const id = this.#nextId++;
    this.send({ jsonrpc: '2.0', id, method, params });
    const { result, error } = await this.#inbox.until((message) => message.id === id, { ms: 90_000 });
    if (error !== undefined) throw new McpFailure(method, error);
    return result;
  }

  /** All that came, in order. */
  get received(): readonly McpMessage[] {
    return this.#inbox.all;
  }

  send(message: object | string): void {
    this.toServer.write(typeof message === 'string' ? message : `${JSON.stringify(message)}\n`);
  }

  close(): void {
    this.toServer.end();
  }
}
