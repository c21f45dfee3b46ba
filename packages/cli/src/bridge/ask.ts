import { AnswerReader, type BridgeResult } from './exchange.js';
import { ACK_MS, MAX_BRIDGE_REQUEST_BYTES } from './protocol.js';
import type { BridgeRequest } from './request.js';
import { bun, type BunSocket } from './runtime.js';

/** How far past the bridge's own deadline the hook waits, ms. */
const GRACE_MS = 500;
/** The longest wait, whatever deadline the bridge gives, ms. */
const LONGEST_MS = 600_000;

/** The events of one connection. */
interface Listener {
  opened(close: () => void): void;
  received(chunk: Uint8Array): void;
  closed(): void;
}

/**
 * Sends one request to the bridge at one address. Never throws. Takes no longer than {@link ACK_MS}
 * plus the deadline that the bridge then gives.
 */
export function ask(address: string, request: BridgeRequest): Promise<BridgeResult> {
  const line = lineOf(request) ?? lineOf(withoutPreviousText(request));
  if (line === undefined) return Promise.resolve({ kind: 'silent' });
  const connect = bun === undefined ? connectByNode : connectByBun;
  return new Promise((resolve) => {
    const reader = new AnswerReader();
    let close: (() => void) | undefined;
    let timer: NodeJS.Timeout;
    const end = (result: BridgeResult): void => {
      clearTimeout(timer);
      resolve(result);
      close?.();
    };
    const wait = (ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => end({ kind: 'silent' }), ms);
    };
    wait(ACK_MS);
    void connect(address, line, {
      opened: (closeIt) => {
        close = closeIt;
      },
      received: (chunk) => {
        const progress = reader.read(chunk);
        if (progress.kind === 'acknowledged')
          wait(Math.min(Math.max(progress.withinMs, 0), LONGEST_MS) + GRACE_MS);
        if (progress.kind === 'ended') end(progress.result);
      },
      closed: () => end({ kind: close === undefined ? 'absent' : 'silent' }),
    });
  });
}

/** Undefined where it is longer than a bridge reads. */
function lineOf(request: BridgeRequest): Uint8Array | undefined {
  const line = Buffer.from(`${JSON.stringify(request)}\n`);
  return line.byteLength > MAX_BRIDGE_REQUEST_BYTES ? undefined : line;
}

function withoutPreviousText(request: BridgeRequest): BridgeRequest {
  if (request.ask !== 'check') return request;
  const { patch, files, ...rest } = request;
  return { ...rest, files: files.map(({ former, ...file }) => file) };
}

async function connectByNode(address: string, line: Uint8Array, listener: Listener): Promise<void> {
  // Imported late: to load this takes Bun as long as all the rest of a hook.
  const { createConnection } = await import('node:net');
  const socket = createConnection(address, () => {
    listener.opened(() => socket.destroy());
    socket.write(line);
  });
  socket.on('data', (chunk) => listener.received(chunk));
  socket.on('error', () => listener.closed()).on('close', () => listener.closed());
}

async function connectByBun(address: string, line: Uint8Array, listener: Listener): Promise<void> {
  let rest = line;
  const send = (socket: BunSocket): void => {
    rest = rest.subarray(Math.max(0, socket.write(rest)));
  };
  try {
    await bun?.connect({
      unix: address,
      socket: {
        open: (socket) => {
          listener.opened(() => socket.terminate());
          send(socket);
        },
        drain: send,
        data: (_, chunk) => listener.received(chunk),
        error: () => listener.closed(),
        close: () => listener.closed(),
      },
    });
  } catch {
    listener.closed();
  }
}
