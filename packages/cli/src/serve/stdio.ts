import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { debugLogger } from '@vybestack/llxprt-lsp-core';
import type { Io } from '../io.js';

/** A message shares the SDK's buffer with what follows it: at most one chunk of a pipe. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Serves the one client that holds stdin and stdout.
 *
 * @returns resolves with how that ends: the client has closed them, or has sent a message that was
 * too long
 */
export async function speakStdio(
  { input, output }: Pick<Io, 'input' | 'output'>,
  server: McpServer,
  maxMessageBytes: number,
): Promise<{ readonly over: Promise<'ended' | 'too-long'> }> {
  const transport = new StdioServerTransport(input, output, { maxBufferSize: maxMessageBytes + CHUNK_BYTES });
  server.server.onerror = (error) => debugLogger.debug(`mcp: ${error.message}`);
  const closed = new Promise<'too-long'>((resolve) => (server.server.onclose = () => resolve('too-long')));
  const ended = new Promise<'ended'>((resolve) => {
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve('ended'));
  });
  await server.connect(transport);
  return { over: Promise.race([ended, closed]) };
}
