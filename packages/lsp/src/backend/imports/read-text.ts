import { EVERYWHERE, type ImportReader, type Imports } from './imports.ts';
import type { TimeSlices } from '../../support/time-slices.ts';
import { MAX_FILE_BYTES } from '../../support/paths.ts';
import { readBytesSoon } from '../../support/read-file.ts';
import { WordFilter } from './word-filter.ts';
import { eachWord, hashOf, type VisitWord } from './words.ts';

/** What the graph stores of a file; see {@link Imports}. */
export interface FileContent {
  readonly specifiers: readonly string[];
  readonly declares: readonly string[];
  readonly takesMore: boolean;
  readonly asksForTypes: boolean;
  readonly words: WordFilter;
  /** Its text takes too long to read. It counts as if it imported, and named, everything. */
  readonly isUnread: boolean;
}

/** How often each part of a text may be read, beside the first time, and what any text may take. */
const REREAD = { times: 2, least: 64 * 1024 } as const;

/** Size of a cache of recent words: a word in it is not added to the filter again. */
const RECENT = 4096;

/** UTF-16 code units between two reads of the clock: well below a millisecond. */
const STEP = 32_768;

/** Reads the imports and the words of a text in one pass. */
export class TextReader {
  readonly #introducers: ReadonlySet<number>;
  /**
   * By the low bits of the hash: most words are no introducers, and a set lookup costs more than
   * the rest of the pass.
   */
  readonly #maybe = new Uint8Array(256);

  constructor(private readonly reader: ImportReader) {
    this.#introducers = new Set(reader.introducers.map(hashOf));
    for (const hash of this.#introducers) this.#maybe[hash & 255] = 1;
  }

  async read(path: string, text: string, timeSlices: TimeSlices): Promise<FileContent> {
    const { imports, visit: visitImports } = this.#open(path, text);
    const words = new WordFilter();
    const recent = new Int32Array(RECENT);
    const visit = (hash: number, start: number, end: number): void => {
      if (recent[hash & (RECENT - 1)] !== hash) {
        recent[hash & (RECENT - 1)] = hash;
        words.add(hash);
      }
      visitImports(hash, start, end);
    };
    for (let at = 0; at < text.length && imports.left >= 0;) {
      at = eachWord(text, at, at + STEP, visit);
      if (timeSlices.due) await timeSlices.pause();
    }
    if (imports.left < 0)
      return {
        isUnread: true,
        takesMore: true,
        asksForTypes: true,
        words,
        specifiers: [],
        declares: [],
      };
    if (this.reader.isGlobal?.(text, path) === true) imports.declares.add(EVERYWHERE);
    words.fold();
    return {
      isUnread: false,
      takesMore: imports.takesMore,
      asksForTypes: imports.asksForTypes,
      words,
      specifiers: detached(imports.specifiers),
      declares: detached(imports.declares),
    };
  }

  /** What a short text imports; nothing where it takes too long to read. */
  specifiers(path: string, text: string): ReadonlySet<string> {
    const { imports, visit } = this.#open(path, text);
    eachWord(text, 0, text.length, visit);
    return imports.left < 0 ? new Set() : imports.specifiers;
  }

  #open(path: string, text: string): { readonly imports: Imports; readonly visit: VisitWord } {
    const imports: Imports = {
      left: REREAD.least + REREAD.times * text.length,
      specifiers: new Set(),
      declares: new Set(),
      takesMore: false,
      asksForTypes: false,
    };
    const read = this.reader.open(text, imports, path);
    const visit = (hash: number, start: number, end: number): void => {
      if (this.#maybe[hash & 255] === 1 && this.#introducers.has(hash) && imports.left >= 0) read(start, end);
    };
    return { imports, visit };
  }
}

/** A substring keeps the whole string in memory. Copies of the parts release the text. */
function detached(parts: ReadonlySet<string>): string[] {
  return Array.from(parts, (part) => Buffer.from(part).toString());
}

/** A file that cannot be read is empty, as far as is known. */
export async function readSource(path: string): Promise<string> {
  const file = await readBytesSoon(path, MAX_FILE_BYTES);
  return file.kind === 'bytes' ? file.bytes.toString('utf8') : '';
}
