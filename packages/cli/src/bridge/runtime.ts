export interface BunSocket {
  /** @returns how many bytes it has taken; `drain` is called when it takes more */
  write(data: Uint8Array): number;
  terminate(): void;
}

interface BunSocketHandlers {
  open(socket: BunSocket): void;
  drain(socket: BunSocket): void;
  data(socket: BunSocket, chunk: Uint8Array): void;
  error(): void;
  close(): void;
}

/** The few functions of Bun's own interface that start faster than Node's do in Bun. */
interface BunRuntime {
  connect(options: { readonly unix: string; readonly socket: BunSocketHandlers }): Promise<BunSocket>;
  readonly stdin: { stream(): AsyncIterable<Uint8Array> };
}

/** A hook runs in either; undefined in Node. */
export const bun = (globalThis as { readonly Bun?: BunRuntime }).Bun;
