import { ErrorCode } from './json-rpc-error.js';

/** An error of the transport; JSON-RPC leaves this number to implementations. */
const TRANSPORT_ERROR = -32000;
/** What the MCP SDK answers where a session is unknown. */
const SESSION_NOT_FOUND = -32001;

/**
 * An HTTP error whose body is a JSON-RPC error without an id. Never names a path, a header's value
 * or a secret.
 */
export function refuse(
  status: number,
  message: string,
  { code = TRANSPORT_ERROR, headers = {} }: { code?: number; headers?: Record<string, string> } = {},
): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers });
}

export const parseError = (message: string): Response => refuse(400, message, { code: ErrorCode.ParseError });

export const invalidRequest = (message: string): Response =>
  refuse(400, message, { code: ErrorCode.InvalidRequest });

export const sessionNotFound = (): Response => refuse(404, 'Session not found', { code: SESSION_NOT_FOUND });

/** Too many requests or sessions at once. The client may retry after a second. */
export const busy = (message: string): Response => refuse(503, message, { headers: { 'Retry-After': '1' } });
