import type { ImportLanguage } from '../../backend/imports/imports.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { TimeSlices } from '../../support/time-slices.ts';
import { changedSymbolsOf, type ChangedSymbols } from './changed-symbols.ts';

/** Of a file, around one change. */
export interface ChangedTexts {
  readonly before: string;
  readonly after: string;
}

interface Edit {
  readonly path: AdmittedPath;
  /** Undefined once it was compared for all languages of the file. */
  texts: ChangedTexts | undefined;
  readonly names: Map<ImportLanguage, ChangedSymbols>;
}

/** Of so many changes, the texts are kept; of those before, the names. */
const MOST_TEXTS = 8;

/** The names of a change that leaves the text as it was. */
export const SAME: ChangedSymbols = { removedSymbols: new Set(), enclosingSymbols: new Set() };

/** What single changes have altered in the texts of files, by their positions in the log. */
export class TextChanges {
  readonly #edits = new Map<number, Edit>();
  /** Those whose texts are kept, oldest first. */
  readonly #recent: Edit[] = [];

  /** @param languagesOf the languages whose imports may lead to a file */
  constructor(private readonly languagesOf: (path: AdmittedPath) => readonly ImportLanguage[]) {}

  keep(position: number, path: AdmittedPath, texts: ChangedTexts): void {
    const edit: Edit = { path, texts, names: new Map() };
    this.#edits.set(position, edit);
    this.#recent.push(edit);
    // Deferred, because an answer is waiting. One turn also takes the edits that come before it.
    if (this.#recent.length === MOST_TEXTS + 1) setImmediate(() => void this.#compare());
  }

  /** Whether it is known what this change has altered. */
  has(position: number): boolean {
    return this.#edits.has(position);
  }

  /** The names that this change may have broken elsewhere; undefined where its texts are not known. */
  namesAt(position: number, language: ImportLanguage): ChangedSymbols | undefined {
    const edit = this.#edits.get(position);
    return edit && namesOf(edit, language);
  }

  /** Everything up to this position. */
  forget(until: number): void {
    for (const position of this.#edits.keys()) {
      if (position > until) return;
      this.#edits.delete(position);
    }
  }

  async #compare(): Promise<void> {
    const timeSlices = new TimeSlices();
    while (this.#recent.length > MOST_TEXTS) {
      const edit = this.#recent.shift();
      if (edit === undefined) return;
      for (const language of this.languagesOf(edit.path)) namesOf(edit, language);
      edit.texts = undefined;
      if (timeSlices.due) await timeSlices.pause();
    }
  }
}

function namesOf({ path, texts, names }: Edit, language: ImportLanguage): ChangedSymbols | undefined {
  if (texts === undefined) return names.get(language);
  return names.getOrInsertComputed(language, () =>
    texts.before === texts.after ? SAME : changedSymbolsOf(path, texts.before, texts.after, language),
  );
}
