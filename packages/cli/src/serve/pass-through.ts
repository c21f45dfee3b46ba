import { isObject, type Catalog } from '@vybestack/llxprt-lsp-core';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { McpError, ResultSchema, type Implementation, type Result } from '@modelcontextprotocol/sdk/types.js';
import { version } from '../package.js';
import { isDeeper } from './depth.js';
import { ErrorCode, JsonRpcError, REQUEST_CANCELLED } from './json-rpc-error.js';
import { ENVELOPE_BYTES, MAX_DEPTH, MAX_RESPONSE_BYTES } from './limits.js';
import { createToolServer, type Params, type ToolServerOptions, type ToolSource } from './tool-server.js';

export interface PassThroughOptions {
  readonly catalog: Catalog;
  readonly revisions: ToolServerOptions['revisions'];
  /**
   * Deadline for the sidecar's answer to one request, ms. The sidecar bounds its own waits: if it
   * takes longer, it hangs.
   */
  readonly timeout: number;
  /** The same for a call of one tool. Default: `timeout`. */
  readonly timeoutFor?: (tool: string) => number;
}

/**
 * One connection to the sidecar's navigation channel, and one MCP server in front of it for each
 * client.
 *
 * Arguments, results and errors (code, message and data) pass through unchanged. Where the sidecar
 * itself fails, a client of `vscode.lsp.*` gets the contract's `-32603` with
 * `MCP_LSP_GATEWAY/INTERNAL` (section 6.3), and a model gets a result that it can read.
 */
export class PassThrough implements ToolSource {
  /** A sidecar's tools do not change while it runs. */
  readonly listChanges = false;
  readonly #client: Client;
  readonly #options: PassThroughOptions;
  /** The answer to every `tools/list`. */
  readonly #tools: Result;
  /** Resolves when the sidecar has ended, or {@link close} was called. */
  readonly ended: Promise<void>;

  private constructor(client: Client, ended: Promise<void>, tools: Result, options: PassThroughOptions) {
    this.#client = client;
    this.ended = ended;
    this.#tools = tools;
    this.#options = options;
  }

  /**
   * @param sidecar not started yet
   * @throws {Error} when the sidecar ends, or does not answer in time
   */
  static async connect(sidecar: Transport, options: PassThroughOptions): Promise<PassThrough> {
    const client = new Client({ name: 'llxprt-lsp', version });
    const ended = new Promise<void>((resolve) => (client.onclose = resolve));
    try {
      await client.connect(sidecar, { timeout: options.timeout });
      const tools = await client.request({ method: 'tools/list' }, ResultSchema, {
        timeout: options.timeout,
      });
      if (!fits(tools)) throw new Error('the list of tools is too large');
      return new PassThrough(client, ended, tools, options);
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  /** The revisions of MCP that clients may use. */
  get revisions(): PassThroughOptions['revisions'] {
    return this.#options.revisions;
  }

  /** A server for one MCP session, to be connected to its transport. */
  createServer(signalOf?: ToolServerOptions['signalOf']): McpServer {
    return createToolServer(this, { revisions: this.#options.revisions, signalOf });
  }

  /** Ends the connection. Calls in progress are answered as if the sidecar had ended. */
  close(): Promise<void> {
    return this.#client.close();
  }

  /** Whether the sidecar has ended, or {@link close} was called. */
  get isOver(): boolean {
    return this.#client.transport === undefined;
  }

  get serverInfo(): Implementation {
    return this.#client.getServerVersion() ?? { name: 'llxprt-lsp', version };
  }

  get instructions(): string | undefined {
    return this.#client.getInstructions();
  }

  listTools(): Result {
    return this.#tools;
  }

  async callTool({ name, arguments: input }: Params, signal: AbortSignal): Promise<Result> {
    if (typeof name !== 'string') throw this.#invalid('name: the name of a tool is missing');
    if (input !== undefined && !isObject(input)) throw this.#invalid('arguments: expected an object');
    if (isDeeper(input, MAX_DEPTH)) throw this.#invalid('arguments: nested too deeply');
    const params = { name, ...(input !== undefined && { arguments: input }) };
    try {
      const result = await this.#client.request({ method: 'tools/call', params }, ResultSchema, {
        signal,
        timeout: this.#options.timeoutFor?.(name) ?? this.#options.timeout,
      });
      return fits(result)
        ? result
        : this.#failed('CAP_EXCEEDED', 'the answer is too large; ask for fewer items');
    } catch (error) {
      if (error instanceof JsonRpcError) throw error;
      if (signal.aborted) throw new JsonRpcError(REQUEST_CANCELLED, 'Request cancelled');
      const sidecarError = sidecarErrorOf(error);
      if (sidecarError !== undefined && fits(sidecarError)) throw sidecarError;
      return this.#failed(
        'INTERNAL',
        this.isOver ? 'the language service has ended' : 'the language service does not answer',
      );
    }
  }

  #invalid(problem: string): JsonRpcError {
    return new JsonRpcError(ErrorCode.InvalidParams, problem, this.#data('INVALID_PARAMS'));
  }

  #failed(code: string, text: string): Result {
    if (this.#options.catalog === 'vscode')
      throw new JsonRpcError(ErrorCode.InternalError, text, this.#data(code));
    return { content: [{ type: 'text', text }], isError: true };
  }

  #data(code: string): unknown {
    return this.#options.catalog === 'vscode' ? { code: `MCP_LSP_GATEWAY/${code}` } : undefined;
  }
}

/** Codes of errors that the SDK's client makes itself. */
const MADE_HERE: readonly number[] = [ErrorCode.ConnectionClosed, ErrorCode.RequestTimeout];

/**
 * The error as the sidecar has sent it; undefined for an error that the SDK's client makes because
 * the sidecar ended or did not answer.
 */
function sidecarErrorOf(error: unknown): JsonRpcError | undefined {
  if (!(error instanceof McpError)) return undefined;
  const { code, message, data } = error;
  if (MADE_HERE.includes(code)) return undefined;
  const prefix = `MCP error ${code}: `;
  return new JsonRpcError(code, message.startsWith(prefix) ? message.slice(prefix.length) : message, data);
}

/**
 * The contract's cap on responses (section 5.3). The sidecar keeps it; an answer that does not is
 * not passed on.
 */
function fits(answer: Result | JsonRpcError): boolean {
  const written =
    answer instanceof JsonRpcError ? JSON.stringify([answer.message, answer.data]) : JSON.stringify(answer);
  return Buffer.byteLength(written) <= MAX_RESPONSE_BYTES - ENVELOPE_BYTES;
}
