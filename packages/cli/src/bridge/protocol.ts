import type { LspState } from '@vybestack/llxprt-lsp-core';

/**
 * The protocol between hooks and the bridge (`llxprt-lsp mcp`) over its socket. Each connection
 * carries one request, as one line of JSON, and then two lines of answer.
 *
 * The first line comes at once and holds the deadline of the second. So a bridge that hangs costs
 * the hook no more than {@link ACK_MS}. Both sides come from one release, but a session may outlive
 * an update: a request that one side does not know gets an empty answer.
 */

/** The first line: the second one comes within so many ms. */
export interface BridgeAck {
  readonly withinMs: number;
}

/** The second line. */
export interface BridgeAnswer {
  /** For the model, or for the user that asked; empty: no text. */
  readonly text: string;
  /** It belongs to another session, and the request has `mayRefuse`. */
  readonly refused?: true;
}

/** A session's description of itself for another process of the same release. */
export interface BridgeStatus {
  /** Of `llxprt-lsp`: a process of another release ignores the rest. */
  readonly version: string;
  /** The bridge's own process id. */
  readonly pid: number;
  /** The name that the host gave; absent until then. */
  readonly client?: { readonly name: string; readonly version: string };
  readonly state: LspState;
}

/** A bridge that does not send {@link BridgeAck} within so many ms is taken to hang. */
export const ACK_MS = 1000;

/** Longer requests are not read, bytes. The hook leaves previous texts out of a longer one. */
export const MAX_BRIDGE_REQUEST_BYTES = 1024 * 1024;

/** Longer answers are not read, bytes. */
export const MAX_BRIDGE_ANSWER_BYTES = 1024 * 1024;
