import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  type CallToolResult,
  CallToolResultSchema,
  ErrorCode,
  McpError,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import type {
  JsonSchemaType,
  JsonSchemaValidator,
  jsonSchemaValidator,
} from '@modelcontextprotocol/sdk/validation';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { FdTransport } from './fd-transport.js';
import type { Answer, McpTransportStreams, CallOptions } from './sidecar.js';

/** The sidecar's catalogue is smaller than this. */
const MAX_TOOLS = 100;
/** The SDK client's error code for a timeout. */
const OVERDUE: number = ErrorCode.RequestTimeout;

export interface McpSessionOptions {
  readonly streams: McpTransportStreams;
  /** Deadline for the handshake and the list of tools together, ms. */
  readonly limitMs: number;
  /** Cancels the opening. */
  readonly signal: AbortSignal;
  /** Errors on the channel that did not end it, or came right before it ended. */
  readonly onerror: (error: Error) => void;
  /** Called once, when the other end has closed or died, or {@link McpSession.close} was called. */
  readonly onclose: () => void;
}

/**
 * An MCP SDK client that is connected directly to a sidecar's pipes (REQ-NAVR-010).
 *
 * Only this file and fd-transport.ts need the SDK, which is slow to load. They are imported when
 * navigation tools are registered.
 */
export class McpSession {
  readonly #client: Client;
  #isOpen = true;

  private constructor(client: Client) {
    this.#client = client;
  }

  /** Rejects if the handshake fails; then the channel is closed. */
  static async open(options: McpSessionOptions): Promise<{ session: McpSession; tools: readonly Tool[] }> {
    const { streams, limitMs, signal, onerror, onclose } = options;
    const client = new Client(
      { name: 'llxprt-lsp-core', version: '0.1.0' },
      { jsonSchemaValidator: compiledWhenNeeded() },
    );
    const session = new McpSession(client);
    client.onerror = onerror;
    client.onclose = () => {
      session.#isOpen = false;
      onclose();
    };
    const giveUp = (): void => void client.close();
    signal.throwIfAborted();
    signal.addEventListener('abort', giveUp);
    try {
      await client.connect(new FdTransport(streams), { timeout: limitMs });
      return { session, tools: await listTools(client, limitMs) };
    } catch (error) {
      await client.close();
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  /** Whether a call can still be answered. */
  isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Sends a call; never rejects. If it is cancelled or overdue, the sidecar is notified
   * (`notifications/cancelled`), and through it the language server.
   */
  async call(
    name: string,
    args: Record<string, unknown>,
    { limitMs, signal }: CallOptions & { readonly limitMs: number },
  ): Promise<Answer<CallToolResult>> {
    if (signal?.aborted) return { kind: 'aborted' };
    // Quirk(MCP SDK): it leaves its listener on the signal it gets. A host's signal may live as
    // long as the host.
    const abort = new AbortController();
    const forward = (): void => abort.abort('cancelled by the host');
    signal?.addEventListener('abort', forward);
    try {
      const within = { signal: abort.signal, timeout: limitMs };
      const value = await this.#client.callTool({ name, arguments: args }, CallToolResultSchema, within);
      // The other half of the declared type belongs to another schema.
      return { kind: 'answered', value: value as CallToolResult };
    } catch (error) {
      if (abort.signal.aborted) return { kind: 'aborted' };
      if (error instanceof McpError && error.code === OVERDUE) return { kind: 'overdue' };
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    } finally {
      signal?.removeEventListener('abort', forward);
    }
  }

  /** Ends the calls in progress. */
  close(): Promise<void> {
    return this.#client.close();
  }
}

async function listTools(client: Client, limitMs: number): Promise<readonly Tool[]> {
  const tools: Tool[] = [];
  let cursor: string | undefined;
  do {
    // Quirk(MCP SDK): its client validates only the results of tools on the last page. The
    // sidecar's list has one page.
    const page = await client.listTools(cursor === undefined ? {} : { cursor }, { timeout: limitMs });
    tools.push(...page.tools);
    if (tools.length > MAX_TOOLS) throw new Error(`more than ${MAX_TOOLS} tools`);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return tools;
}

/**
 * Compiles a schema only when a result needs it. One takes milliseconds: a whole catalogue at once
 * would block the host, and most tools are never called.
 */
function compiledWhenNeeded(): jsonSchemaValidator {
  let ajv: AjvJsonSchemaValidator | undefined;
  return {
    getValidator<T>(schema: JsonSchemaType): JsonSchemaValidator<T> {
      let validate: JsonSchemaValidator<T> | undefined;
      return (input) => {
        ajv ??= new AjvJsonSchemaValidator();
        validate ??= ajv.getValidator<T>(schema);
        return validate(input);
      };
    },
  };
}
