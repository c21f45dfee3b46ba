import { type ByteStreams, ErrorCodes } from '../../jsonrpc/connection.ts';
import { isObject, parseJson } from '../../support/json.ts';
import type { Log } from '../../support/log.ts';
import { recorder, type Tap } from '../../trace/recorder.ts';
import { type Catalogue, ProtocolError } from '../tools/catalogue.ts';
import { LineReader } from './line-reader.ts';

/** Of MCP, the newest first. */
export const PROTOCOL_VERSIONS: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];

const SERVER = { name: 'llxprt-code-lsp', version: '0.1.0' };

export interface McpService {
  /** What `tools/list` shows. */
  listed(): Promise<readonly object[]>;
  /** `tools/list` was answered: the client knows what there is. */
  wasListed?(): void;
  /** Called at the first call of a tool. */
  catalogue(): Promise<Catalogue>;
}

type Id = string | number;
type Message = Readonly<Record<string, unknown>>;

/**
 * An MCP server, as far as tools need one. Each line of JSON is a message.
 *
 * It is not the SDK's: hosts give `initialize` a quarter of a second, and loading the SDK took up to
 * half of one (docs/adr/0040). What is loaded for `initialize` and `tools/list` is this file and a
 * table.
 */
export class McpServer {
  readonly #calls = new Map<Id, AbortController>();
  #tap: Tap | undefined;

  constructor(
    private readonly service: McpService,
    private readonly host: ByteStreams,
    private readonly log: Log,
  ) {}

  /** Resolves when the client has closed its end. */
  async serve(): Promise<void> {
    const reader = new LineReader({
      line: (text) => {
        this.#receive(text);
      },
      dropped: (what) => {
        this.log(`mcp: dropped ${what}`);
      },
    });
    try {
      for await (const chunk of this.host.readable) reader.push(chunk);
    } finally {
      for (const call of this.#calls.values()) call.abort();
      this.#calls.clear();
    }
  }

  #receive(text: string): void {
    const message = parseJson(text);
    if (!isObject(message) || message['jsonrpc'] !== '2.0') {
      this.log(`mcp: not a message: ${text.length} characters`);
      return;
    }
    this.#record('in', message, text);
    const { id, method, params = {} } = message;
    // Nothing is asked of the client, so it has nothing to answer.
    if (typeof method !== 'string') return;
    if (typeof id === 'string' || typeof id === 'number') void this.#answer(id, method, params);
    else if (method === 'notifications/cancelled' && isObject(params)) this.#cancel(params['requestId']);
  }

  #cancel(id: unknown): void {
    if (typeof id === 'string' || typeof id === 'number') this.#calls.get(id)?.abort();
  }

  /** A call that was cancelled gets no answer. */
  async #answer(id: Id, method: string, params: unknown): Promise<void> {
    const call = new AbortController();
    this.#calls.set(id, call);
    const answer = await this.#result(method, params, call.signal).then(
      (result) => ({ result }),
      (error: unknown) => ({ error: this.#errorOf(method, error) }),
    );
    if (this.#calls.get(id) === call) this.#calls.delete(id);
    if (call.signal.aborted) return;
    const message = { jsonrpc: '2.0', id, ...answer };
    const text = JSON.stringify(message);
    this.host.write(`${text}\n`);
    this.#record('out', message, text);
    if (method === 'tools/list') this.service.wasListed?.();
  }

  async #result(method: string, params: unknown, cancel: AbortSignal): Promise<object> {
    switch (method) {
      case 'initialize':
        return initialized(params);
      case 'ping':
        return {};
      case 'tools/list':
        return { tools: await this.service.listed() };
      case 'tools/call':
        return await this.#call(params, cancel);
      default:
        throw new ProtocolError(ErrorCodes.MethodNotFound, 'Method not found');
    }
  }

  async #call(params: unknown, cancel: AbortSignal): Promise<object> {
    const { tools, refusal } = await this.service.catalogue();
    const { name, arguments: input = {} } = isObject(params) ? params : {};
    if (typeof name !== 'string') throw refusal('name: the name of a tool is missing');
    if (!isObject(input)) throw refusal('arguments: expected an object');
    const tool = tools.find((each) => each.name === name);
    if (tool === undefined)
      throw refusal(`unknown tool; there are ${tools.map((each) => each.name).join(', ')}`);
    const start = performance.now();
    const result = await tool.call(input, cancel);
    const took = Math.round(performance.now() - start);
    // Log after the answer is sent.
    setImmediate(() => {
      this.log(`${name}: ${result.isError === true ? 'failed' : 'answered'} after ${took} ms`);
    });
    return result;
  }

  #errorOf(method: string, error: unknown): { code: number; message: string; data?: unknown } {
    if (error instanceof ProtocolError)
      return {
        code: error.code,
        message: error.message,
        ...(error.data !== undefined && { data: error.data }),
      };
    this.log(`mcp: ${method}: ${error instanceof Error ? String(error.stack) : String(error)}`);
    return { code: ErrorCodes.InternalError, message: 'an error of the service itself, which is in its log' };
  }

  /** The recorder may start later than the channel. */
  #record(dir: 'in' | 'out', message: Message, text: string): void {
    this.#tap ??= recorder()?.tap({ kind: 'mcp' });
    this.#tap?.(dir, message, Buffer.byteLength(text));
  }
}

function initialized(params: unknown): object {
  const wanted = isObject(params) ? params['protocolVersion'] : undefined;
  if (typeof wanted !== 'string')
    throw new ProtocolError(ErrorCodes.InvalidParams, 'protocolVersion: expected a string');
  const protocolVersion = PROTOCOL_VERSIONS.includes(wanted) ? wanted : PROTOCOL_VERSIONS[0];
  return { protocolVersion, capabilities: { tools: {} }, serverInfo: SERVER };
}
