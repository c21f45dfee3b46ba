import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  InitializeRequestSchema,
  type Implementation,
  type Result,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { ErrorCode, JsonRpcError, NO_INITIALIZE } from './json-rpc-error.js';

export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;
export type Params = Readonly<Record<string, unknown>>;

/**
 * What answers an MCP client's `tools/list` and `tools/call`. Expected failures are results or
 * {@link JsonRpcError}s.
 */
export interface ToolSource {
  readonly serverInfo: Implementation;
  readonly instructions?: string | undefined;
  /** Whether clients are notified when the list of tools changes. */
  readonly listChanges: boolean;
  /** Is called when the client has named itself. */
  initialized?(client: Implementation): void;
  listTools(): Result | Promise<Result>;
  callTool(params: Params, signal: AbortSignal): Promise<Result>;
}

export interface ToolServerOptions {
  /**
   * The revisions of MCP that clients may use. A client that asks for another one is offered the
   * first.
   */
  readonly revisions: readonly [string, ...string[]];
  /**
   * The signal that ends the call of a request; by default it follows the client's
   * `notifications/cancelled`.
   */
  readonly signalOf?: ((extra: Extra) => AbortSignal) | undefined;
}

/**
 * Makes a server for one MCP session, to be connected to its transport. The source's answers pass
 * through unchanged.
 */
export function createToolServer(
  source: ToolSource,
  { revisions, signalOf = ({ signal }) => signal }: ToolServerOptions,
): McpServer {
  const tools = source.listChanges ? { listChanged: true } : {};
  // No tools are registered with the SDK: its handlers would parse arguments and results, and write
  // them again.
  // Quirk(MCP SDK): a server without the `tasks` capability refuses calls that ask to be a task.
  // Such a server has to answer them like any other call, so it is declared here.
  const mcp = new McpServer(source.serverInfo, {
    capabilities: { tasks: { requests: { tools: { call: {} } } } },
  });
  // Quirk(MCP SDK): passed to the constructor, this would install the SDK's handlers.
  mcp.server.registerCapabilities({ tools });
  // The SDK's own handler would announce tasks, and answers a malformed `initialize` with -32603.
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
    source.initialized?.(clientInfo);
    return {
      protocolVersion: revisions.includes(asked) ? asked : revisions[0],
      capabilities: { tools },
      serverInfo: source.serverInfo,
      ...(source.instructions !== undefined && { instructions: source.instructions }),
    };
  }
}
