import type { AdmittedPath } from '../../support/paths.ts';
import type { ImportLanguage } from '../../backend/imports/imports.ts';
import { changedSymbols, type ChangedSymbols } from './changed-symbols.ts';
import type { ChangeSet } from './rank.ts';
import { TimeSlices } from '../../support/time-slices.ts';

interface Change {
  /** From the edits that were compared so far. */
  readonly tokens: ChangedSymbols;
  /** The complete change is not known. */
  readonly isUnknown: boolean;
  /** The number of the change, as counted by `PendingChanges`. */
  readonly at: number;
}

interface Edit {
  readonly path: AdmittedPath;
  readonly before: string;
  readonly after: string;
}

/** How many edits keep their texts until a search needs the difference. */
const MOST_EDITS = 8;

const NOTHING: ChangedSymbols = { removedSymbols: new Set(), enclosingSymbols: new Set() };

/**
 * The changes since the last recheck of other files, for one session.
 *
 * A search takes all changes, and clears them when it has covered all files. Later changes stay for
 * the next search. An interrupted search clears nothing, so the next one covers all of them again.
 */
export class PendingChanges {
  readonly #language: ImportLanguage;
  readonly #changes = new Map<AdmittedPath, Change>();
  /** Edits not yet compared, oldest first. */
  readonly #edits: Edit[] = [];
  /** The number of the last change of settings. */
  #settings: number | undefined;
  #clock = 0;

  constructor(language: ImportLanguage) {
    this.#language = language;
  }

  /**
   * A file of the language changed. This call is cheap, because an answer is waiting: a search
   * compares the texts later.
   *
   * If one of the texts is missing, all dependents of the file are stale: an importer may contain
   * none of its other names. The remaining text does not help, since a change breaks files with
   * names that the text no longer has.
   *
   * @param before undefined: the file did not exist, or its text is unknown
   * @param after undefined: the file is gone
   */
  edited(path: AdmittedPath, before: string | undefined, after: string | undefined): void {
    if (before !== undefined && before === after) return;
    this.#clock += 1;
    const { tokens, isUnknown } = this.#changes.get(path) ?? { tokens: NOTHING, isUnknown: false };
    const isKnown = before !== undefined && after !== undefined;
    this.#changes.set(path, { tokens, isUnknown: isUnknown || !isKnown, at: this.#clock });
    if (!isKnown) return;
    this.#edits.push({ path, before, after });
    // Deferred, because an answer is waiting. One run also takes the edits that arrive during it.
    if (this.#edits.length === MOST_EDITS + 1) setImmediate(() => void this.#compare(MOST_EDITS));
  }

  /** Settings changed that may affect the diagnostics of any file. */
  everything(): void {
    this.#clock += 1;
    this.#settings = this.#clock;
  }

  /** The changes to search for; undefined where nothing changed. Never rejects. */
  async take(): Promise<ChangeSet | undefined> {
    // Edits may have arrived during the last comparison.
    while (this.#edits.length > 0) await this.#compare(0);
    if (this.#changes.size === 0 && this.#settings === undefined) return undefined;
    const changes = new Map([...this.#changes].map(([path, { tokens }]) => [path, tokens]));
    const unknown = new Set([...this.#changes].flatMap(([path, { isUnknown }]) => (isUnknown ? [path] : [])));
    return { changes, unknown, everything: this.#settings !== undefined, until: this.#clock };
  }

  /**
   * The search has covered the other files in their state after these changes. A file that has
   * changed again stays, with all names that it lost.
   */
  clear({ until }: ChangeSet): void {
    for (const [path, { at }] of this.#changes) {
      if (at <= until) this.#changes.delete(path);
    }
    if (this.#settings !== undefined && this.#settings <= until) this.#settings = undefined;
  }

  /** Compares edits until `left` of them remain. */
  async #compare(left: number): Promise<void> {
    const timeSlices = new TimeSlices();
    while (this.#edits.length > left) {
      const edit = this.#edits.shift();
      const change = edit && this.#changes.get(edit.path);
      // A name that was removed and restored counts: the second edit fixes the files that the first
      // one broke.
      if (edit !== undefined && change !== undefined)
        this.#changes.set(edit.path, {
          ...change,
          tokens: both(change.tokens, changedSymbols(edit.before, edit.after, this.#language)),
        });
      if (timeSlices.due) await timeSlices.pause();
    }
  }
}

function both(a: ChangedSymbols, b: ChangedSymbols): ChangedSymbols {
  return {
    removedSymbols: new Set([...a.removedSymbols, ...b.removedSymbols]),
    enclosingSymbols: new Set([...a.enclosingSymbols, ...b.enclosingSymbols]),
  };
}
