import { closeSync, openSync, readSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';

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

export interface Command {
  command: string;
  path?: string;
}

/** The file that fakes append their events to if it is there, by the probe's path. */
export function eventsOf(path: string): string {
  return `${path}.events`;
}

/**
 * The second wire between a test and its fakes: they report every message they get, and wait for the test where it says so.
 *
 * Events are read from a file, so that a test that has a fake's answer in its hands sees everything that the fake reported before it answered:
 * of two sockets nobody knows which is read first. The same lines on the socket tell that there is something to read, and its end tells who is gone.
 */
export class Probe {
  readonly #inbox = new Inbox<Event>('event', ({ server, event, method = '', path = '', text = '' }) =>
    [server, event, method, path, JSON.stringify(text.slice(0, 60))].join(' '),
  );
  readonly #sockets = new Set<Socket>();
  /** Those of fakes that have said who they are. */
  readonly #known = new Map<Socket, Event>();
  /** What fakes were told, and how many events had been seen by then. */
  readonly #told: { readonly line: string; readonly seen: number }[] = [];
  readonly #chunk = Buffer.alloc(64 * 1024);
  readonly #decoder = new StringDecoder('utf8');
  #held = '';
  #offset = 0;
  #isReading = false;
  #isClosed = false;

  private constructor(
    readonly path: string,
    private readonly server: Server,
    private readonly file: number,
  ) {
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => {
        const last = this.#known.get(socket);
        this.#sockets.delete(socket);
        this.#known.delete(socket);
        this.#read();
        if (last !== undefined) this.#inbox.add({ server: last.server, pid: last.pid, event: 'gone' });
      });
      socket.on('error', () => socket.destroy());
      readLines(socket, (line) => {
        this.#greet(socket, JSON.parse(line) as Event);
        this.#read();
      });
    });
  }

  static async listen(path: string): Promise<Probe> {
    const server = createServer();
    const probe = new Probe(path, server, openSync(eventsOf(path), 'w+', 0o600));
    await new Promise<void>((resolve) => server.listen(path, resolve));
    return probe;
  }

  get events(): readonly Event[] {
    this.#read();
    return this.#inbox.all;
  }

  /** The messages of one method that fakes have received so far. */
  received(method: string): Event[] {
    return this.events.filter((event) => event.event === 'received' && event.method === method);
  }

  until(fits: (event: Event) => boolean, options?: { after?: Event; ms?: number }): Promise<Event> {
    this.#read();
    return this.#inbox.until(fits, options);
  }

  /** The next message of this method, about the document that ends in `file` if one is named. */
  untilReceived(method: string, file = '', options?: { after?: Event; ms?: number }): Promise<Event> {
    return this.until(
      (event) => event.event === 'received' && event.method === method && (event.path ?? '').endsWith(file),
      options,
    );
  }

  /** How often a server has been started so far. */
  starts(server: string): number {
    return this.events.filter((event) => event.event === 'started' && event.server === server).length;
  }

  /** The next time from now on that a server receives this. Ask before what causes it. */
  next(server: string, method: string): Promise<Event> {
    const after = this.events.at(-1);
    return this.until(
      (event) => event.event === 'received' && event.server === server && event.method === method,
      after === undefined ? {} : { after },
    );
  }

  /** Told to all fakes of which an event has been seen; each knows its own words. */
  tell(command: Command): void {
    const line = `${JSON.stringify(command)}\n`;
    this.#told.push({ line, seen: this.events.length });
    for (const socket of this.#known.keys()) socket.write(line);
  }

  close(): void {
    this.#read();
    for (const socket of this.#sockets) socket.destroy();
    this.server.close();
    closeSync(this.file);
    this.#isClosed = true;
  }

  /** A fake's events may have been read before its socket was heard: then it has missed what fakes were told since. */
  #greet(socket: Socket, said: Event): void {
    if (this.#known.has(socket)) return;
    this.#known.set(socket, said);
    const first = this.#inbox.all.findIndex(({ pid }) => pid === said.pid);
    for (const { line, seen } of this.#told) if (first !== -1 && first < seen) socket.write(line);
  }

  /** What fakes have reported since. Those who wait for an event may look at all of them meanwhile. */
  #read(): void {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      this.#readAll();
    } finally {
      this.#isReading = false;
    }
  }

  #readAll(): void {
    for (let length = this.#fill(); length > 0; length = this.#fill()) {
      const lines = (this.#held + this.#decoder.write(this.#chunk.subarray(0, length))).split('\n');
      this.#held = lines.pop() ?? '';
      for (const line of lines) this.#inbox.add(JSON.parse(line) as Event);
    }
  }

  /** How many bytes more there are in `#chunk`. */
  #fill(): number {
    const length = this.#isClosed ? 0 : readSync(this.file, this.#chunk, 0, this.#chunk.length, this.#offset);
    this.#offset += length;
    return length;
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
