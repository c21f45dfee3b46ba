import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { PackageTraits } from '../../../backend/packages.ts';
import type { Diagnostic } from '../../../types.ts';
import type { SessionOptions } from '../session.ts';

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

  takeOut(path: string, diagnostics: Diagnostic[]): Diagnostic[] {
    if (this.#endings.length === 0) return diagnostics;
    return diagnostics.filter(
      (diagnostic) =>
        !this.#packages?.missingModules(diagnostic).some((module) => this.#isThere(path, module)),
    );
  }

  #isThere(from: string, module: string): boolean {
    const ending = this.#endings.find((one) => module.endsWith(one));
    if (ending === undefined) return false;
    if (module.startsWith('.')) return existsSync(resolve(dirname(from), module));
    // Behind an alias: `@/components/a.vue`.
    const behind = module.slice(module.indexOf('/'));
    return this.options.filesOf([ending]).some((file) => file.endsWith(behind));
  }
}
