/** The last lines of a program's output, in bounded memory. Passes each whole line to `onLine`. */
export class LineRing {
  readonly #limit: number;
  readonly #onLine: (line: string) => void;
  readonly #lines: string[] = [];
  #size = 0;
  #partial = '';

  /** @param limit in UTF-16 units; one line may exceed it by the chunk it ended in */
  constructor(limit: number, onLine: (line: string) => void) {
    this.#limit = limit;
    this.#onLine = onLine;
  }

  push(chunk: string): void {
    const pieces = (this.#partial + chunk).split('\n');
    this.#partial = pieces.pop() ?? '';
    for (const piece of pieces) this.#add(piece.replace(/\r$/, ''));
    while (this.#partial.length >= this.#limit) {
      this.#add(this.#partial.slice(0, this.#limit));
      this.#partial = this.#partial.slice(this.#limit);
    }
  }

  /** Oldest first, including the unfinished last line. */
  lines(): string[] {
    return this.#partial === '' ? [...this.#lines] : [...this.#lines, this.#partial];
  }

  #add(line: string): void {
    this.#lines.push(line);
    this.#size += line.length + 1;
    while (this.#size > this.#limit && this.#lines.length > 1)
      this.#size -= (this.#lines.shift() ?? '').length + 1;
    this.#onLine(line);
  }
}
