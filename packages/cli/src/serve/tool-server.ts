import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import { InitializeRequestSchema, type Implementation, type Result, type ServerNotification, type ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import { ErrorCode, JsonRpcError, NO_INITIALIZE } from './json-rpc-error.js';

export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;
export type Params = Readonly<Record<string, unknown>>;

/** What an MCP client is served: what a `tools/list` and a `tools/call` are answered with. Expected failures are results or {@link JsonRpcError}s. */
export interface ToolSource {
  readonly serverInfo: Implementation;
  readonly instructions?: string | undefined;
  /** Whether clients are told when the list of tools changes. */
  readonly listChanges: boolean;
  /** The client has said who it is. */
  greeted?(client: Implementation): void;
  listTools(): Result | Promise<Result>;
  callTool(params: Params, signal: AbortSignal): Promise<Result>;
}

export interface ToolServerOptions {
  /** The revisions of MCP that clients may speak; whoever asks for another one is offered the first. */
  readonly revisions: readonly [string, ...string[]];
  /** What ends the call that a request asks for; by default the client's `notifications/cancelled`. */
  readonly signalOf?: ((extra: Extra) => AbortSignal) | undefined;
}

/** A server for one MCP session, to be connected to its transport. What the source says goes through as it is. */
export function createToolServer(source: ToolSource, { revisions, signalOf = ({ signal }) => signal }: ToolServerOptions): McpServer {
  const tools = source.listChanges ? { listChanged: true } : {};
  // It is told of no tools, and answers no question about them: its handlers would read arguments and results, and write them anew.
  // Quirk(MCP SDK): unless it believes in tasks, it refuses calls that ask to be one; a server without has to answer them as any others.
  const mcp = new McpServer(source.serverInfo, { capabilities: { tasks: { requests: { tools: { call: {} } } } } });
  // Quirk(MCP SDK): given to the constructor, this would bring the handlers.
  mcp.server.registerCapabilities({ tools });
  // Its own handler of this one would tell of tasks, and answers what is none with -32603.
  mcp.server.removeRequestHandler('initialize');
  mcp.server.fallbackRequestHandler = async ({ method, params = {} }, extra) => {
    switch (method) {
      case 'initialize':
        return begin(params);
      case 'tools/list':
        return source.listTools();
      case 'tools/call':
        return source.callTool(params, signalOf(extra));
      default:
        throw new JsonRpcError(ErrorCode.MethodNotFound, 'Method not found');
    }
  };
  return mcp;

  function begin(params: Params): Result {
    const request = InitializeRequestSchema.safeParse({ method: 'initialize', params });
    if (!request.success) throw new JsonRpcError(ErrorCode.InvalidParams, NO_INITIALIZE);
    const { clientInfo, protocolVersion: asked } = request.data.params;
    source.greeted?.(clientInfo);
    return {
      protocolVersion: revisions.includes(asked) ? asked : revisions[0],
      capabilities: { tools },
      serverInfo: source.serverInfo,
      ...(source.instructions !== undefined && { instructions: source.instructions }),
    };
  }
}
