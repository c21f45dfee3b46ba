/** Spoils messages on their way out of a process. */

/**
 * @typedef {'garbage bytes' | 'half a message' | 'wrong Content-Length' | '50 MB message' |
 * 'unknown request' | 'duplicate response id' | 'error to every request'} Spoiling
 */
/** @typedef {'headers' | 'lines'} Framing how messages are told apart: by Content-Length, or one a line */

const HUGE = 50 * 1024 * 1024;
const NOISE = Buffer.from(
  'Debugger listening on ws://localhost\u0000\u0001 \uFFFD{"jsonrpc":"2.0", Content-Length \r\n',
);

/** What one end of a pipe writes: as it is, until it is armed. */
export class Tamper {
  /** @type {Spoiling | undefined} */
  #armed;
  /** Begun, and not whole yet. */
  #held = Buffer.alloc(0);

  /** Called when it has put a request in that somebody will answer. */
  asked = () => {};

  /** @param {Framing} framing */
  constructor(framing) {
    this.framing = framing;
  }

  /**
   * @param {Spoiling | undefined} how once, for the next message that can be spoilt so; `error to
   * every request` until it is armed anew
   */
  arm(how) {
    this.#armed = how;
  }

  /**
   * @param {string | Uint8Array} chunk
   * @returns {string | Uint8Array} what is written in its place
   */
  through(chunk) {
    if (this.#armed === undefined && this.#held.length === 0) return chunk;
    this.#held = Buffer.concat([this.#held, Buffer.from(chunk)]);
    const out = [];
    for (let message = this.#take(); message !== undefined; message = this.#take())
      out.push(this.#spoil(message));
    return Buffer.concat(out);
  }

  /** @returns {Buffer | undefined} the next whole message with what frames it */
  #take() {
    const end = this.framing === 'lines' ? this.#held.indexOf('\n') + 1 : this.#endByHeader();
    if (end === 0 || end > this.#held.length) return undefined;
    const message = this.#held.subarray(0, end);
    this.#held = this.#held.subarray(end);
    return message;
  }

  #endByHeader() {
    const body = this.#held.indexOf('\r\n\r\n') + 4;
    if (body < 4) return 0;
    return body + Number(/Content-Length: (\d+)/i.exec(this.#held.toString('latin1', 0, body))?.[1] ?? 0);
  }

  /** @param {Buffer} message */
  #spoil(message) {
    const how = this.#armed;
    if (how === undefined) return message;
    const spoilt = this.#spoilt(how, message);
    if (spoilt !== undefined && how !== 'error to every request') this.#armed = undefined;
    return spoilt ?? message;
  }

  /**
   * @param {Spoiling} how
   * @param {Buffer} message
   */
  #spoilt(how, message) {
    const id = answeredId(message);
    switch (how) {
      case 'garbage bytes':
        return Buffer.concat([NOISE, this.framing === 'lines' ? Buffer.from('\n') : NOISE, message]);
      case 'half a message':
        return message.subarray(0, Math.ceil(message.length / 2));
      case 'wrong Content-Length':
        return Buffer.from(
          message
            .toString('latin1')
            .replace(/Content-Length: (\d+)/i, (_, length) => `Content-Length: ${Number(length) + 10}`),
          'latin1',
        );
      case '50 MB message':
        return Buffer.concat([this.#framed({ method: '$/huge', params: 'x'.repeat(HUGE) }), message]);
      case 'unknown request':
        this.asked();
        return Buffer.concat([
          this.#framed({ id: 'nobody-knows', method: 'nobody/knows', params: {} }),
          message,
        ]);
      case 'duplicate response id':
        return id === undefined ? undefined : Buffer.concat([message, message]);
      case 'error to every request':
        return id === undefined
          ? undefined
          : this.#framed({ id, error: { code: -32603, message: 'injected' } });
    }
  }

  /** @param {object} message */
  #framed(message) {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    return Buffer.from(
      this.framing === 'lines' ? `${body}\n` : `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }
}

/**
 * @param {Buffer} message
 * @returns {unknown} of the request that it answers; undefined for any other message
 */
function answeredId(message) {
  const { id, method, ...rest } = JSON.parse(message.toString('utf8', message.indexOf('{')));
  // The bridge's answers to hooks are no JSON-RPC, and answers all the same.
  return method === undefined ? (id ?? ('withinMs' in rest || 'text' in rest ? 0 : undefined)) : undefined;
}
