import type { AdmittedPath } from '../paths.ts';
import type { ImportSyntax } from '../registry/definition.ts';
import { changedTokens, type Tokens } from './changed-tokens.ts';
import type { Wave } from './rank.ts';

interface Change {
  readonly tokens: Tokens | 'unknown';
  /** By the ripple's own count of changes. */
  readonly at: number;
}

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
   * A file of the language changed.
   *
   * If one of the texts is missing, all that depends on the file is in doubt: who imports it may say nothing else that it holds. What a text declares is
   * no help there, since a change breaks those that say what the text has no more.
   *
   * @param before undefined: it was not there, or nobody knows
   * @param after undefined: it is gone
   */
  edited(path: AdmittedPath, before: string | undefined, after: string | undefined): void {
    if (before !== undefined && before === after) return;
    const known = this.#changes.get(path);
    const tokens = before === undefined || after === undefined ? 'unknown' : changedTokens(before, after, this.#syntax);
    this.#clock += 1;
    this.#changes.set(path, { tokens: known === undefined ? tokens : merged(known.tokens, tokens), at: this.#clock });
  }

  /** Settings changed on which the verdict about any file may depend. */
  everything(): void {
    this.#clock += 1;
    this.#settings = this.#clock;
  }

  /** What there is to look for; undefined where nothing changed. */
  take(): Wave | undefined {
    if (this.#changes.size === 0 && this.#settings === undefined) return undefined;
    const changes = new Map([...this.#changes].map(([path, { tokens }]) => [path, tokens]));
    return { changes, everything: this.#settings !== undefined, until: this.#clock };
  }

  /** The other files were looked at as they are after this wave. A file that changed again since stays, with all that it lost. */
  settle({ until }: Wave): void {
    for (const [path, { at }] of this.#changes) {
      if (at <= until) this.#changes.delete(path);
    }
    if (this.#settings !== undefined && this.#settings <= until) this.#settings = undefined;
  }
}

/** A name that was taken away and put back counts: whoever was broken by the one is mended by the other. */
function merged(a: Tokens | 'unknown', b: Tokens | 'unknown'): Tokens | 'unknown' {
  if (a === 'unknown' || b === 'unknown') return 'unknown';
  return { named: new Set([...a.named, ...b.named]), around: new Set([...a.around, ...b.around]) };
}
