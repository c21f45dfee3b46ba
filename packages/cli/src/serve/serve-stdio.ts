import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { once } from 'node:events';
import type { ExitCode } from '../io.js';
import { debugLogger } from '../session.js';
import { MAX_REQUEST_BYTES } from './limits.js';
import { trouble, type Serving } from './serving.js';

/** A message shares the SDK's buffer with what follows it: at most one chunk of a pipe. */
const CHUNK_BYTES = 64 * 1024;

/** Serves the one client that holds our stdin and stdout, until it lets go of them. */
export async function serveStdio({ io, upstream }: Serving): Promise<ExitCode> {
  const server = upstream.passThrough.createServer();
  const transport = new StdioServerTransport(io.input, io.output, { maxBufferSize: MAX_REQUEST_BYTES + CHUNK_BYTES });
  server.server.onerror = (error) => debugLogger.debug(`serve: ${error.message}`);
  const closed = new Promise<'closed'>((resolve) => (server.server.onclose = () => resolve('closed')));
  const ended = new Promise<'ended'>((resolve) => {
    for (const event of ['end', 'close', 'error']) io.input.once(event, () => resolve('ended'));
  });
  const interrupted = io.signal.aborted ? Promise.resolve() : once(io.signal, 'abort');
  await server.connect(transport);
  const how = await Promise.race([ended, closed, interrupted.then(() => 'interrupted' as const), upstream.died.then((reason) => ({ reason }))]);
  // Calls that the service's end has failed are answered before this.
  await server.close();
  if (io.signal.aborted || how === 'ended' || how === 'interrupted') return 0;
  if (how === 'closed') return trouble(io, `A message was longer than ${MAX_REQUEST_BYTES} bytes`);
  return trouble(io, `LSP unavailable: ${how.reason}`);
}
