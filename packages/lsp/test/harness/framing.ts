/**
 * Content-Length framing for the test's side of both wires.
 *
 * Independent of src on purpose: a mistake that both ends share would cancel out. It is strict, so a stray byte fails the test.
 */

const HEADER = /^Content-Length: (\d+)\r\n(?:Content-Type: [^\r\n]*\r\n)?\r\n/;

export function frame(message: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}

export class Frames {
  #held = Buffer.alloc(0);

  /** The messages that this chunk completes. Throws on anything that is no frame. */
  push(chunk: Buffer): unknown[] {
    this.#held = Buffer.concat([this.#held, chunk]);
    const messages: unknown[] = [];
    for (let body = this.#take(); body !== undefined; body = this.#take()) messages.push(JSON.parse(body));
    return messages;
  }

  #take(): string | undefined {
    const end = this.#held.indexOf('\r\n\r\n');
    if (end < 0) {
      if (this.#held.length > 1024)
        throw new Error(`no frame: ${JSON.stringify(this.#held.toString('utf8', 0, 200))}`);
      return undefined;
    }
    const header = HEADER.exec(this.#held.toString('latin1', 0, end + 4));
    if (header === null) throw new Error(`no frame: ${JSON.stringify(this.#held.toString('utf8', 0, 200))}`);
    const start = end + 4;
    const stop = start + Number(header[1]);
    if (this.#held.length < stop) return undefined;
    const body = this.#held.toString('utf8', start, stop);
    this.#held = this.#held.subarray(stop);
    return body;
  }
}
