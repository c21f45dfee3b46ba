import { readText } from '../../backend/program/files.ts';
import type { ReadOnce } from '../../backend/read-once.ts';
import type { Search } from '../../backend/program/search.ts';
import { perKey } from '../../support/per-key.ts';
import type { Diagnostic } from '../../types.ts';

const FILE_BYTES = 4 * 1024 * 1024;
const OF_CYCLE = /^import cycle not allowed|\(missing metadata for import of /;
const IMPORT = /^(?:import\b|[ \t]+(?:[\w.]+[ \t]+)?"[^"\n]+"[ \t]*(?:\/\/.*)?$).*$/gm;

/**
 * The files of import cycles. Quirk(gopls): once the cycle is undone, who imports one of its packages goes on
 * without it, "missing metadata", until a file of its own package comes or goes.
 */
export class Cycles {
  /** The imports of files that a cycle was reported in. */
  readonly #imports = new Map<string, { readonly imports: string }>();

  note(path: string, findings: readonly Diagnostic[], text: () => string): void {
    if (findings.some(({ message }) => OF_CYCLE.test(message)))
      this.#imports.set(path, { imports: importsIn(text()) });
  }

  /** Of a process that starts now: it knows nothing of a cycle that was undone before. */
  readsOnce(): Required<Pick<ReadOnce, 'mayRead'>> {
    const before = new Map(this.#imports);
    return {
      mayRead: (path) => {
        const reported = this.#imports.get(path);
        if (reported === undefined || reported === before.get(path)) return false;
        return importsIn(readText(path, FILE_BYTES) ?? '') !== reported.imports;
      },
    };
  }
}

/** By workspace. */
export const cyclesOf = perKey((_search: Search) => new Cycles());

const importsIn = (text: string): string => (text.match(IMPORT) ?? []).join('\n');
