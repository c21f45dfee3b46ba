import type { Socket, SocketHandler } from 'bun';
import type { ByteStreams } from '../../jsonrpc/connection.ts';

/** One connection, as a stream of bytes in both directions. */
export class SocketStreams implements ByteStreams {
  readonly #chunks: Uint8Array[] = [];
  #wake = Promise.withResolvers<void>();
  #hasEnded = false;
  /** What the socket has not taken yet, in order. */
  #unsent: Uint8Array[] = [];
  #isClosing = false;

  constructor(private readonly socket: Socket<unknown>) {}

  received(chunk: Uint8Array): void {
    // The runtime uses its buffer again.
    this.#chunks.push(new Uint8Array(chunk));
    this.#wake.resolve();
  }

  /** The peer is gone. */
  ended(): void {
    this.#hasEnded = true;
    this.#unsent = [];
    this.#wake.resolve();
  }

  /** The socket takes more. */
  drained(): void {
    for (let next = this.#unsent.shift(); next !== undefined; next = this.#unsent.shift()) {
      const sent = Math.max(0, this.socket.write(next));
      if (sent === next.length) continue;
      this.#unsent.unshift(next.subarray(sent));
      return;
    }
    if (this.#isClosing) this.socket.end();
  }

  write(text: string): void {
    if (this.#hasEnded || this.#isClosing) return;
    this.#unsent.push(Buffer.from(text));
    if (this.#unsent.length === 1) this.drained();
  }

  /** Ends it once all that was written is sent. Nothing more is read. */
  close(): void {
    if (this.#hasEnded || this.#isClosing) return;
    this.#isClosing = true;
    this.#chunks.length = 0;
    this.#wake.resolve();
    if (this.#unsent.length === 0) this.socket.end();
  }

  /** It is closed when its reader stops. */
  get readable(): AsyncIterable<Uint8Array> {
    const stop = (): Promise<IteratorResult<Uint8Array, undefined>> => {
      this.close();
      return Promise.resolve({ value: undefined, done: true });
    };
    return { [Symbol.asyncIterator]: () => ({ next: () => this.#next(), return: stop }) };
  }

  /**
   * Reads up to the first newline, and leaves what follows it. `undefined` if the stream ends first,
   * or after `limit` bytes.
   */
  async line(limit: number): Promise<string | undefined> {
    let held = Buffer.alloc(0);
    while (held.length <= limit) {
      const { value, done } = await this.#next();
      if (done === true) return undefined;
      held = Buffer.concat([held, value]);
      const end = held.indexOf(10);
      if (end < 0) continue;
      if (end + 1 < held.length) this.#chunks.unshift(held.subarray(end + 1));
      return held.toString('utf8', 0, end);
    }
    return undefined;
  }

  async #next(): Promise<IteratorResult<Uint8Array, undefined>> {
    for (;;) {
      const value = this.#chunks.shift();
      if (value !== undefined) return { value, done: false };
      if (this.#hasEnded || this.#isClosing) return { value: undefined, done: true };
      this.#wake = Promise.withResolvers<void>();
      await this.#wake.promise;
    }
  }
}

/** What the runtime calls: each socket's `data` are its streams. */
export function asStreams(opened?: (streams: SocketStreams) => void): SocketHandler<SocketStreams> {
  return {
    open: (socket) => {
      socket.data = new SocketStreams(socket);
      opened?.(socket.data);
    },
    data: (socket, chunk) => {
      socket.data.received(chunk);
    },
    drain: (socket) => {
      socket.data.drained();
    },
    close: (socket) => {
      socket.data.ended();
    },
    // `close` follows.
    error: () => undefined,
  };
}
