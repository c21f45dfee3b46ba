import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import { answerPreflight, shareWith } from './cross-origin.js';
import { refuseByHead, refuseByRevision, tooLarge, type Access, type Head } from './guards.js';
import type { CreateServer, HttpSession } from './http-session.js';
import { HttpSessions, type SessionLimits } from './http-sessions.js';
import { MAX_REQUEST_BYTES } from './limits.js';
import { readMessage } from './message.js';
import { busy, invalidRequest, refuse, sessionNotFound } from './refusal.js';

export type Body =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'cut-off' };

/** An HTTP request as the gateway sees it. */
export interface GatewayRequest {
  readonly head: Head;
  /** Reads the body, and stops once it has more than `limit` bytes. To be called once at most. */
  readBody(limit: number): Promise<Body>;
  /** Aborts when the client has hung up. */
  readonly gone: AbortSignal;
}

export interface GatewayLimits extends SessionLimits {
  /** How many requests are read and answered at the same time. */
  readonly requests: number;
}

export const GATEWAY_LIMITS: GatewayLimits = { requests: 64, sessions: 32, idle: 30 * 60_000 };

/**
 * MCP Streamable HTTP, from a request to its answer: which clients may send requests, which
 * requests, and how much (gateway contract, sections 1.4, 5 and 6.1).
 */
export class Gateway {
  readonly #access: Access;
  readonly #limits: GatewayLimits;
  readonly #sessions: HttpSessions;
  #open = 0;

  constructor(access: Access, createServer: CreateServer, limits: GatewayLimits = GATEWAY_LIMITS) {
    this.#access = access;
    this.#limits = limits;
    this.#sessions = new HttpSessions(createServer, limits);
  }

  async answer(request: GatewayRequest): Promise<Response> {
    const { head } = request;
    const answer =
      answerPreflight(head, this.#access) ?? refuseByHead(head, this.#access) ?? (await this.#admit(request));
    answer.headers.set('Cache-Control', 'no-store');
    return shareWith(head, this.#access, answer);
  }

  /** Answers the requests in progress and ends every session. */
  close(): Promise<void> {
    return this.#sessions.endAll();
  }

  async #admit(request: GatewayRequest): Promise<Response> {
    if (this.#open >= this.#limits.requests) return busy('Too many requests at once');
    this.#open++;
    try {
      return request.head.method === 'DELETE' ? await this.#end(request.head) : await this.#post(request);
    } finally {
      this.#open--;
    }
  }

  async #end(head: Head): Promise<Response> {
    const id = head.headers.get('mcp-session-id');
    const refused = refuseByRevision(head, this.#access.revisions);
    if (refused !== undefined) return refused;
    if (id === null) return invalidRequest('The Mcp-Session-Id header is missing');
    return (await this.#sessions.end(id)) ? new Response(null, { status: 204 }) : sessionNotFound();
  }

  async #post(request: GatewayRequest): Promise<Response> {
    const { head, gone } = request;
    const body = await request.readBody(MAX_REQUEST_BYTES);
    if (body.kind === 'too-large') return tooLarge();
    if (body.kind === 'cut-off') return refuse(400, 'The body is incomplete');
    const read = readMessage(body.bytes);
    if (read.kind === 'refused') return read.answer;
    const refused = refuseByRevision(head, this.#access.revisions);
    if (refused !== undefined) return refused;
    const session = await this.#sessionFor(head, isInitializeRequest(read.message));
    return session instanceof Response ? session : session.answer(head, read.message, gone);
  }

  async #sessionFor({ headers }: Head, begins: boolean): Promise<HttpSession | Response> {
    const id = headers.get('mcp-session-id');
    if (id !== null) return this.#sessions.find(id) ?? sessionNotFound();
    if (!begins) return invalidRequest('The Mcp-Session-Id header is missing');
    return (await this.#sessions.open()) ?? busy('Too many sessions');
  }
}
