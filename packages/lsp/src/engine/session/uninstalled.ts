import type { PackageTraits, UninstalledPackage } from '../../backend/packages.ts';
import type { Search } from '../../backend/program/search.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import type { Diagnostic } from '../../types.ts';

/** An import of a file that is not resolved because a package is not installed. */
export interface UninstalledImport extends UninstalledPackage {
  /** Undefined where nothing of the project is judged without the package. */
  readonly module: string | undefined;
}

/**
 * Tells findings from packages that are not installed. What says only that is no finding: no change
 * has caused it, and none to the source would end it.
 */
export class UninstalledImports {
  /** Of the last findings that were kept, by file. */
  readonly #byFile = new Map<AdmittedPath, readonly UninstalledImport[]>();
  /** By the list of findings that they were taken out of. */
  readonly #takenOut = new WeakMap<readonly Diagnostic[], readonly UninstalledImport[]>();

  constructor(
    private readonly packages: PackageTraits | undefined,
    private readonly search: Search,
  ) {}

  /** The findings without those. */
  takeOut(path: AdmittedPath, diagnostics: Diagnostic[]): Diagnostic[] {
    const { packages } = this;
    if (packages === undefined) return diagnostics;
    const known = new Map<string, UninstalledPackage | undefined>();
    const taken: UninstalledImport[] = [];
    const rest = diagnostics.filter((diagnostic) => {
      for (const module of packages.missingModules(diagnostic)) {
        const found = known.getOrInsertComputed(module, () =>
          packages.uninstalled(module, path, this.search),
        );
        if (found === undefined) continue;
        taken.push({ ...found, module });
        return false;
      }
      return true;
    });
    if (taken.length === 0) return diagnostics;
    this.#takenOut.set(rest, taken);
    return rest;
  }

  /** These are now the findings of the file. */
  keep(path: AdmittedPath, diagnostics: readonly Diagnostic[]): void {
    const taken = this.#takenOut.get(diagnostics);
    if (taken === undefined) this.#byFile.delete(path);
    else this.#byFile.set(path, taken);
  }

  of(path: AdmittedPath): readonly UninstalledImport[] {
    return this.#byFile.get(path) ?? [];
  }
}
