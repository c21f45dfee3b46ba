import type { BaseIssue } from 'valibot';
import { ErrorCodes } from '../../../jsonrpc/connection.ts';
import type { Failure, Found } from '../../../engine/navigate/found.ts';
import { ProtocolError } from '../catalogue.ts';
import type { PagingFailure } from '../paging/pages.ts';

/** The outcome of a tool. */
export type GatewayOutcome<T> = Found<T> | PagingFailure;

/**
 * gateway-contract 6.3, with the JSON-RPC code of each (6.2), which tells whether the request is at
 * fault.
 */
const CODES = {
  INVALID_PARAMS: ErrorCodes.InvalidParams,
  WORKSPACE_DENIED: ErrorCodes.InvalidParams,
  URI_INVALID: ErrorCodes.InvalidParams,
  CURSOR_INVALID: ErrorCodes.InvalidParams,
  CURSOR_STALE: ErrorCodes.InvalidParams,
  CURSOR_EXPIRED: ErrorCodes.InvalidParams,
  SNAPSHOT_TOO_LARGE: ErrorCodes.InvalidParams,
  NOT_FOUND: ErrorCodes.InvalidParams,
  CAP_EXCEEDED: ErrorCodes.InternalError,
  PROVIDER_UNAVAILABLE: ErrorCodes.InternalError,
  INTERNAL: ErrorCodes.InternalError,
} as const;

type GatewayCode = keyof typeof CODES;

const BY_FAILURE: Readonly<Record<(Failure | PagingFailure)['why'], GatewayCode>> = {
  'path-invalid': 'URI_INVALID',
  outside: 'WORKSPACE_DENIED',
  'not-found': 'NOT_FOUND',
  'no-server': 'PROVIDER_UNAVAILABLE',
  'too-many': 'CAP_EXCEEDED',
  'timed-out': 'CAP_EXCEEDED',
  cancelled: 'CAP_EXCEEDED',
  superseded: 'CAP_EXCEEDED',
  failed: 'INTERNAL',
  'cursor-invalid': 'CURSOR_INVALID',
  'cursor-stale': 'CURSOR_STALE',
  'cursor-expired': 'CURSOR_EXPIRED',
  'snapshot-too-large': 'SNAPSHOT_TOO_LARGE',
};

/** Fields with a code of their own for a value that is too long. */
const TOO_LONG: Readonly<Record<string, GatewayCode>> = { uri: 'URI_INVALID', cursor: 'CURSOR_INVALID' };

function gatewayError(code: GatewayCode, message: string): ProtocolError {
  return new ProtocolError(CODES[code], message, { code: `MCP_LSP_GATEWAY/${code}` });
}

export function failureError({ why, message }: Failure | PagingFailure): ProtocolError {
  return gatewayError(BY_FAILURE[why], message);
}

/** Gives no details: those are for the log. */
export function internalError(): ProtocolError {
  return gatewayError('INTERNAL', 'the request could not be answered');
}

/** @param problem what is wrong with a call before a tool can check it */
export function invalidCall(problem: string): ProtocolError {
  return gatewayError('INVALID_PARAMS', problem);
}

/**
 * Names only fields of the schema, and no content of the request: the invalid part may be a secret.
 */
export function invalidInput({ type, expected, received, path }: BaseIssue<unknown>): ProtocolError {
  const keys = path?.map(({ key }) => String(key)) ?? [];
  if (expected === 'never')
    return gatewayError(
      'INVALID_PARAMS',
      `${keys.slice(0, -1).join('.') || 'the input'} has a field that is not known`,
    );
  const where = keys.join('.') || 'the input';
  // Quirk(valibot): for a missing key it reports the key.
  if (type === 'strict_object' && received === 'undefined' && keys.length > 0)
    return gatewayError('INVALID_PARAMS', `${where} is missing`);
  const code = type === 'max_length' ? TOO_LONG[where] : undefined;
  return gatewayError(code ?? 'INVALID_PARAMS', `${where}: expected ${expected ?? type}`);
}
