import { createServer } from 'node:http';
import { onLoopback } from './loopback.js';

export interface RefusingProxy {
  /** What has a program send all that is not for this machine to it. */
  readonly env: NodeJS.ProcessEnv;
  /** Which hosts it was asked for. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** A proxy that lets nothing through, and remembers what was asked. */
export async function refuseNetwork(): Promise<RefusingProxy> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(403).end();
  });
  server.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  const { url, close } = await onLoopback(server);
  const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [name, name.toLowerCase()]);
  const exceptions = ['NO_PROXY', 'no_proxy'].map((name) => [name, '127.0.0.1,localhost']);
  return {
    env: Object.fromEntries([...proxies.map((name) => [name, url]), ...exceptions]) as NodeJS.ProcessEnv,
    asked,
    close,
  };
}
