import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ENDPOINT, type Head } from './guards.js';
import type { Body, GatewayRequest } from './gateway.js';
import { refuse } from './refusal.js';

/** How long a client may take, ms. A slow client holds a connection no longer than this. */
export interface HttpTimes {
  /** To send a request's head and body. */
  readonly request: number;
  /** To take an answer. */
  readonly answer: number;
  /** To send another request on the same connection. */
  readonly keepAlive: number;
}

const HTTP_TIMES: HttpTimes = { request: 10_000, answer: 30_000, keepAlive: 30_000 };

const MAX_CONNECTIONS = 256;
/** How often slow connections are looked for, ms. */
const LOOK_INTERVAL = 500;
/** How long answers that are being written may take once the server closes, ms. */
const CLOSE_GRACE = 1000;

export type Answer = (request: GatewayRequest) => Promise<Response>;

export type HttpListening =
  | { readonly kind: 'listening'; readonly url: string; readonly close: () => Promise<void> }
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * Listens on the loopback interface and nowhere else.
 *
 * @param port 0: any free one
 */
export function listenOnLoopback(
  port: number,
  answer: Answer,
  times: HttpTimes = HTTP_TIMES,
): Promise<HttpListening> {
  const server = createServer({
    headersTimeout: times.request,
    requestTimeout: times.request,
    keepAliveTimeout: times.keepAlive,
    connectionsCheckingInterval: Math.min(LOOK_INTERVAL, times.request),
  });
  server.maxConnections = MAX_CONNECTIONS;
  const serve = (request: IncomingMessage, response: ServerResponse): void =>
    void exchange(request, response, answer, times);
  server.on('request', serve);
  // A client that asks before it sends the body (`Expect`) is answered by what the head allows.
  server.on('checkContinue', serve);
  return new Promise((resolve) => {
    // Before the server listens, an error is the reason of the failure. Later errors concern one
    // connection and must not crash the process.
    server.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ kind: 'failed', reason: describe(error, port) }),
    );
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      const address = server.address();
      // A string would be the name of a pipe; a server that listens on a port has an object.
      const actual = typeof address === 'object' && address !== null ? address.port : port;
      resolve({
        kind: 'listening',
        url: `http://127.0.0.1:${actual}${ENDPOINT}`,
        close: () => close(server),
      });
    });
  });
}

async function exchange(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  times: HttpTimes,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  response.on('error', () => response.destroy());
  const readBody = (limit: number): Promise<Body> => {
    if (request.headers.expect !== undefined) response.writeContinue();
    return read(request, limit);
  };
  let answered: Response;
  try {
    answered = await answer({ head: headOf(request), readBody, gone: gone.signal });
  } catch {
    // A bug of this program. The error's text would reveal something about this machine.
    answered = refuse(500, 'Internal error');
  }
  await write(request, response, answered, times);
}

function headOf({ method = '', url: target = '', rawHeaders, socket }: IncomingMessage): Head {
  return { method, target, headers: new Headers(pairs(rawHeaders)), port: socket.localPort ?? 0 };
}

function pairs(raw: readonly string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [
    raw[2 * index] ?? '',
    raw[2 * index + 1] ?? '',
  ]);
}

function read(request: IncomingMessage, limit: number): Promise<Body> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= limit) return;
      request.off('data', take).pause();
      resolve({ kind: 'too-large' });
    };
    request.on('data', take);
    request.once('end', () => resolve({ kind: 'read', bytes: Buffer.concat(chunks) }));
    request.once('error', () => resolve({ kind: 'cut-off' }));
    request.once('close', () => resolve({ kind: 'cut-off' }));
  });
}

async function write(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Response,
  times: HttpTimes,
): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  // The unread rest of a request is not read any more: the connection ends with the answer.
  if (!request.complete) response.setHeader('Connection', 'close');
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  if (answer.status !== 204) response.setHeader('Content-Length', body.length);
  response.writeHead(answer.status);
  const timer = setTimeout(() => response.destroy(), times.answer).unref();
  response.once('close', () => clearTimeout(timer));
  response.end(body);
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE);
  await closed;
  clearTimeout(timer);
}

function describe({ code, message }: NodeJS.ErrnoException, port: number): string {
  if (code === 'EADDRINUSE') return `port ${port} is in use`;
  if (code === 'EACCES') return `port ${port} needs privileges that this user does not have`;
  return message;
}
