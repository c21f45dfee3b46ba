import type { AdmittedPath } from '../paths.ts';
import type { ImportSyntax } from '../registry/definition.ts';
import { changedSymbols, type ChangedSymbols } from './changed-symbols.ts';
import type { ChangeSet } from './rank.ts';
import { TimeSlices } from './time-slices.ts';

interface Change {
  /** Of the edits that were looked at. */
  readonly tokens: ChangedSymbols;
  /** Nobody knows all that changed. */
  readonly isUnknown: boolean;
  /** By the ripple's own count of changes. */
  readonly at: number;
}

interface Edit {
  readonly path: AdmittedPath;
  readonly before: string;
  readonly after: string;
}

/** How many edits are kept, with their texts, until somebody wants to know what they changed. */
const MOST_EDITS = 8;

const NOTHING: ChangedSymbols = { removedSymbols: new Set(), enclosingSymbols: new Set() };

/**
 * What has changed since the other files were last looked at, for one session.
 *
 * A search takes what there is and settles it when it has looked everywhere; what changes meanwhile stays for the next. A search that was cut short
 * settles nothing, so the next one looks for all of it again.
 */
export class PendingChanges {
  readonly #syntax: ImportSyntax;
  readonly #changes = new Map<AdmittedPath, Change>();
  /** Those that were not looked at yet, oldest first. */
  readonly #edits: Edit[] = [];
  /** When settings changed last. */
  #settings: number | undefined;
  #clock = 0;

  constructor(syntax: ImportSyntax) {
    this.#syntax = syntax;
  }

  /**
   * A file of the language changed. Costs nothing: texts are compared when somebody asks, since this is said while an answer is waited for.
   *
   * If one of the texts is missing, all that depends on the file is in doubt: who imports it may say nothing else that it holds. What a text declares is
   * no help there, since a change breaks those that say what the text has no more.
   *
   * @param before undefined: it was not there, or nobody knows
   * @param after undefined: it is gone
   */
  edited(path: AdmittedPath, before: string | undefined, after: string | undefined): void {
    if (before !== undefined && before === after) return;
    this.#clock += 1;
    const { tokens, isUnknown } = this.#changes.get(path) ?? { tokens: NOTHING, isUnknown: false };
    const isKnown = before !== undefined && after !== undefined;
    this.#changes.set(path, { tokens, isUnknown: isUnknown || !isKnown, at: this.#clock });
    if (!isKnown) return;
    this.#edits.push({ path, before, after });
    // Not now: an answer is waited for. The same run takes what comes while it lasts.
    if (this.#edits.length === MOST_EDITS + 1) setImmediate(() => void this.#compare(MOST_EDITS));
  }

  /** Settings changed on which the verdict about any file may depend. */
  everything(): void {
    this.#clock += 1;
    this.#settings = this.#clock;
  }

  /** What there is to look for; undefined where nothing changed. Never rejects. */
  async take(): Promise<ChangeSet | undefined> {
    // Somebody may have edited while the last one was awaited.
    while (this.#edits.length > 0) await this.#compare(0);
    if (this.#changes.size === 0 && this.#settings === undefined) return undefined;
    const changes = new Map([...this.#changes].map(([path, { tokens }]) => [path, tokens]));
    const unknown = new Set([...this.#changes].flatMap(([path, { isUnknown }]) => (isUnknown ? [path] : [])));
    return { changes, unknown, everything: this.#settings !== undefined, until: this.#clock };
  }

  /** The other files were looked at as they are after this wave. A file that changed again since stays, with all that it lost. */
  clear({ until }: ChangeSet): void {
    for (const [path, { at }] of this.#changes) {
      if (at <= until) this.#changes.delete(path);
    }
    if (this.#settings !== undefined && this.#settings <= until) this.#settings = undefined;
  }

  /** Until so many edits are left to compare. */
  async #compare(left: number): Promise<void> {
    const timeSlices = new TimeSlices();
    while (this.#edits.length > left) {
      const edit = this.#edits.shift();
      const change = edit && this.#changes.get(edit.path);
      // A name that was taken away and put back counts: whoever was broken by the one is mended by the other.
      if (edit !== undefined && change !== undefined) this.#changes.set(edit.path, { ...change, tokens: both(change.tokens, changedSymbols(edit.before, edit.after, this.#syntax)) });
      if (timeSlices.due) await timeSlices.pause();
    }
  }
}

function both(a: ChangedSymbols, b: ChangedSymbols): ChangedSymbols {
  return { removedSymbols: new Set([...a.removedSymbols, ...b.removedSymbols]), enclosingSymbols: new Set([...a.enclosingSymbols, ...b.enclosingSymbols]) };
}
