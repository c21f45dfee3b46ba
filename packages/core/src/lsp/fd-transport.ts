import {
  ReadBuffer,
  serializeMessage,
  STDIO_DEFAULT_MAX_BUFFER_SIZE,
} from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { McpTransportStreams } from './sidecar.js';

/**
 * The pipes of a running sidecar as a transport of the MCP SDK (REQ-NAVR-010). Each line of JSON is
 * a message.
 *
 * A line that is no message is reported to `onerror`, and reading goes on with the next line. The
 * transport closes once, and both streams with it: by {@link close}, by the end or an error of
 * either stream, or by a line that is longer than the limit.
 */
export class FdTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  readonly #streams: McpTransportStreams;
  readonly #received: ReadBuffer;
  /**
   * Fails a message that waits to be written. A destroyed stream does not call back every pending
   * write.
   */
  readonly #unsent = new Set<(error: Error) => void>();
  #state: 'new' | 'open' | 'closed' = 'new';

  /** @param maxLineBytes of one incoming message; the chunk in which it ends counts as well */
  constructor(streams: McpTransportStreams, maxLineBytes = STDIO_DEFAULT_MAX_BUFFER_SIZE) {
    this.#streams = streams;
    this.#received = new ReadBuffer({ maxBufferSize: maxLineBytes });
  }

  /** Rejects if the channel is closed already, or was started before. */
  start(): Promise<void> {
    const { toServer, fromServer } = this.#streams;
    if (this.#state !== 'new') return Promise.reject(new Error('The transport cannot be started twice.'));
    if (!toServer.writable || !fromServer.readable) {
      this.#state = 'closed';
      return Promise.reject(closed());
    }
    this.#state = 'open';
    for (const stream of [toServer, fromServer]) {
      stream.on('error', (error: Error) => this.#end(error)).on('close', () => this.#end());
    }
    fromServer.on('end', () => this.#end()).on('data', (chunk: Buffer) => this.#receive(chunk));
    return Promise.resolve();
  }

  /** Resolves when the message has left this process. Rejects if it can no longer be sent. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (!this.#isOpen()) throw closed();
    const line = serializeMessage(message);
    return new Promise((resolve, reject) => {
      this.#unsent.add(reject);
      this.#streams.toServer.write(line, (error) => {
        this.#unsent.delete(reject);
        if (error) this.#end(error);
        if (this.#isOpen()) resolve();
        else reject(error ?? closed());
      });
    });
  }

  close(): Promise<void> {
    this.#end();
    return Promise.resolve();
  }

  #isOpen(): boolean {
    return this.#state === 'open';
  }

  #receive(chunk: Buffer): void {
    if (!this.#isOpen()) return;
    try {
      this.#received.append(chunk);
    } catch (error) {
      this.#end(asError(error));
    }
    while (this.#isOpen()) {
      try {
        const message = this.#received.readMessage();
        if (message === null) return;
        this.onmessage?.(message);
      } catch (error) {
        this.onerror?.(asError(error));
      }
    }
  }

  /** The listeners stay: an error that a stream emits after this must not crash the process. */
  #end(error?: Error): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#received.clear();
    this.#streams.toServer.destroy();
    this.#streams.fromServer.destroy();
    for (const reject of this.#unsent) reject(error ?? closed());
    this.#unsent.clear();
    if (error !== undefined) this.onerror?.(error);
    this.onclose?.();
  }
}

function closed(): Error {
  return new Error('The channel is closed.');
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
