import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Log } from '../log.ts';
import { ErrorCodes } from '../jsonrpc/connection.ts';
import { ProtocolError, type Tool } from './catalogue.ts';
import { type HostPipes, PipeTransport } from './pipe-transport.ts';

/** Every tool looks at the workspace and at nothing else, and leaves it as it is. */
const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Serves MCP until the host closes its end. */
export async function serveMcp(tools: readonly Tool[], host: HostPipes, log: Log): Promise<void> {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const server = new Server({ name: 'llxprt-code-lsp', version: '0.1.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(listed) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: input = {} } }, { signal }) => {
    const tool = byName.get(name);
    if (tool === undefined) throw new ProtocolError(ErrorCodes.InvalidParams, `unknown tool; there are ${[...byName.keys()].join(', ')}`);
    const start = performance.now();
    const result = await tool.call(input, signal);
    log(`${name}: ${result.isError === true ? 'failed' : 'answered'} after ${Math.round(performance.now() - start)} ms`);
    return result;
  });
  const transport = new PipeTransport(host, log);
  await server.connect(transport);
  await transport.read();
}

function listed({ name, title, description, inputSchema, outputSchema }: Tool) {
  return { name, title, description, inputSchema: { ...inputSchema }, outputSchema: { ...outputSchema }, annotations: ANNOTATIONS };
}
