import { basename } from 'node:path';
import { linesOf } from '../../backend/navigation/lines.ts';
import type { AdmittedPath } from '../../support/paths.ts';

/** Which part of its lines a file that was moved has kept at least; git says the same of a rename. */
const SIMILAR = 0.5;
/** A file that came is compared with no more that went; with more, only the same text counts. */
const MOST_COMPARED = 50;
/** Of so many files that went, and that came, the texts are kept, and of none that is longer. */
const MOST_KEPT = 200;
const LONGEST = 256 * 1024;

/** A file that went, and its name before the first change. */
interface Gone {
  readonly text: string;
  readonly start: AdmittedPath;
}

/** Where a file was before it was moved last, with its text there. */
export interface FormerPlace extends Gone {
  readonly path: AdmittedPath;
}

type Texts = ReadonlyMap<AdmittedPath, string>;

/**
 * Files that went under one name and came under another, or came back, whoever moved them: what they had,
 * they still have. The new name may be seen first.
 */
export class MovedFiles {
  readonly #gone = new Map<AdmittedPath, Gone>();
  /** Files that came from nowhere, with their texts then. */
  readonly #come = new Map<AdmittedPath, string>();
  readonly #places = new Map<AdmittedPath, FormerPlace>();

  /**
   * One change, or what one sweep has found.
   *
   * @param went with their last texts; '' where that is not known
   */
  note(went: Texts, came: Texts): void {
    if (went.size === 0 && came.size === 0) return;
    for (const [path, text] of went) {
      const start = this.atStart(path);
      this.#places.delete(path);
      this.#come.delete(path);
      if (text.length <= LONGEST && text.trim() !== '') this.#gone.set(path, { text, start });
    }
    for (const [path, text] of came)
      if (text.length <= LONGEST && !this.#places.has(path)) this.#come.getOrInsert(path, text);
    const isTogether = (from: AdmittedPath, path: AdmittedPath): boolean => went.has(from) && came.has(path);
    for (const [path, text] of this.#come) {
      const from = this.#gone.has(path) ? path : this.#likest(path, text, isTogether);
      const gone = from && this.#gone.get(from);
      if (from === undefined || gone === undefined) continue;
      this.#gone.delete(from);
      this.#come.delete(path);
      this.#places.set(path, { path: from, ...gone });
    }
    for (const kept of [this.#gone, this.#come])
      for (const path of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(path);
  }

  /** Undefined for a file that was not moved. */
  formerPlace(path: AdmittedPath): FormerPlace | undefined {
    return this.#places.get(path);
  }

  /** Its name before the first change. */
  atStart(path: AdmittedPath): AdmittedPath {
    return this.#places.get(path)?.start ?? path;
  }

  /** The same text, whenever it went; a similar one under the same name, or of the same change. */
  #likest(
    path: AdmittedPath,
    text: string,
    isTogether: (from: AdmittedPath, path: AdmittedPath) => boolean,
  ): AdmittedPath | undefined {
    const isNamesake = (from: AdmittedPath): boolean => basename(from) === basename(path);
    const same = [...this.#gone].flatMap(([from, gone]) => (gone.text === text ? from : []));
    if (same.length > 0) return same.find(isNamesake) ?? same[0];
    const compared = [...this.#gone].filter(([from]) => isNamesake(from) || isTogether(from, path));
    if (compared.length === 0 || compared.length > MOST_COMPARED) return undefined;
    const lines = countsOf(text);
    const shares = compared.map(([from, gone]) => ({ from, share: shareOf(countsOf(gone.text), lines) }));
    const [likest] = shares.sort((a, b) => b.share - a.share);
    return likest !== undefined && likest.share >= SIMILAR ? likest.from : undefined;
  }
}

/** How often each line is in a text. */
function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of linesOf(text)) {
    const words = line.trim();
    if (words !== '') counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return counts;
}

function shareOf(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const sum = (counts: Iterable<number>): number => [...counts].reduce((all, count) => all + count, 0);
  const common = sum([...a].map(([line, count]) => Math.min(count, b.get(line) ?? 0)));
  return (2 * common) / Math.max(1, sum(a.values()) + sum(b.values()));
}
