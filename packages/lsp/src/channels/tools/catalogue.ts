import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/** JSON Schema of an object, without outside references. */
interface ObjectSchema {
  readonly type: 'object';
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** One tool of a catalogue. All tools are read-only. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For a model: what the tool returns, and when to call it. */
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  /**
   * @param input as received, unchecked
   * @throws {ProtocolError} where the catalogue answers failures with JSON-RPC errors; nothing else
   */
  call(input: unknown, cancel: AbortSignal): Promise<CallToolResult>;
}

/** What a tool's entry in the listing says in words. */
export type Listed = Pick<Tool, 'title' | 'description'>;

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
