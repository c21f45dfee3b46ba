import { randomBytes } from 'node:crypto';
import { chmodSync, renameSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { inodeOf, listServiceSockets, removeDeserted, removeSocket } from '@vybestack/llxprt-lsp-core';
import { listEndpoints } from './endpoint.js';
import {
  ACK_MS,
  MAX_BRIDGE_ANSWER_BYTES,
  MAX_BRIDGE_REQUEST_BYTES,
  type BridgeAck,
  type BridgeAnswer,
} from './protocol.js';

export interface PendingAnswer {
  /** Deadline of the text, from now, ms. */
  readonly withinMs: number;
  /** Never rejects. */
  readonly text: Promise<string>;
  /** See {@link BridgeAnswer.refused}. */
  readonly refused?: true;
}

/**
 * Answers one line of a hook.
 *
 * @param gone aborts when the hook has hung up
 */
export type Answerer = (line: string, gone: AbortSignal) => PendingAnswer;

export type HookListening =
  | {
      readonly kind: 'listening';
      /** Removes the socket at once, and hangs up on hooks that wait. May be called again. */
      close(): void;
    }
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * Each tool call of a host has a hook, and hosts run many at the same time. Half of the descriptors
 * that a process may have at least.
 */
const MAX_CONNECTIONS = 512;

/**
 * Answers every process of this user that knows the address. The address holds this bridge's
 * process id; a socket that a dead process with the same id left there is replaced.
 */
export async function listenForHooks(address: string, answer: Answerer): Promise<HookListening> {
  const server = createServer((socket) => serve(socket, answer));
  server.maxConnections = MAX_CONNECTIONS;
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  try {
    const remove =
      process.platform === 'win32' ? await bind(server, address) : await bindPrivately(server, address);
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
 * Removes the sockets of bridges and of shared services that were killed. Whether the host still
 * runs does not decide: its process id may belong to another process by now. A container may share
 * the folder, and processes outside the container have no id in it.
 */
export async function removeStale(): Promise<void> {
  if (process.platform === 'win32') return;
  const services = listServiceSockets().map(({ path }) => path);
  const bridges = listEndpoints().map(({ address }) => address);
  await Promise.all([...services, ...bridges].map((address) => removeDeserted(address)));
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

/**
 * Binds under a temporary name, sets its permissions, and renames it to the address. When the
 * server is closed, Node removes the temporary name and not the address.
 */
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
  const inode = inodeOf(name);
  renameSync(name, address);
  return () => {
    // A newer bridge may have its own there.
    if (inodeOf(address) === inode) removeSocket(address);
  };
}

/** One request, the two lines of its answer, and the end of the connection. */
function serve(socket: Socket, answer: Answerer): void {
  const gone = new AbortController();
  const chunks: Buffer[] = [];
  let size = 0;
  const hangUp = (): void => void socket.destroy();
  let timer = setTimeout(hangUp, ACK_MS);
  socket.on('error', hangUp);
  // A hook that closes its half of the connection wants no answer.
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
    // Anything after the first line is ignored.
    socket.off('data', read).resume();
    const { withinMs, text, refused } = answer(Buffer.concat(chunks).toString(), gone.signal);
    const ack = lineOf({ withinMs } satisfies BridgeAck);
    socket.write(ack);
    void text.then((answerText) => {
      if (gone.signal.aborted) return;
      const line = lineOf({ text: answerText, ...(refused && { refused }) } satisfies BridgeAnswer);
      timer = setTimeout(hangUp, ACK_MS);
      socket.end(
        ack.length + Buffer.byteLength(line) <= MAX_BRIDGE_ANSWER_BYTES
          ? line
          : lineOf({ text: '' } satisfies BridgeAnswer),
      );
    });
  });
}

const NEWLINE = 10;

function lineOf(value: BridgeAck | BridgeAnswer): string {
  return `${JSON.stringify(value)}\n`;
}
