import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Log } from '../log.ts';

export interface HostPipes {
  /** What has been read already. */
  readonly first: Uint8Array;
  readonly rest: AsyncIterator<Uint8Array>;
  write(text: string): void;
}

/** Newline-delimited JSON, as the SDK frames it. */
export class PipeTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  readonly #buffer = new ReadBuffer();

  constructor(
    private readonly host: HostPipes,
    private readonly log: Log,
  ) {}

  start(): Promise<void> {
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.host.write(serializeMessage(message));
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.onclose?.();
    return Promise.resolve();
  }

  /** Returns at the end of the stream. */
  async read(): Promise<void> {
    this.#receive(this.host.first);
    for (let next = await this.host.rest.next(); next.done !== true; next = await this.host.rest.next()) this.#receive(next.value);
    await this.close();
  }

  #receive(chunk: Uint8Array): void {
    this.#buffer.append(Buffer.from(chunk));
    for (;;) {
      try {
        const message = this.#buffer.readMessage();
        if (message === null) return;
        this.onmessage?.(message);
      } catch (error) {
        // One bad line; the next may be a message again.
        this.log(`mcp: not a message: ${String(error)}`);
      }
    }
  }
}
