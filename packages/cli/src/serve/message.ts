import {
  isInitializeRequest,
  JSONRPCMessageSchema,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js';
import { ErrorCode, NO_INITIALIZE } from './json-rpc-error.js';
import { MAX_ID_LENGTH } from './limits.js';
import { invalidRequest, parseError, refuse } from './refusal.js';

export type ReadMessage =
  | { readonly kind: 'read'; readonly message: JSONRPCMessage }
  | { readonly kind: 'refused'; readonly answer: Response };

/** Reads the one JSON-RPC message that a body holds. */
export function readMessage(body: Uint8Array): ReadMessage {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return refused(parseError('The body is not JSON'));
  }
  if (Array.isArray(value))
    return refused(invalidRequest('One message per request: batches are not supported'));
  const parsed = JSONRPCMessageSchema.safeParse(value);
  if (!parsed.success) return refused(invalidRequest('The body is not a JSON-RPC message'));
  const message = parsed.data;
  if ('id' in message && String(message.id).length > MAX_ID_LENGTH)
    return refused(invalidRequest(`An id has at most ${MAX_ID_LENGTH} characters`));
  if ('method' in message && message.method === 'initialize' && !isInitializeRequest(message)) {
    return refused(refuse(400, NO_INITIALIZE, { code: ErrorCode.InvalidParams }));
  }
  return { kind: 'read', message };
}

function refused(answer: Response): ReadMessage {
  return { kind: 'refused', answer };
}
