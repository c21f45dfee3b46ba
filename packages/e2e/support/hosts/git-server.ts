import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { onLoopback, type Loopback } from './loopback.js';

/** Serves the repositories in a folder over HTTP, as a forge does: `<url>/<name of the repository>`. */
export async function serveGit(folder: string): Promise<Loopback> {
  return await onLoopback(createServer((request, response) => void backend(folder, request, response)));
}

/** git's own CGI program does all of it. */
async function backend(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
  const {
    'content-type': type = '',
    'content-encoding': encoding = '',
    'git-protocol': protocol,
  } = request.headers;
  const cgi = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: decodeURIComponent(pathname),
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: type,
      HTTP_CONTENT_ENCODING: encoding,
      GIT_PROTOCOL: typeof protocol === 'string' ? protocol : '',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(cgi.stdin);
  const { head, rest } = await readHead(cgi.stdout);
  const fields = head.split('\r\n').map((line): [string, string] => {
    const colon = line.indexOf(': ');
    return [line.slice(0, colon), line.slice(colon + 2)];
  });
  const { Status = '200', ...headers } = Object.fromEntries(fields);
  response.writeHead(Number.parseInt(Status, 10), headers);
  response.write(rest);
  cgi.stdout.pipe(response);
}

/** Up to the empty line, and what has come behind it. */
async function readHead(stream: Readable): Promise<{ head: string; rest: Buffer }> {
  let read = Buffer.alloc(0);
  for (;;) {
    const end = read.indexOf('\r\n\r\n');
    if (end !== -1) return { head: read.toString('latin1', 0, end), rest: read.subarray(end + 4) };
    const chunk: unknown = stream.read();
    if (Buffer.isBuffer(chunk)) read = Buffer.concat([read, chunk]);
    else if (stream.readableEnded) return { head: 'Status: 500', rest: read };
    else await new Promise((resolve) => ['readable', 'end'].forEach((event) => stream.once(event, resolve)));
  }
}
