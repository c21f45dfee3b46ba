import type { AdmittedPath } from '../paths.ts';
import type { ImportSyntax } from '../registry/definition.ts';
import { changedTokens, type Tokens } from './changed-tokens.ts';
import type { Wave } from './rank.ts';

interface Change {
  /** Of the edits that were looked at. */
  readonly tokens: Tokens;
  /** Nobody knows all that changed. */
  readonly isUnknown: boolean;
  /** The others, oldest first. */
  readonly edits: readonly Edit[];
  /** By the ripple's own count of changes. */
  readonly at: number;
}

interface Edit {
  readonly before: string;
  readonly after: string;
}

/** How many texts of a file are kept until somebody wants to know what they changed. */
const MOST_EDITS = 8;

const NOTHING: Tokens = { named: new Set(), around: new Set() };

/**
 * What has changed since the other files were last looked at, for one session.
 *
 * A search takes what there is and settles it when it has looked everywhere; what changes meanwhile stays for the next. A search that was cut short
 * settles nothing, so the next one looks for all of it again.
 */
export class Ripple {
  readonly #syntax: ImportSyntax;
  readonly #changes = new Map<AdmittedPath, Change>();
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
    const known = this.#changes.get(path) ?? { tokens: NOTHING, isUnknown: false, edits: [] };
    const change =
      before === undefined || after === undefined ? { ...known, isUnknown: true } : { ...known, edits: [...known.edits, { before, after }] };
    this.#changes.set(path, { ...change, at: this.#clock });
    if (change.edits.length > MOST_EDITS) this.#compare();
  }

  /** Settings changed on which the verdict about any file may depend. */
  everything(): void {
    this.#clock += 1;
    this.#settings = this.#clock;
  }

  /** What there is to look for; undefined where nothing changed. */
  take(): Wave | undefined {
    if (this.#changes.size === 0 && this.#settings === undefined) return undefined;
    this.#compare();
    const changes = new Map([...this.#changes].map(([path, { tokens }]) => [path, tokens]));
    const unknown = new Set([...this.#changes].flatMap(([path, { isUnknown }]) => (isUnknown ? [path] : [])));
    return { changes, unknown, everything: this.#settings !== undefined, until: this.#clock };
  }

  /** The other files were looked at as they are after this wave. A file that changed again since stays, with all that it lost. */
  settle({ until }: Wave): void {
    for (const [path, { at }] of this.#changes) {
      if (at <= until) this.#changes.delete(path);
    }
    if (this.#settings !== undefined && this.#settings <= until) this.#settings = undefined;
  }

  #compare(): void {
    for (const [path, change] of this.#changes) {
      if (change.edits.length === 0) continue;
      const all = [change.tokens, ...change.edits.map(({ before, after }) => changedTokens(before, after, this.#syntax))];
      // A name that was taken away and put back counts: whoever was broken by the one is mended by the other.
      const named = new Set(all.flatMap((one) => [...one.named]));
      const around = new Set(all.flatMap((one) => [...one.around]));
      this.#changes.set(path, { ...change, tokens: { named, around }, edits: [] });
    }
  }
}
