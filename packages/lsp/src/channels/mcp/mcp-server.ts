import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { type JSONRPCMessage, ListToolsRequestSchema, type Result } from '@modelcontextprotocol/sdk/types.js';
import { isObject } from '../../support/json.ts';
import type { Log } from '../../support/log.ts';
import { ErrorCodes } from '../../jsonrpc/connection.ts';
import { type Catalogue, ProtocolError, type Tool } from '../tools/catalogue.ts';
import { type HostPipes, PipeTransport } from './pipe-transport.ts';

/** Every tool reads only the workspace, and changes nothing. */
const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Serves MCP until the host closes its end. */
export async function serveMcp({ tools, refusal }: Catalogue, host: HostPipes, log: Log): Promise<void> {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const server = new Server({ name: 'llxprt-code-lsp', version: '0.1.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(listed) }));
  // The SDK's own handler of calls would answer malformed calls in its own words.
  server.fallbackRequestHandler = async ({ method, params }, { signal }): Promise<Result> => {
    if (method !== 'tools/call') throw new ProtocolError(ErrorCodes.MethodNotFound, 'Method not found');
    const { name, arguments: input = {} } = params ?? {};
    if (typeof name !== 'string') throw refusal('name: the name of a tool is missing');
    if (!isObject(input)) throw refusal('arguments: expected an object');
    const tool = byName.get(name);
    if (tool === undefined) throw refusal(`unknown tool; there are ${[...byName.keys()].join(', ')}`);
    const start = performance.now();
    const result = await tool.call(input, signal);
    const took = Math.round(performance.now() - start);
    // Log after the answer is sent.
    setImmediate(() => {
      log(`${name}: ${result.isError === true ? 'failed' : 'answered'} after ${took} ms`);
    });
    return result;
  };
  const transport = new PipeTransport(host, log);
  await server.connect(transport);
  const receive = transport.onmessage;
  transport.onmessage = (message) => receive?.(withoutTask(message));
  await transport.read();
}

/**
 * Quirk(MCP SDK): it refuses calls that ask to be tasks. A server without tasks has to answer them
 * like any others.
 */
function withoutTask(message: JSONRPCMessage): JSONRPCMessage {
  if (!('method' in message) || message.params?.['task'] === undefined) return message;
  const { task: _, ...params } = message.params;
  return { ...message, params };
}

function listed({ name, title, description, inputSchema, outputSchema }: Tool) {
  return { name, title, description, inputSchema: { ...inputSchema }, outputSchema: { ...outputSchema }, annotations: ANNOTATIONS };
}
