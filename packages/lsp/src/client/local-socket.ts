import type { ByteStreams } from '../jsonrpc/connection.ts';

/**
 * Connects to a socket (on Windows, a named pipe) on which one of our servers listens, on this
 * machine. Undefined where none listens. The connection is closed by `end`, by the server, or when
 * its reader stops.
 *
 * @param path absolute
 */
export async function connectLocal(path: string): Promise<(ByteStreams & { end(): void }) | undefined> {
  const received = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
  let isRead = true;
  let opened: Bun.Socket | undefined;
  const readable = new ReadableStream<Uint8Array>({
    start: (controller) => {
      received.resolve(controller);
    },
    cancel: () => {
      isRead = false;
      opened?.end();
    },
  });
  const incoming = await received.promise;
  let waiting = Buffer.alloc(0);
  const flush = (socket: Bun.Socket): void => {
    const written = socket.write(waiting);
    if (written > 0) waiting = waiting.subarray(written);
  };
  try {
    const socket = await Bun.connect({
      unix: path,
      socket: {
        data: (_, chunk) => {
          if (isRead) incoming.enqueue(new Uint8Array(chunk));
        },
        drain: flush,
        close: () => {
          if (isRead) incoming.close();
        },
      },
    });
    opened = socket;
    return {
      readable,
      write: (text) => {
        waiting = Buffer.concat([waiting, Buffer.from(text)]);
        flush(socket);
      },
      end: () => {
        socket.end();
      },
    };
  } catch {
    return undefined;
  }
}
