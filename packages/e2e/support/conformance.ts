import { spawn } from 'node:child_process';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { repositoryBun } from './session.js';
import type { Served } from './serve.js';

const ORIGIN_PORT = 3000;
/** Of the pages that the suite takes to be this server's own. */
export const ORIGINS = ['localhost', '127.0.0.1'].map((name) => `http://${name}:${ORIGIN_PORT}`);

/**
 * Forwards requests to a gateway and adds its token, which the conformance suite cannot send. Host and
 * origin stay as they are, except for the port.
 *
 * @returns where it listens
 */
export async function withToken(
  { port, token }: Pick<Served, 'port' | 'token'>,
  atTheEnd: (end: () => void) => void,
): Promise<string> {
  const server = createServer((incoming, answer) => {
    const { port: own } = server.address() as AddressInfo;
    const there = (header: string | undefined, its: number): string | undefined =>
      header?.replace(new RegExp(`:${own}$`), `:${its}`);
    const { host, origin, ...headers } = incoming.headers;
    const forwarded = request(
      {
        host: '127.0.0.1',
        port,
        path: incoming.url,
        method: incoming.method,
        headers: {
          ...headers,
          host: there(host, port),
          ...(origin !== undefined && { origin: there(origin, ORIGIN_PORT) }),
          authorization: `Bearer ${token}`,
        },
      },
      (answered) => {
        answer.writeHead(answered.statusCode ?? 500, answered.headers);
        answered.pipe(answer);
      },
    );
    forwarded.on('error', () => answer.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atTheEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

/** Runs one scenario of the suite. It needs a newer Node than this repository; Bun runs it, too. */
export function scenario(
  suite: string,
  name: string,
  url: string,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(repositoryBun(), [suite, 'server', '--url', url, '--scenario', name], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}
