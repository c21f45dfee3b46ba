import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/** JSON Schema of an object; it refers to nothing outside of itself. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** One tool of a catalogue. All of them only read. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For a model: what comes back, and when that is worth a call. */
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  /**
   * @param input as it came, unchecked
   * @throws {ProtocolError} where the catalogue answers failures with JSON-RPC errors; nothing else
   */
  call(input: unknown, cancel: AbortSignal): Promise<CallToolResult>;
}

/** How a tool is listed, apart from its name. */
export type Listed = Pick<Tool, 'title' | 'description' | 'inputSchema' | 'outputSchema'>;

/** What is served: the tools, and the error for a call that is none, or of no tool. */
export interface Catalogue {
  readonly tools: readonly Tool[];
  readonly refusal: (problem: string) => ProtocolError;
}

/** Answered as a JSON-RPC error. */
export class ProtocolError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}
