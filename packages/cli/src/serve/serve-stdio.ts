import { once } from 'node:events';
import type { ExitCode } from '../io.js';
import { trouble } from '../session.js';
import { MAX_REQUEST_BYTES } from './limits.js';
import type { Serving } from './serving.js';
import { speakStdio } from './stdio.js';

/** Serves the one client that holds stdin and stdout, until it closes them. */
export async function serveStdio({ io, upstream }: Serving): Promise<ExitCode> {
  const server = upstream.passThrough.createServer();
  const interrupted = io.signal.aborted ? Promise.resolve() : once(io.signal, 'abort');
  const { over } = await speakStdio(io, server, MAX_REQUEST_BYTES);
  const how = await Promise.race([
    over,
    interrupted.then(() => 'ended' as const),
    upstream.died.then((reason) => ({ reason })),
  ]);
  // Before the server closes, calls that failed because the service ended are answered.
  await server.close();
  if (io.signal.aborted || how === 'ended') return 0;
  return trouble(
    io,
    how === 'too-long'
      ? `A message was longer than ${MAX_REQUEST_BYTES} bytes`
      : `LSP unavailable: ${how.reason}`,
  );
}
