/** Longer lines are dropped. Bytes. */
const MAX_LINE_BYTES = 10 * 1024 * 1024;

export interface LineEvents {
  line(text: string): void;
  /** For the log. */
  dropped(what: string): void;
}

/** Cuts a byte stream into lines. Holds at most one line, and joins its chunks once. */
export class LineReader {
  #chunks: Uint8Array[] = [];
  #held = 0;
  /** The rest of a line that is too long. */
  #isSkipping = false;

  constructor(private readonly events: LineEvents) {}

  push(chunk: Uint8Array): void {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      this.#hold(chunk.subarray(start, end));
      start = end + 1;
      this.#end();
    }
    this.#hold(chunk.subarray(start));
  }

  #hold(part: Uint8Array): void {
    if (this.#isSkipping || part.length === 0) return;
    this.#chunks.push(part);
    this.#held += part.length;
    if (this.#held <= MAX_LINE_BYTES) return;
    this.events.dropped(`a line of more than ${MAX_LINE_BYTES} bytes`);
    this.#clear();
    this.#isSkipping = true;
  }

  #end(): void {
    const text = Buffer.concat(this.#chunks).toString('utf8').trim();
    this.#clear();
    if (!this.#isSkipping && text !== '') this.events.line(text);
    this.#isSkipping = false;
  }

  #clear(): void {
    this.#chunks = [];
    this.#held = 0;
  }
}
