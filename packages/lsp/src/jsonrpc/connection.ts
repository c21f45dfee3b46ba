import { isObject } from '../support/json.ts';
import type { Tap } from '../trace/recorder.ts';
import { FrameReader, frame, TOO_LONG } from './framing.ts';

/**
 * JSON-RPC 2.0 over Content-Length frames, for both sides of the sidecar: the host and the language
 * servers.
 *
 * It is not a library for two reasons that docs/adr/0001 measures: loading a library costs more
 * than starting Bun does, and a peer that floods the sidecar or sends garbage must not bring it
 * down.
 *
 * Concurrency: messages are dispatched in the order in which they arrived, each one before the next
 * is read; a handler that awaits does not delay the messages behind it. Writes go out in call
 * order.
 */

/** How one request ended. Nothing here rejects: a failing peer is expected. */
export type Response =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly error: ResponseError }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'closed' };

interface ResponseError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export const ErrorCodes = {
  MethodNotFound: -32601,
  InvalidParams: -32602,
  InternalError: -32603,
  RequestCancelled: -32800,
  ContentModified: -32801,
  ServerCancelled: -32802,
} as const;

/**
 * A request handler throws it to answer with its own error; anything else that it throws is an
 * InternalError.
 */
export class RequestFailure extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

export interface ByteStreams {
  readonly readable: AsyncIterable<Uint8Array>;
  /** Queues text to be written; never blocks, and never throws once the other end is gone. */
  write(text: string): void;
}

export interface ConnectionEvents {
  /** `signal` aborts on `$/cancelRequest`, and when the connection closes. */
  request(method: string, params: unknown, signal: AbortSignal): unknown;
  /** Rejections are caught too: they are reported as protocol errors. */
  notification(method: string, params: unknown): void | Promise<void>;
  /** For the log: the peer broke the protocol, and the connection continues. */
  protocolError(what: string): void;
  /** Gets each message of both sides. */
  readonly tap?: Tap | undefined;
}

type Settle = (reply: Response) => void;

export class Connection {
  readonly #pending = new Map<number, Settle>();
  readonly #serving = new Map<unknown, AbortController>();
  readonly #closed = Promise.withResolvers<void>();
  #nextId = 1;
  #open = true;

  /** Does not read before `listen` is called. */
  constructor(
    private readonly streams: ByteStreams,
    private readonly events: ConnectionEvents,
  ) {}

  /** Resolves once the peer's stream has ended or `close` was called. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  listen(): void {
    void this.#read();
  }

  /**
   * Answers `closed` at once if the connection is closed. When `signal` aborts, it cancels the
   * request at the peer and does not wait for the peer's answer.
   */
  request(method: string, params: unknown, signal?: AbortSignal): Promise<Response> {
    if (!this.#open) return Promise.resolve({ kind: 'closed' });
    if (signal?.aborted) return Promise.resolve({ kind: 'cancelled' });
    const id = this.#nextId++;
    return new Promise((resolve) => {
      const cancel = (): void => {
        this.notify('$/cancelRequest', { id });
        settle({ kind: 'cancelled' });
      };
      const settle = (reply: Response): void => {
        this.#pending.delete(id);
        signal?.removeEventListener('abort', cancel);
        resolve(reply);
      };
      this.#pending.set(id, settle);
      signal?.addEventListener('abort', cancel);
      this.#send(params === undefined ? { id, method } : { id, method, params });
    });
  }

  notify(method: string, params?: unknown): void {
    this.#send(params === undefined ? { method } : { method, params });
  }

  /**
   * Every pending request ends with `closed`; every request being served is aborted. Idempotent.
   */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    for (const settle of [...this.#pending.values()]) settle({ kind: 'closed' });
    for (const controller of this.#serving.values()) controller.abort();
    this.#closed.resolve();
  }

  async #read(): Promise<void> {
    const reader = new FrameReader({
      message: (body) => {
        this.#receive(body);
      },
      dropped: (what) => {
        this.events.protocolError(`dropped ${what}`);
      },
      // Whoever waits for this answer need not wait for longer.
      skipped: (start, end) => {
        const id = answeredBy(start, end);
        if (id !== undefined)
          this.#settle({ id, error: { code: ErrorCodes.InternalError, message: TOO_LONG } });
      },
    });
    try {
      for await (const chunk of this.streams.readable) {
        if (!this.#open) return;
        reader.push(chunk);
      }
    } catch (error) {
      this.events.protocolError(`reading failed: ${String(error)}`);
    }
    if (reader.pending) this.events.protocolError('the stream ended in the middle of a message');
    this.close();
  }

  #receive(body: Buffer): void {
    let message: unknown;
    try {
      message = JSON.parse(body.toString('utf8'));
    } catch {
      this.events.protocolError(`not JSON: ${JSON.stringify(body.toString('utf8', 0, 200))}`);
      return;
    }
    if (!isObject(message)) {
      this.events.protocolError('a message that is no object');
      return;
    }
    this.events.tap?.('in', message, body.length);
    if (typeof message['method'] === 'string') {
      if ('id' in message) void this.#serve(message['id'], message['method'], message['params']);
      else void this.#handleNotification(message['method'], message['params']);
    } else {
      this.#settle(message);
    }
  }

  #settle(message: Record<string, unknown>): void {
    const settle = typeof message['id'] === 'number' ? this.#pending.get(message['id']) : undefined;
    // An answer to a request that was cancelled meanwhile is no error.
    if (settle === undefined) return;
    const { error } = message;
    settle(
      isObject(error)
        ? { kind: 'error', error: toResponseError(error) }
        : { kind: 'result', result: message['result'] },
    );
  }

  async #handleNotification(method: string, params: unknown): Promise<void> {
    if (method === '$/cancelRequest') {
      if (isObject(params)) this.#serving.get(params['id'])?.abort();
      return;
    }
    try {
      await this.events.notification(method, params);
    } catch (error) {
      this.events.protocolError(`${method}: ${describe(error)}`);
    }
  }

  async #serve(id: unknown, method: string, params: unknown): Promise<void> {
    const controller = new AbortController();
    this.#serving.set(id, controller);
    try {
      const result = await this.events.request(method, params, controller.signal);
      this.#send({ id, result: result ?? null });
    } catch (error) {
      const code = error instanceof RequestFailure ? error.code : ErrorCodes.InternalError;
      if (!(error instanceof RequestFailure)) this.events.protocolError(`${method}: ${describe(error)}`);
      this.#send({ id, error: { code, message: error instanceof Error ? error.message : String(error) } });
    } finally {
      this.#serving.delete(id);
    }
  }

  #send(message: object): void {
    if (!this.#open) return;
    const framed = frame({ jsonrpc: '2.0', ...message });
    this.streams.write(framed);
    this.events.tap?.('out', message, Buffer.byteLength(framed) - framed.indexOf('{'));
  }
}

/**
 * The request that a message answers, as far as both of its ends tell: `id` is its first or last
 * property.
 */
function answeredBy(start: string, end: string): number | undefined {
  const id = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d+)\s*,\s*"result"/.exec(start)?.[1];
  const isResult = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"result"/.test(start);
  const last = isResult ? /[^{\s]\s*,\s*"id"\s*:\s*(\d+)\s*\}\s*$/.exec(end)?.[1] : undefined;
  return id === undefined && last === undefined ? undefined : Number(id ?? last);
}

function toResponseError(error: Record<string, unknown>): ResponseError {
  const code = typeof error['code'] === 'number' ? error['code'] : ErrorCodes.InternalError;
  const message = typeof error['message'] === 'string' ? error['message'] : 'unknown error';
  return { code, message, data: error['data'] };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
