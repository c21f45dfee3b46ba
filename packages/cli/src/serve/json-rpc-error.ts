import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';

export { ErrorCode };

/**
 * LSP's code for a cancelled request; MCP has none. Over HTTP a cancelled request has to be
 * answered with something.
 */
export const REQUEST_CANCELLED = -32800;

/** The error for an `initialize` request that lacks its required fields. */
export const NO_INITIALIZE = 'initialize: protocolVersion, capabilities and clientInfo are required';

/**
 * Becomes a JSON-RPC error with exactly this code, message and data. The SDK's own class writes its
 * code in front of the message.
 */
export class JsonRpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}
