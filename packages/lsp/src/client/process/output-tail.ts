/**
 * Keeps the last lines of a stream. The stream must always be read: a server that writes to a full
 * pipe blocks.
 */
export class OutputTail {
  readonly #decoder = new TextDecoder();
  #text = '';

  /** @param limit how much is kept, in UTF-16 code units */
  constructor(private readonly limit = 16 * 1024) {}

  /** Reads to the end. Never rejects. */
  async drain(stream: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      for await (const chunk of stream) {
        this.#text = (this.#text + this.#decoder.decode(chunk, { stream: true })).slice(-this.limit);
      }
    } catch {
      // The process is gone. Its output is kept.
    }
  }

  /** Oldest first. */
  lines(count: number): string[] {
    return this.#text
      .split('\n')
      .map((line) => line.trimEnd())
      .filter((line) => line !== '')
      .slice(-count);
  }
}
