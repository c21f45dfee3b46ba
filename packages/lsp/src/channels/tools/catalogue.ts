import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/** One tool of a catalogue. All tools are read-only. */
export interface Tool {
  readonly name: string;
  /**
   * @param input as received, unchecked
   * @throws {ProtocolError} where the catalogue answers failures with JSON-RPC errors; nothing else
   */
  call(input: unknown, cancel: AbortSignal): Promise<CallToolResult>;
}

/** The tools to serve, and the error for a malformed call or an unknown tool. */
export interface Catalogue {
  readonly tools: readonly Tool[];
  readonly refusal: (problem: string) => ProtocolError;
}

/** Sent to the client as a JSON-RPC error. */
export class ProtocolError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}
