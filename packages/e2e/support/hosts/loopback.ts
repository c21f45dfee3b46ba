import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Loopback {
  /** `http://127.0.0.1:PORT`, without a slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** A server that nobody but this machine reaches. What `answer` throws is answered with 500, and kept in `faults`. */
export async function listen(
  answer: (request: IncomingMessage, body: string, response: ServerResponse) => Promise<void>,
  faults: unknown[],
): Promise<Loopback> {
  const server = createServer((request, response) => {
    text(request)
      .then((body) => answer(request, body, response))
      .catch((fault: unknown) => {
        faults.push(fault);
        if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
        response.end(String(fault));
      });
  });
  return await onLoopback(server);
}

/** Has it listen on a free port of the loopback interface. */
export async function onLoopback(server: Server): Promise<Loopback> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
