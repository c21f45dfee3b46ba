/**
 * Content-Length framing, by bytes (LSP 3.17, "Base Protocol").
 *
 * Servers print to stdout by accident, so bytes that are no header are dropped and the next header
 * is taken.
 */

/**
 * Larger messages are dropped as they arrive: no valid answer is that long, and parsing one would
 * stall every check. Bytes.
 */
export const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;

/** Why such an answer is none. */
export const TOO_LONG = `the answer has more than ${MAX_MESSAGE_BYTES} bytes`;

/** A header block longer than this is garbage. Bytes. */
const MAX_HEADER_BYTES = 8 * 1024;

const HEADER_END = Buffer.from('\r\n\r\n');
const CONTENT_LENGTH = /Content-Length: *(\d+)/gi;

export interface FrameEvents {
  /** One whole message body. */
  message(body: Buffer): void;
  /** Something was dropped; `what` is for the log. */
  dropped(what: string): void;
  /** A message that is too long has passed; how it began and how it ended, Latin 1. */
  skipped?(start: string, end: string): void;
}

type State =
  | { readonly kind: 'header' }
  | { readonly kind: 'body'; readonly length: number }
  | { readonly kind: 'skip'; remaining: number; start: string; end: string };

/** How much is kept of each end of a message that is too long. Bytes. */
const KEPT_OF_SKIPPED = 256;

/** Cuts a byte stream into message bodies. Holds at most one message, and joins its chunks once. */
export class FrameReader {
  #state: State = { kind: 'header' };
  #chunks: Buffer[] = [];
  #held = 0;

  constructor(private readonly events: FrameEvents) {}

  push(chunk: Uint8Array): void {
    this.#hold(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    while (this.#step());
  }

  /** True if a message was begun and not finished: the stream ended in the middle. */
  get pending(): boolean {
    return this.#held > 0 || this.#state.kind !== 'header';
  }

  #step(): boolean {
    switch (this.#state.kind) {
      case 'header':
        return this.#readHeader();
      case 'body':
        return this.#readBody(this.#state.length);
      case 'skip':
        return this.#skip(this.#state);
    }
  }

  #readHeader(): boolean {
    const held = this.#joined();
    const end = held.indexOf(HEADER_END);
    if (end < 0) {
      if (held.length > MAX_HEADER_BYTES) {
        // The start of a header may be among the last bytes.
        this.#drop(held.length - MAX_HEADER_BYTES / 2);
        this.events.dropped(`${held.length} bytes without a header`);
      }
      return false;
    }
    const header = held.toString('latin1', 0, end);
    this.#drop(end + HEADER_END.length);
    const length = contentLength(header);
    if (length === undefined) {
      this.events.dropped(`no Content-Length in ${JSON.stringify(header.slice(0, 200))}`);
    } else if (length > MAX_MESSAGE_BYTES) {
      this.events.dropped(`a message of ${length} bytes`);
      this.#state = { kind: 'skip', remaining: length, start: '', end: '' };
    } else {
      this.#state = { kind: 'body', length };
    }
    return true;
  }

  #readBody(length: number): boolean {
    if (this.#held < length) return false;
    const body = this.#joined().subarray(0, length);
    this.#drop(length);
    this.#state = { kind: 'header' };
    this.events.message(body);
    return true;
  }

  #skip(state: Extract<State, { kind: 'skip' }>): boolean {
    const skipped = Math.min(state.remaining, this.#held);
    const bytes = this.#joined().subarray(0, skipped);
    state.start += bytes.toString('latin1', 0, KEPT_OF_SKIPPED - state.start.length);
    state.end = (state.end + bytes.subarray(-KEPT_OF_SKIPPED).toString('latin1')).slice(-KEPT_OF_SKIPPED);
    this.#drop(skipped);
    state.remaining -= skipped;
    if (state.remaining > 0) return false;
    this.#state = { kind: 'header' };
    this.events.skipped?.(state.start, state.end);
    return true;
  }

  #hold(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.#chunks.push(chunk);
    this.#held += chunk.length;
  }

  #joined(): Buffer {
    const [only] = this.#chunks;
    if (only !== undefined && this.#chunks.length === 1) return only;
    const joined = Buffer.concat(this.#chunks);
    this.#chunks = [joined];
    return joined;
  }

  #drop(bytes: number): void {
    const rest = this.#joined().subarray(bytes);
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#held = rest.length;
  }
}

/** The last one counts: anything before it was printed by accident. */
function contentLength(header: string): number | undefined {
  const last = [...header.matchAll(CONTENT_LENGTH)].at(-1)?.[1];
  return last === undefined ? undefined : Number(last);
}

/** One message, ready to be written. */
export function frame(message: object): string {
  const body = JSON.stringify(message);
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
