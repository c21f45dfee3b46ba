import { randomBytes } from 'node:crypto';
import { chmodSync, renameSync, rmSync, statSync } from 'node:fs';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { listEndpoints } from './endpoint.js';
import { ACK_MS, MAX_BRIDGE_ANSWER_BYTES, MAX_BRIDGE_REQUEST_BYTES, type BridgeAck, type BridgeAnswer } from './protocol.js';

export interface Reply {
  /** When the text is there at the latest, from now, ms. */
  readonly withinMs: number;
  /** Never rejects. */
  readonly text: Promise<string>;
}

/**
 * Answers one line of a hook's.
 *
 * @param gone aborts when the hook has hung up
 */
export type Answerer = (line: string, gone: AbortSignal) => Reply;

export type Listening =
  | {
      readonly kind: 'listening';
      /** Takes the socket away at once, and hangs up on whoever waits. May be called again. */
      close(): void;
    }
  | { readonly kind: 'failed'; readonly reason: string };

/** Hosts run a handful of hooks at the same time. */
const MAX_CONNECTIONS = 64;

/** Answers every process of this user that knows the address, which is this bridge's own. What a dead process with its id has left there is replaced. */
export async function listen(address: string, answer: Answerer): Promise<Listening> {
  const server = createServer((socket) => serve(socket, answer));
  server.maxConnections = MAX_CONNECTIONS;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  try {
    const remove = process.platform === 'win32' ? await bind(server, address) : await bindPrivately(server, address);
    process.once('exit', remove);
    return {
      kind: 'listening',
      close: () => {
        process.removeListener('exit', remove);
        remove();
        server.close();
        for (const socket of sockets) socket.destroy();
      },
    };
  } catch (error) {
    server.close();
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Takes away the sockets of bridges that were killed. Whether their hosts live says nothing: a process id may be somebody else's by now, and in a container,
 * which may share the folder, those outside of it have none.
 */
export async function removeStale(): Promise<void> {
  if (process.platform === 'win32') return;
  await Promise.all(listEndpoints().map(async ({ address }) => ((await isDeserted(address)) ? remove(address) : undefined)));
}

/** Whether nobody listens there: the kernel refuses, where one that is busy or stopped would let us wait. */
function isDeserted(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(address);
    socket.on('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  });
}

async function bind(server: Server, address: string): Promise<() => void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, resolve);
  });
  server.removeAllListeners('error');
  server.on('error', () => undefined);
  return () => undefined;
}

/** Under a name that nobody looks for, until it is as it has to be; Node takes that name away when the server is closed, and not the address. */
async function bindPrivately(server: Server, address: string): Promise<() => void> {
  const name = join(dirname(address), `.${randomBytes(4).toString('hex')}`);
  const mask = process.umask(0o177);
  let bound: Promise<unknown>;
  try {
    bound = bind(server, name);
  } finally {
    process.umask(mask);
  }
  await bound;
  chmodSync(name, 0o600);
  const { ino } = statSync(name);
  renameSync(name, address);
  return () => {
    // A newer bridge may have its own there.
    if (statSync(address, { throwIfNoEntry: false })?.ino === ino) remove(address);
  };
}

function remove(address: string): void {
  try {
    rmSync(address, { force: true });
  } catch {
    // What cannot be taken away is refused where it is connected to.
  }
}

/** One question, its two lines of answer, and the end. */
function serve(socket: Socket, answer: Answerer): void {
  const gone = new AbortController();
  const chunks: Buffer[] = [];
  let size = 0;
  const hangUp = (): void => void socket.destroy();
  let timer = setTimeout(hangUp, ACK_MS);
  socket.on('error', hangUp);
  // Half a connection is none: who hangs up wants no answer.
  socket.on('end', hangUp);
  socket.on('close', () => {
    clearTimeout(timer);
    gone.abort();
  });
  socket.on('data', function read(chunk: Buffer) {
    const end = chunk.indexOf(NEWLINE);
    size += end < 0 ? chunk.byteLength : end;
    if (size > MAX_BRIDGE_REQUEST_BYTES) {
      hangUp();
      return;
    }
    chunks.push(end < 0 ? chunk : chunk.subarray(0, end));
    if (end < 0) return;
    clearTimeout(timer);
    // Whatever else comes is nobody's question.
    socket.off('data', read).resume();
    const { withinMs, text } = answer(Buffer.concat(chunks).toString(), gone.signal);
    const ack = lineOf({ withinMs } satisfies BridgeAck);
    socket.write(ack);
    void text.then((said) => {
      if (gone.signal.aborted) return;
      const line = lineOf({ text: said } satisfies BridgeAnswer);
      timer = setTimeout(hangUp, ACK_MS);
      socket.end(ack.length + Buffer.byteLength(line) <= MAX_BRIDGE_ANSWER_BYTES ? line : lineOf({ text: '' } satisfies BridgeAnswer));
    });
  });
}

const NEWLINE = 10;

function lineOf(value: BridgeAck | BridgeAnswer): string {
  return `${JSON.stringify(value)}\n`;
}
