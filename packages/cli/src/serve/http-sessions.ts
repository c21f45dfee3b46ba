import { HttpSession, type CreateServer } from './http-session.js';

/** How many sessions there may be, and how long one may be without a request, ms. */
export interface SessionLimits {
  readonly sessions: number;
  readonly idle: number;
}

interface Held {
  readonly session: HttpSession;
  readonly idle: NodeJS.Timeout;
}

/** The sessions by their ids, the least recently used first. */
export class HttpSessions {
  readonly #held = new Map<string, Held>();
  readonly #createServer: CreateServer;
  readonly #limits: SessionLimits;

  constructor(createServer: CreateServer, limits: SessionLimits) {
    this.#createServer = createServer;
    this.#limits = limits;
  }

  find(id: string): HttpSession | undefined {
    const held = this.#held.get(id);
    if (held === undefined) return undefined;
    held.idle.refresh();
    this.#held.delete(id);
    this.#held.set(id, held);
    return held.session;
  }

  /**
   * Opens a session for a client that has none yet; undefined where there are too many, and all of
   * them wait for an answer.
   */
  async open(): Promise<HttpSession | undefined> {
    if (this.#isFull && this.#quietest() === undefined) return undefined;
    return HttpSession.create(this.#createServer, (id, session) => this.#hold(id, session));
  }

  /** @returns whether there was one */
  async end(id: string): Promise<boolean> {
    const held = this.#held.get(id);
    if (held === undefined) return false;
    clearTimeout(held.idle);
    this.#held.delete(id);
    await held.session.end();
    return true;
  }

  async endAll(): Promise<void> {
    await Promise.all([...this.#held.keys()].map((id) => this.end(id)));
  }

  get #isFull(): boolean {
    return this.#held.size >= this.#limits.sessions;
  }

  /**
   * Clients may crash without closing their session. The session without a request for longest is
   * the likeliest to be abandoned.
   */
  #quietest(): string | undefined {
    return [...this.#held].find(([, { session }]) => !session.isBusy)?.[0];
  }

  #hold(id: string, session: HttpSession): void {
    const quietest = this.#isFull ? this.#quietest() : undefined;
    if (quietest !== undefined) void this.end(quietest);
    const idle: NodeJS.Timeout = setTimeout(() => {
      if (session.isBusy) idle.refresh();
      else void this.end(id);
    }, this.#limits.idle);
    this.#held.set(id, { session, idle: idle.unref() });
  }
}
