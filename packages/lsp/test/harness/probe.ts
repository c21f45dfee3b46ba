import { createServer, type Server, type Socket } from 'node:net';

import { Inbox } from './inbox.ts';

/** One thing that a fake server says about itself. */
export interface Event {
  /** The server's id in the configuration. */
  server: string;
  pid: number;
  /** `started`, `received` (a message from the sidecar), `answered` (one of its own requests), `gone` (it has ended), or a word of that fake's own. */
  event: string;
  method?: string;
  id?: number | string;
  /** The path of the document that the message is about, if it is about one. */
  path?: string;
  /** Left out where they are long. */
  params?: unknown;
  /** That document as the fake holds it after the message; of the text at most 20,000 characters. */
  version?: number;
  text?: string;
  result?: unknown;
  error?: unknown;
}

/** Told to all fakes of a test; each knows its own words. */
export interface Command {
  command: string;
  path?: string;
}

/** The second wire between a test and its fakes: they report every message they get, and wait for the test where it says so. */
export class Probe {
  readonly #inbox = new Inbox<Event>('event', ({ server, event, method = '', path = '', text = '' }) => [server, event, method, path, JSON.stringify(text.slice(0, 60))].join(' '));
  readonly #sockets = new Set<Socket>();

  private constructor(
    readonly path: string,
    private readonly server: Server,
  ) {
    server.on('connection', (socket) => {
      let last: Event | undefined;
      this.#sockets.add(socket);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        if (last !== undefined) this.#inbox.add({ server: last.server, pid: last.pid, event: 'gone' });
      });
      socket.on('error', () => socket.destroy());
      readLines(socket, (line) => {
        last = JSON.parse(line) as Event;
        this.#inbox.add(last);
      });
    });
  }

  static async listen(path: string): Promise<Probe> {
    const server = createServer();
    const probe = new Probe(path, server);
    await new Promise<void>((resolve) => server.listen(path, resolve));
    return probe;
  }

  get events(): readonly Event[] {
    return this.#inbox.all;
  }

  /** The messages of one method that fakes have received so far. */
  received(method: string): Event[] {
    return this.events.filter((event) => event.event === 'received' && event.method === method);
  }

  until(fits: (event: Event) => boolean, options?: { after?: Event; ms?: number }): Promise<Event> {
    return this.#inbox.until(fits, options);
  }

  /** The next message of this method, about the document that ends in `file` if one is named. */
  untilReceived(method: string, file = '', options?: { after?: Event; ms?: number }): Promise<Event> {
    return this.until((event) => event.event === 'received' && event.method === method && (event.path ?? '').endsWith(file), options);
  }

  tell(command: Command): void {
    for (const socket of this.#sockets) socket.write(`${JSON.stringify(command)}\n`);
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.server.close();
  }
}

function readLines(socket: Socket, line: (text: string) => void): void {
  let held = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    const lines = (held + chunk).split('\n');
    held = lines.pop() ?? '';
    lines.forEach(line);
  });
}
