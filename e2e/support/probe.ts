import { createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** One thing that a fake server of packages/lsp/test/fakes says about itself. */
export interface Event {
  /** The server's id in the configuration. */
  server: string;
  pid: number;
  /** `started`, `received` (a message from the sidecar), or a word of that fake's own. */
  event: string;
  method?: string;
  /** Of the document that the message is about. */
  path?: string;
  text?: string;
}

const PATIENCE = 20_000;

/** The second wire between a test and its fakes: they report every message they get, and some wait there for a command. */
export class Probe {
  readonly events: Event[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #waiting = new Set<(event: Event) => void>();

  private constructor() {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => this.#sockets.delete(socket));
      createInterface(socket).on('line', (line) => {
        const event = JSON.parse(line) as Event;
        this.events.push(event);
        for (const waiter of [...this.#waiting]) waiter(event);
      });
    });
  }

  static async listen(path: string): Promise<Probe> {
    const probe = new Probe();
    await new Promise<void>((resolve) => probe.#server.listen(path, resolve));
    return probe;
  }

  /** The messages of one method that a server has received so far. */
  received(server: string, method: string): Event[] {
    return this.events.filter((event) => event.server === server && event.event === 'received' && event.method === method);
  }

  /** How often a server was started. */
  starts(server: string): number {
    return this.events.filter((event) => event.server === server && event.event === 'started').length;
  }

  /** The first event that fits, `from` that index of `events` on. Rejects with what came instead. */
  until(fits: (event: Event) => boolean, from = 0): Promise<Event> {
    const seen = this.events.slice(from).find(fits);
    if (seen !== undefined) return Promise.resolve(seen);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const last = this.events.slice(-20).map(({ server, event, method = '', path = '' }) => `  ${server} ${event} ${method} ${path}`);
        reject(new Error(`not seen within ${PATIENCE} ms: ${String(fits)}\n${last.join('\n')}`));
      }, PATIENCE);
      const waiter = (event: Event): void => {
        if (!fits(event)) return;
        clearTimeout(timer);
        this.#waiting.delete(waiter);
        resolve(event);
      };
      this.#waiting.add(waiter);
    });
  }

  /** The next time from now on that a server receives this. Ask before what causes it. */
  next(server: string, method: string): Promise<Event> {
    return this.until((event) => event.server === server && event.event === 'received' && event.method === method, this.events.length);
  }

  /** Told to all fakes; each knows its own words. */
  tell(command: string): void {
    for (const socket of this.#sockets) socket.write(`${JSON.stringify({ command })}\n`);
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}
