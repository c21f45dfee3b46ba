import type { Documents } from '../client/documents.ts';
import type { Reply } from '../jsonrpc/connection.ts';
import { type AdmittedPath, type DiskStamp, diskStamp, sameStamp } from '../paths.ts';
import type { DocumentSymbol, Range } from './model.ts';
import { readDocumentSymbols } from './read-symbols.ts';

/** A symbol that a file declares. */
export interface Declared {
  readonly name: string;
  readonly kind: number;
  /** Of its name. */
  readonly range: Range;
  readonly containerName?: string;
}

interface Known {
  /** As which text: undefined where it is not open, and the disk counts. */
  readonly version: number | undefined;
  readonly stamp: DiskStamp | undefined;
  readonly outline: Outline;
}

/** Of all files together, some 25 MiB. */
const MOST = 300_000;

/** What a server calls a function without a name. */
const NAMELESS = /^<.*>$/;

/** What files declare, by their text alone; each is asked about once for each text. */
export class FileSymbols {
  readonly #known = new Map<AdmittedPath, Known>();
  #held = 0;

  /** @param documents that the server has open */
  constructor(
    private readonly documents: Pick<Documents, 'get'>,
    private readonly most = MOST,
  ) {}

  /** Undefined where nobody knows. */
  of(path: AdmittedPath): Outline | undefined {
    const known = this.#known.get(path);
    if (known === undefined) return undefined;
    if (known.version === this.documents.get(path)?.version && sameStamp(known.stamp, diskStamp(path))) return known.outline;
    this.#forget(path);
    return undefined;
  }

  /** Those of these files of which somebody knows, and the others. */
  split(paths: readonly AdmittedPath[]): [known: AdmittedPath[], unknown: AdmittedPath[]] {
    const known = new Set(paths.filter((path) => this.of(path) !== undefined));
    return [[...known], paths.filter((path) => !known.has(path))];
  }

  /**
   * Asks, and remembers the answer if the text is the same before and after.
   *
   * @param ask for the document's symbols
   * @returns those, or the reply that has none
   */
  async ask(path: AdmittedPath, ask: () => Promise<Reply>): Promise<Outline | Exclude<Reply, { kind: 'result' }>> {
    const [version, stamp] = [this.documents.get(path)?.version, diskStamp(path)];
    const reply = await ask();
    if (reply.kind !== 'result') return reply;
    const outline = new Outline([...readDocumentSymbols(reply.result)].filter(({ name }) => !NAMELESS.test(name)));
    if (version === this.documents.get(path)?.version && sameStamp(stamp, diskStamp(path))) this.#keep(path, { version, stamp, outline });
    return outline;
  }

  /** What does not fit beside the others is not kept: all are looked through in turn, so none is of more use than another. */
  #keep(path: AdmittedPath, known: Known): void {
    this.#forget(path);
    if (this.#held + sizeOf(known) > this.most) this.#forgetDeleted();
    if (this.#held + sizeOf(known) > this.most) return;
    this.#known.set(path, known);
    this.#held += sizeOf(known);
  }

  #forgetDeleted(): void {
    for (const path of [...this.#known.keys()]) if (diskStamp(path) === undefined) this.#forget(path);
  }

  #forget(path: AdmittedPath): void {
    const known = this.#known.get(path);
    if (known === undefined) return;
    this.#known.delete(path);
    this.#held -= sizeOf(known);
  }
}

/** The symbols of one file, packed: a large workspace has a hundred thousand, most of which nobody will ask for. */
export class Outline {
  readonly kind = 'outline';
  readonly #names: readonly string[];
  readonly #containers: readonly (string | undefined)[];
  readonly #numbers: Int32Array;

  constructor(symbols: readonly DocumentSymbol[]) {
    this.#names = symbols.map(({ name }) => name);
    this.#containers = symbols.map(({ containerName }) => containerName);
    this.#numbers = Int32Array.from(symbols.flatMap(({ kind, selectionRange: { start, end } }) => [kind, start.line, start.character, end.line, end.character]));
  }

  get size(): number {
    return this.#names.length;
  }

  /** In the order of the text. */
  *named(isWanted: (name: string) => boolean): Generator<Declared> {
    for (const [index, name] of this.#names.entries()) if (isWanted(name)) yield this.#at(index, name);
  }

  #at(index: number, name: string): Declared {
    const [kind = 0, startLine = 0, startCharacter = 0, endLine = 0, endCharacter = 0] = this.#numbers.subarray(5 * index, 5 * index + 5);
    const containerName = this.#containers[index];
    const range = { start: { line: startLine, character: startCharacter }, end: { line: endLine, character: endCharacter } };
    return { name, kind, range, ...(containerName !== undefined && { containerName }) };
  }
}

/** A file without any takes room as well. */
function sizeOf({ outline }: Known): number {
  return outline.size + 1;
}
