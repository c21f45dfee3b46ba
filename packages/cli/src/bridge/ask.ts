import { createConnection } from 'node:net';
import { ACK_MS, MAX_BRIDGE_ANSWER_BYTES, MAX_BRIDGE_REQUEST_BYTES, type BridgeRequest } from './protocol.js';

export type Asked =
  | { readonly kind: 'answered'; readonly text: string }
  /** Nobody listens there (any more). */
  | { readonly kind: 'absent' }
  /** Somebody listens, and did not answer in time or at all, or with something that is no answer. */
  | { readonly kind: 'silent' };

/** Past the moment that the bridge has promised its answer for, ms. */
const GRACE_MS = 500;
/** Whatever is promised, ms. */
const LONGEST_MS = 600_000;
const NEWLINE = 10;

/** Puts one request to the bridge at one address. Never throws; takes no longer than {@link ACK_MS} and what the bridge then says. */
export function ask(address: string, request: BridgeRequest): Promise<Asked> {
  const line = Buffer.from(`${JSON.stringify(request)}\n`);
  if (line.byteLength > MAX_BRIDGE_REQUEST_BYTES) return Promise.resolve({ kind: 'silent' });
  return new Promise((resolve) => {
    const socket = createConnection(address);
    const received: Buffer[] = [];
    let size = 0;
    let acknowledged = false;
    let timer = setTimeout(() => end({ kind: 'silent' }), ACK_MS);

    const end = (asked: Asked): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(asked);
    };
    const readAck = (ack: string): void => {
      const withinMs = ackOf(ack);
      if (withinMs === undefined) return end({ kind: 'silent' });
      acknowledged = true;
      clearTimeout(timer);
      timer = setTimeout(() => end({ kind: 'silent' }), Math.min(withinMs, LONGEST_MS) + GRACE_MS);
    };
    socket.on('connect', () => socket.write(line));
    socket.on('error', () => end({ kind: socket.bytesWritten === 0 ? 'absent' : 'silent' }));
    socket.on('close', () => end({ kind: 'silent' }));
    socket.on('data', (chunk) => {
      received.push(chunk);
      size += chunk.byteLength;
      if (size > MAX_BRIDGE_ANSWER_BYTES) return end({ kind: 'silent' });
      if (!chunk.includes(NEWLINE)) return;
      const [first = '', second, ...more] = Buffer.concat(received).toString().split('\n');
      if (!acknowledged) readAck(first);
      if (acknowledged && more.length > 0) end(answerOf(second));
    });
  });
}

function ackOf(line: string): number | undefined {
  const withinMs = property(line, 'withinMs');
  return typeof withinMs === 'number' && withinMs >= 0 ? withinMs : undefined;
}

function answerOf(line: string | undefined): Asked {
  const text = property(line ?? '', 'text');
  return typeof text === 'string' ? { kind: 'answered', text } : { kind: 'silent' };
}

function property(json: string, name: string): unknown {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && name in value ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
  } catch {
    return undefined;
  }
}
