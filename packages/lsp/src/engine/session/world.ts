import type { ServerDefinition } from '../../backend/definition.ts';
import type { UninstalledPackage } from '../../backend/packages.ts';
import type { WorldHole, Look } from '../../backend/world.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { forFew, MOST_LOOKED_UP } from '../../support/for-few.ts';
import type { Diagnostic } from '../../types.ts';
import type { Search } from '../../backend/program/search.ts';

/** An import of a file that is not resolved because a package is not installed. */
export interface UninstalledImport extends UninstalledPackage {
  /** Undefined where nothing of the project is judged without the package. */
  readonly module: string | undefined;
}

/** A hole in the world of a file, and how many of its errors follow from it. */
export interface HoleOfFile extends WorldHole {
  readonly errors: number;
}

/** What a server does not know about the world of a file. */
export interface Missing {
  readonly uninstalled: readonly UninstalledImport[];
  readonly holes: readonly HoleOfFile[];
}

/** Findings of one file of which it is looked up what they follow from, where they do not say it. */
const MOST_BEHIND = 1000;

const NOTHING: Missing = { uninstalled: [], holes: [] };

/**
 * Tells findings from holes in the world that the server knows. What follows from one is no finding:
 * no change has caused it, and none to the source would end it.
 */
export class KnownWorld {
  /** Of the last findings that were kept, by file. */
  readonly #byFile = new Map<AdmittedPath, Missing>();
  /** By the list of findings that they were taken out of. */
  readonly #takenOut = new WeakMap<readonly Diagnostic[], Missing>();

  constructor(
    private readonly definition: Pick<ServerDefinition, 'packages' | 'world'>,
    private readonly options: { readonly search: Search; readonly filesOf: Look['filesOf'] },
  ) {}

  /** The findings without those. */
  takeOut(path: AdmittedPath, diagnostics: Diagnostic[], text: () => string | undefined): Diagnostic[] {
    if (diagnostics.length === 0) return diagnostics;
    let read: string | undefined;
    const once = (): string => (read ??= text() ?? '');
    const { uninstalled, rest: installed } = this.#withoutImports(path, diagnostics, once);
    const { holes, rest } = this.#withoutHoles(path, installed, once);
    if (uninstalled.length === 0 && holes.length === 0) return diagnostics;
    // A list of its own: another answer may be the same list.
    const kept = rest === diagnostics ? [...rest] : rest;
    this.#takenOut.set(kept, { uninstalled, holes });
    return kept;
  }

  /** These are now the findings of the file. */
  keep(path: AdmittedPath, diagnostics: readonly Diagnostic[]): void {
    const taken = this.#takenOut.get(diagnostics);
    if (taken === undefined) this.#byFile.delete(path);
    else this.#byFile.set(path, taken);
  }

  of(path: AdmittedPath): Missing {
    const known = this.#byFile.get(path);
    if (known !== undefined || this.definition.world === undefined) return known ?? NOTHING;
    return { uninstalled: [], holes: this.#withoutHoles(path, [], () => '').holes };
  }

  #withoutImports(
    path: AdmittedPath,
    diagnostics: Diagnostic[],
    text: () => string,
  ): { uninstalled: UninstalledImport[]; rest: Diagnostic[] } {
    const { packages } = this.definition;
    const uninstalled: UninstalledImport[] = [];
    if (packages === undefined) return { uninstalled, rest: diagnostics };
    const lookUp = forFew(MOST_LOOKED_UP, (module) =>
      packages.uninstalled(module, path, this.options.search),
    );
    let left = MOST_BEHIND;
    const rest = diagnostics.filter((diagnostic) => {
      for (const module of packages.missingModules(diagnostic)) {
        const found = lookUp(module);
        if (found === undefined) continue;
        uninstalled.push({ ...found, module });
        return false;
      }
      if (left-- <= 0) return true;
      const behind = packages.behind?.(diagnostic, text(), path, this.options.search);
      if (behind !== undefined) uninstalled.push(behind);
      return behind === undefined;
    });
    if (uninstalled.length === 0) return { uninstalled, rest: diagnostics };
    const { followsFromImports } = packages;
    if (followsFromImports === undefined) return { uninstalled, rest };
    return { uninstalled, rest: rest.filter((one) => !followsFromImports(one, text())) };
  }

  #withoutHoles(
    path: AdmittedPath,
    diagnostics: Diagnostic[],
    text: () => string,
  ): { holes: HoleOfFile[]; rest: Diagnostic[] } {
    const { search, filesOf } = this.options;
    const look: Look = { search, filesOf, text };
    const found = this.definition.world?.holes(path, diagnostics, look) ?? [];
    const following = new Set(found.flatMap(({ findings }) => findings));
    return {
      holes: found.map(({ findings, ...hole }) => ({ ...hole, errors: countOf(findings) })),
      rest: following.size === 0 ? diagnostics : diagnostics.filter((one) => !following.has(one)),
    };
  }
}

const countOf = (findings: readonly Diagnostic[]): number =>
  findings.reduce((sum, { count = 1 }) => sum + count, 0);
