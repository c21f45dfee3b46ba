import { createConnection } from 'node:net';
import { ACK_MS, MAX_BRIDGE_ANSWER_BYTES, MAX_BRIDGE_REQUEST_BYTES, type BridgeRequest } from './protocol.js';

export type Asked =
  | { readonly kind: 'answered'; readonly text: string }
  /** Nobody listens there, or no longer. */
  | { readonly kind: 'absent' }
  /** Somebody listens, and did not answer in time or at all, or with something that is no answer. */
  | { readonly kind: 'silent' };

/** Past the moment that the bridge has promised its answer for, ms. */
const GRACE_MS = 500;
/** Whatever is promised, ms. */
const LONGEST_MS = 600_000;

/** Puts one request to the bridge at one address. Never throws; takes no longer than {@link ACK_MS} and what the bridge then says. */
export function ask(address: string, request: BridgeRequest): Promise<Asked> {
  const line = Buffer.from(`${JSON.stringify(request)}\n`);
  if (line.byteLength > MAX_BRIDGE_REQUEST_BYTES) return Promise.resolve({ kind: 'silent' });
  return new Promise((resolve) => {
    const socket = createConnection(address);
    const received: Buffer[] = [];
    let state: 'connecting' | 'asked' | 'acknowledged' = 'connecting';
    let timer: NodeJS.Timeout;

    const end = (asked: Asked): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(asked);
    };
    const giveUp = (): void => end({ kind: state === 'connecting' ? 'absent' : 'silent' });
    const wait = (ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => end({ kind: 'silent' }), ms);
    };
    const read = (lines: readonly string[]): void => {
      const [ack = '', answer, ...rest] = lines;
      if (state === 'asked' && answer !== undefined) {
        const withinMs = property(ack, 'withinMs');
        if (typeof withinMs !== 'number') {
          giveUp();
          return;
        }
        state = 'acknowledged';
        wait(Math.min(Math.max(withinMs, 0), LONGEST_MS) + GRACE_MS);
      }
      if (state === 'acknowledged' && rest.length > 0) {
        const text = property(answer ?? '', 'text');
        end(typeof text === 'string' ? { kind: 'answered', text } : { kind: 'silent' });
      }
    };

    wait(ACK_MS);
    socket.on('error', giveUp).on('close', giveUp);
    socket.on('connect', () => {
      state = 'asked';
      socket.write(line);
    });
    socket.on('data', (chunk) => {
      received.push(chunk);
      if (socket.bytesRead > MAX_BRIDGE_ANSWER_BYTES) giveUp();
      else if (chunk.includes('\n')) read(Buffer.concat(received).toString().split('\n'));
    });
  });
}

function property(json: string, name: string): unknown {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
  } catch {
    return undefined;
  }
}
