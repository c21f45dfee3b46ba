/**
 * Lines of a text that are all comment. Examples in a package's documentation import the package
 * itself. Counting them would make everything in the package depend on everything.
 *
 * A leading star may also be that of `export * from` or of a product. So the comment has to begin
 * on a line above, with only comment lines between.
 */
export class Prose {
  /** The line that was asked about last: its beginning and end, and how it goes on from the line above. */
  #line = { start: -1, end: -1, begins: '' };
  /** The first end of a comment in this line, or below it. */
  #closed = -1;
  /** Whether all is comment from this line upwards to the beginning of one; the last known line. */
  #above = { start: -1, holds: false };

  constructor(private readonly text: string) {}

  /** Whether the offset is in such a line. Offsets are asked about in ascending order. */
  holds(offset: number): boolean {
    const { text } = this;
    // A file may be one line, which is looked through once.
    if (offset > this.#line.end) {
      const start = text.lastIndexOf('\n', offset - 1) + 1;
      this.#line = { start, end: indexOrEnd(text, '\n', offset), begins: beginningOf(text, start) };
      if (this.#closed < start) this.#closed = indexOrEnd(text, '*/', start);
    }
    const { start, begins } = this.#line;
    if (begins === '//') return true;
    if (this.#closed + 2 <= offset) return false;
    if (begins === '/*') return true;
    return begins.startsWith('*') && this.#holdsAbove(start);
  }

  /** Whether the line above is all comment that goes on. */
  #holdsAbove(below: number): boolean {
    const { text } = this;
    let end = below - 1;
    let holds: boolean | undefined;
    while (holds === undefined) {
      if (end < 0) holds = false;
      else {
        const start = text.lastIndexOf('\n', end - 1) + 1;
        if (start === this.#above.start) holds = this.#above.holds;
        else holds = lineHolds(text, start, end);
        end = start - 1;
      }
    }
    if (below > 0) this.#above = { start: text.lastIndexOf('\n', below - 2) + 1, holds };
    return holds;
  }
}

function indexOrEnd(text: string, part: string, from: number): number {
  const index = text.indexOf(part, from);
  return index < 0 ? text.length : index;
}

/** Undefined: as the line above it. */
function lineHolds(text: string, start: number, end: number): boolean | undefined {
  const line = text.slice(start, end).trimStart();
  if (line.includes('*/')) return false;
  if (line.startsWith('/*')) return true;
  return line.startsWith('*') ? undefined : false;
}

/** The first two characters of a line that are no blanks. */
function beginningOf(text: string, start: number): string {
  const first = /[^\s]|\n/g;
  first.lastIndex = start;
  const at = first.exec(text)?.index ?? text.length;
  return text.slice(at, at + 2);
}
