import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { McpTransportStreams } from '@vybestack/llxprt-lsp-core';

interface Message {
  id?: number;
  result?: unknown;
  error?: { code: number; message: string };
}

/** A host's end of the navigation channel: newline-delimited JSON-RPC, one request at a time. */
export class Mcp {
  readonly #lines: AsyncIterator<string>;
  #nextId = 1;

  constructor(private readonly streams: McpTransportStreams) {
    this.#lines = createInterface(streams.fromServer)[Symbol.asyncIterator]();
  }

  async initialize(): Promise<unknown> {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'end to end', version: '0' } };
    const result = await this.request('initialize', params);
    await this.#send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return result;
  }

  async request(method: string, params: unknown): Promise<unknown> {
    const id = this.#nextId++;
    await this.#send({ jsonrpc: '2.0', id, method, params });
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done === true) throw new Error(`the channel ended before ${method} was answered`);
      const message = JSON.parse(value) as Message;
      if (message.id !== id) continue;
      if (message.error !== undefined) throw new Error(`${method}: ${message.error.message} (${message.error.code})`);
      return message.result;
    }
  }

  async #send(message: object): Promise<void> {
    if (!this.streams.toServer.write(`${JSON.stringify(message)}\n`)) await once(this.streams.toServer, 'drain');
  }
}
