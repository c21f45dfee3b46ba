import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Log } from '../../support/log.ts';
import { recorder } from '../../trace/recorder.ts';

export interface HostPipes {
  /** The chunk that was already read. */
  readonly first: Uint8Array;
  readonly rest: AsyncIterator<Uint8Array>;
  write(text: string): void;
}

/** Newline-delimited JSON, in the SDK's framing. */
export class PipeTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  readonly #buffer = new ReadBuffer();
  readonly #tap = recorder()?.tap({ kind: 'mcp' });

  constructor(
    private readonly host: HostPipes,
    private readonly log: Log,
  ) {}

  start(): Promise<void> {
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    const line = serializeMessage(message);
    this.host.write(line);
    this.#tap?.('out', message, Buffer.byteLength(line) - 1);
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
    let more = this.#attempt(() => this.#take(chunk));
    while (more) more = this.#attempt(() => this.#next());
  }

  #take(chunk: Uint8Array): boolean {
    this.#buffer.append(Buffer.from(chunk));
    return true;
  }

  #next(): boolean {
    const message = this.#buffer.readMessage();
    if (message === null) return false;
    this.#tap?.('in', message, Buffer.byteLength(serializeMessage(message)) - 1);
    this.onmessage?.(message);
    return true;
  }

  /**
   * Skips a malformed or too long line; the next one may be a message again.
   *
   * @returns whether there may be more
   */
  #attempt(step: () => boolean): boolean {
    try {
      return step();
    } catch (error) {
      this.log(`mcp: not a message: ${String(error)}`);
      return true;
    }
  }
}
