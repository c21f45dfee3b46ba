import type { Documents } from '../../../client/documents/documents.ts';
import { type AdmittedPath, type DiskStamp, diskStamp, sameStamp } from '../../../support/paths.ts';
import { readText } from '../../../backend/program/files.ts';
import { SOURCE_BYTES } from '../../../support/read-file.ts';
import { BETWEEN, bitsOf, type FuzzyQuery } from './fuzzy-match.ts';
import type { DocumentSymbol, Range } from '../../../backend/model.ts';
import { readDocumentSymbols } from '../../../backend/navigation/read-symbols.ts';
import type { NavigationResult } from '../../../backend/navigation/source.ts';

/** A symbol that a file declares. */
export interface Declared {
  readonly name: string;
  readonly kind: number;
  /** The range of its name. */
  readonly range: Range;
  readonly containerName?: string;
}

/** The state of a text about which something is known. */
interface Basis {
  /** Undefined where the file was not open. */
  readonly version: number | undefined;
  /** Undefined where the disk held another text. */
  readonly stamp: DiskStamp | undefined;
}

interface Known extends Basis {
  readonly outline: Outline;
}

/** The limit for all files together, some 25 MiB. */
const MOST = 300_000;

/**
 * What a server calls symbols without a name: functions, functions passed as arguments, signatures.
 * A real name contains no spaces unless it has to be quoted.
 */
const NAMELESS = /^<.*>$|^\(\)$|^\[\]$| callback$/;

/** It has no name of its own, whatever a server calls it. */
const CONSTRUCTOR = 9;

/** What files declare, by their text alone. Each file is asked about once for each text. */
export class FileSymbols {
  readonly #known = new Map<AdmittedPath, Known>();
  #held = 0;

  /** @param documents the documents that the server has open */
  constructor(
    private readonly documents: Pick<Documents, 'get'>,
    private readonly most = MOST,
  ) {}

  /** Undefined where the outline is not known. */
  of(path: AdmittedPath): Outline | undefined {
    const known = this.#known.get(path);
    if (known === undefined) return undefined;
    const open = this.documents.get(path);
    const isSame =
      open === undefined
        ? known.stamp !== undefined && sameStamp(known.stamp, diskStamp(path))
        : known.version === open.version;
    if (isSame) return known.outline;
    this.#forget(path);
    return undefined;
  }

  /** The known outlines of these files, and the files without one. */
  split(paths: readonly AdmittedPath[]): {
    readonly known: ReadonlyMap<AdmittedPath, Outline>;
    readonly unknown: readonly AdmittedPath[];
  } {
    const known = new Map<AdmittedPath, Outline>();
    const unknown = paths.filter((path) => {
      const outline = this.of(path);
      if (outline !== undefined) known.set(path, outline);
      return outline === undefined;
    });
    return { known, unknown };
  }

  /**
   * Asks, and remembers the answer if the text is the same before and after.
   *
   * @param ask requests the document's symbols
   * @returns the outline, or the reply that has none
   */
  async ask(
    path: AdmittedPath,
    ask: () => Promise<NavigationResult>,
  ): Promise<Outline | Exclude<NavigationResult, { kind: 'result' }>> {
    const before = this.#basisOf(path);
    const reply = await ask();
    if (reply.kind !== 'result') return reply;
    const outline = new Outline([...readDocumentSymbols(reply.result)]);
    const after = this.#basisOf(path);
    if (before.version === after.version && sameStamp(before.stamp, after.stamp))
      this.#keep(path, { ...after, outline });
    return outline;
  }

  #basisOf(path: AdmittedPath): Basis {
    const stamp = diskStamp(path);
    const open = this.documents.get(path);
    return {
      version: open?.version,
      stamp: open === undefined || readText(path, SOURCE_BYTES) === open.text ? stamp : undefined,
    };
  }

  /**
   * An outline over the limit is not kept. All outlines are searched in turn, so evicting another
   * one would gain nothing.
   */
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

/**
 * The symbols of one file, packed: a large workspace has a hundred thousand, and most are never
 * requested.
 */
export class Outline {
  readonly kind = 'outline';
  readonly size: number;
  readonly #names: string;
  readonly #containers: readonly (string | undefined)[];
  readonly #numbers: Int32Array;
  /** {@link bitsOf} of each name. */
  readonly #bits: Int32Array;

  constructor(symbols: readonly DocumentSymbol[]) {
    const named = symbols.filter(
      ({ name, kind }) => kind !== CONSTRUCTOR && !NAMELESS.test(name) && !name.includes(BETWEEN),
    );
    this.size = named.length;
    this.#names = named.map(({ name }) => name).join(BETWEEN);
    this.#bits = Int32Array.from(named, ({ name }) => bitsOf(name));
    this.#containers = named.map(({ containerName }) => containerName);
    this.#numbers = Int32Array.from(
      named.flatMap(({ kind, selectionRange: { start, end } }) => [
        kind,
        start.line,
        start.character,
        end.line,
        end.character,
      ]),
    );
  }

  /** The symbols whose names match the query, in text order. */
  *matching(query: FuzzyQuery): Generator<Declared> {
    const isLikely = (bits: number): boolean => (bits & query.bits) === query.bits;
    if (!this.#bits.some(isLikely)) return;
    for (const [index, name] of this.#names.split(BETWEEN).entries()) {
      if (isLikely(this.#bits[index] ?? 0) && query.matches(name)) yield this.#at(index, name);
    }
  }

  #at(index: number, name: string): Declared {
    const [kind = 0, startLine = 0, startCharacter = 0, endLine = 0, endCharacter = 0] =
      this.#numbers.subarray(5 * index, 5 * index + 5);
    const containerName = this.#containers[index];
    const range = {
      start: { line: startLine, character: startCharacter },
      end: { line: endLine, character: endCharacter },
    };
    return { name, kind, range, ...(containerName !== undefined && { containerName }) };
  }
}

/** A file without symbols takes room as well. */
function sizeOf({ outline }: Known): number {
  return outline.size + 1;
}
