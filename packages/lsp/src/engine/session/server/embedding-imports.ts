import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { PackageTraits } from '../../../backend/packages.ts';
import type { Diagnostic } from '../../../types.ts';
import type { Proposal, SessionOptions } from '../session.ts';

/** What a proposed tree has and what it has no longer. */
export type ProposedTree = Pick<Proposal, 'deleted' | 'written'>;

/**
 * Findings without those that only say that an import leads to a file that embeds the server's
 * language: the server cannot read it, and the compiler of that file can (`vue-tsc`).
 */
export class EmbeddingImports {
  readonly #endings: readonly string[];
  readonly #packages: PackageTraits | undefined;

  constructor(private readonly options: Pick<SessionOptions, 'definition' | 'embeddersOf' | 'filesOf'>) {
    this.#packages = options.definition.packages;
    this.#endings =
      this.#packages === undefined
        ? []
        : options
            .embeddersOf(options.definition.id)
            .flatMap(({ imports, extensions }) => (imports === undefined ? [] : extensions));
  }

  takeOut(path: string, diagnostics: Diagnostic[], tree?: ProposedTree): Diagnostic[] {
    if (this.#endings.length === 0) return diagnostics;
    return diagnostics.filter(
      (diagnostic) =>
        !this.#packages?.missingModules(diagnostic).some((module) => this.#isThere(path, module, tree)),
    );
  }

  #isThere(from: string, module: string, tree: ProposedTree | undefined): boolean {
    const ending = this.#endings.find((one) => module.endsWith(one));
    if (ending === undefined) return false;
    const gone = new Set<string>(tree?.deleted);
    if (module.startsWith('.')) {
      const target = resolve(dirname(from), module);
      return tree?.written?.has(target) === true || (existsSync(target) && !gone.has(target));
    }
    // Behind an alias: `@/components/a.vue`.
    const behind = module.slice(module.indexOf('/'));
    const files = [
      ...this.options.filesOf([ending]).filter((file) => !gone.has(file)),
      ...(tree?.written ?? []),
    ];
    return files.some((file) => file.endsWith(behind));
  }
}
