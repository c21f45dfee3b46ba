import { randomUUID } from 'node:crypto';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CancelledNotificationSchema,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import { ENDPOINT, type Head } from './guards.js';
import { invalidRequest } from './refusal.js';
import type { Extra } from './tool-server.js';

/**
 * Makes a server for one session. `signalOf` returns the signal that ends the call of a request.
 */
export type CreateServer = (signalOf: (extra: Extra) => AbortSignal) => McpServer;

interface Call {
  readonly abort: AbortController;
  readonly signal: AbortSignal;
}

/** The headers that the SDK's transport reads. It must not get the token. */
const TRANSPORT_HEADERS = ['accept', 'content-type', 'mcp-session-id', 'mcp-protocol-version'];

/**
 * One MCP session over HTTP. Each request is a POST, each answer one JSON object.
 *
 * The SDK's server leaves a cancelled request unanswered, and its transport leaves the POST open
 * for good. So the session has its own signal for each call. Whatever ends a call early aborts that
 * signal, and a client that still listens gets an error.
 */
export class HttpSession {
  readonly #server: McpServer;
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  /** By request id, what ends each call in progress. */
  readonly #open = new Map<RequestId, Call>();
  readonly #answering = new Set<Promise<Response>>();

  private constructor(createServer: CreateServer, initialized: (id: string, session: HttpSession) => void) {
    this.#transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      enableJsonResponse: true,
      onsessioninitialized: (id) => initialized(id, this),
    });
    this.#server = createServer(({ requestId, signal }) => this.#open.get(requestId)?.signal ?? signal);
  }

  /**
   * @param initialized is called with the session and its id once a client has begun it; until then
   * the session holds nothing
   */
  static async create(
    createServer: CreateServer,
    initialized: (id: string, session: HttpSession) => void,
  ): Promise<HttpSession> {
    const session = new HttpSession(createServer, initialized);
    await session.#server.connect(session.#transport);
    return session;
  }

  get isBusy(): boolean {
    return this.#open.size > 0;
  }

  /** @param gone aborts when the client has hung up */
  async answer(head: Head, message: JSONRPCMessage, gone: AbortSignal): Promise<Response> {
    if (isJSONRPCRequest(message)) return this.#answerRequest(head, message, gone);
    // A response from the client, although this server sends no requests.
    if (!('method' in message)) return new Response(null, { status: 202 });
    const cancelled = CancelledNotificationSchema.safeParse(message);
    if (!cancelled.success) return this.#hand(head, message);
    const { requestId, reason } = cancelled.data.params;
    if (requestId !== undefined) this.#open.get(requestId)?.abort.abort(reason);
    return new Response(null, { status: 202 });
  }

  /** Cancels the calls in progress, and resolves once they have been answered. */
  async end(): Promise<void> {
    for (const { abort } of this.#open.values()) abort.abort('the session has ended');
    await Promise.allSettled(this.#answering);
    await this.#server.close();
  }

  async #answerRequest(head: Head, request: JSONRPCRequest, gone: AbortSignal): Promise<Response> {
    if (this.#open.has(request.id)) return invalidRequest('A request with this id is under way');
    const abort = new AbortController();
    this.#open.set(request.id, { abort, signal: AbortSignal.any([abort.signal, gone]) });
    const answering = this.#hand(head, request);
    this.#answering.add(answering);
    try {
      return await answering;
    } finally {
      this.#open.delete(request.id);
      this.#answering.delete(answering);
    }
  }

  #hand({ method, headers }: Head, parsedBody: JSONRPCMessage): Promise<Response> {
    const handed = new Headers();
    for (const name of TRANSPORT_HEADERS) {
      const value = headers.get(name);
      if (value !== null) handed.set(name, value);
    }
    return this.#transport.handleRequest(
      new Request(`http://127.0.0.1${ENDPOINT}`, { method, headers: handed }),
      { parsedBody },
    );
  }
}
