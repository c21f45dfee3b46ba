import {
  numberOf,
  type CheckedProject,
  type Diagnostic,
  type Severity,
  type UninstalledPackages,
  type Hole,
} from '@vybestack/llxprt-lsp-core';
import type { ExitCode } from '../io.js';
import type { Baseline } from './baseline.js';
import { findersOf } from './finder.js';
import type { FileResult } from './check-files.js';
import type { Trouble } from './targets.js';

/** What servers found in files that were not asked for. */
export interface Others {
  /** By path; none is clean. */
  readonly files: readonly { readonly file: string; readonly diagnostics: readonly Diagnostic[] }[];
  /** False where the time was too short to look at all of them. */
  readonly complete: boolean;
}

/** The results of one check so far. */
export class CheckResults {
  readonly results: FileResult[] = [];
  readonly troubles: Trouble[] = [];
  /** Files of folders that no server was asked about; the user named none of them. */
  readonly skipped: { path: string; reason: string }[] = [];
  /** Undefined without `--others`. */
  others: Others | undefined;
  /** What compilers and linters were run for; undefined where language servers were asked. */
  projects: readonly CheckedProject[] | undefined;
  /** The reason where nothing is checked. */
  idle = 'no compiler or linter has a project here';

  /** @param baseline earlier findings, which do not count */
  constructor(private readonly baseline?: Baseline) {}

  /** @returns the result with only its new diagnostics */
  add(given: FileResult): FileResult {
    const result = { ...given, diagnostics: this.#newIn(given.file, given.diagnostics) };
    const { file, named, judgedBy, failures, refused } = result;
    this.troubles.push(...failures.map(({ reason }) => ({ path: file, reason })));
    const isUnasked = judgedBy.length === 0 && failures.length === 0;
    if (isUnasked) {
      const reason = refused ?? 'no language server is for this file';
      (named ? this.troubles : this.skipped).push({ path: file, reason });
    } else {
      this.results.push(result);
    }
    return result;
  }

  /** Without them, files are not judged as a build would: that is no clean result. */
  addUninstalled(packages: readonly UninstalledPackages[]): void {
    for (const { manifest, install } of packages) {
      const reason = `dependencies of ${manifest} are not installed; to install them: ${install}`;
      this.#addTrouble(reason);
    }
  }

  /** The same for what else a server does not know. */
  addHoles(holes: readonly Hole[]): void {
    for (const { file, what, command } of holes)
      this.#addTrouble(`${file} ${what}${command === undefined ? '' : `; to mend it: ${command}`}`);
  }

  #addTrouble(reason: string): void {
    if (!this.troubles.some((trouble) => trouble.reason === reason)) this.troubles.push({ reason });
  }

  /**
   * Takes what checkers have found in a file.
   *
   * @returns the result with only its new diagnostics; undefined where there is none, as for a
   * clean file
   */
  addFound(file: string, found: readonly Diagnostic[]): FileResult | undefined {
    const diagnostics = this.#newIn(file, found);
    if (diagnostics.length === 0) return undefined;
    const finders = diagnostics.flatMap((diagnostic) =>
      findersOf(diagnostic, this.projects ?? [])
        .slice(0, 1)
        .map(({ checker }) => checker),
    );
    const result = { file, named: false, diagnostics, judgedBy: [...new Set(finders)].sort(), failures: [] };
    this.results.push(result);
    return result;
  }

  /** The new diagnostics in other files; files without any are left out. */
  newAmong(others: Others): Others {
    const files = others.files.map(({ file, diagnostics }) => ({
      file,
      diagnostics: this.#newIn(file, diagnostics),
    }));
    return { ...others, files: files.filter(({ diagnostics }) => diagnostics.length > 0) };
  }

  count(severity: Severity): number {
    return numberOf(this.diagnostics().filter((diagnostic) => diagnostic.severity === severity));
  }

  diagnostics(): Diagnostic[] {
    return this.results.flatMap(({ diagnostics }) => diagnostics);
  }

  /** How many files were checked by every server that should check them. */
  judged(): number {
    return this.results.filter(({ failures }) => failures.length === 0).length;
  }

  /** @param maxWarnings with more warnings than this, the check fails */
  exitCode(maxWarnings = Infinity): ExitCode {
    if (this.troubles.some(({ project }) => project === undefined || !this.#failsByItsErrors(project)))
      return 2;
    const elsewhere = this.others?.files.flatMap(({ diagnostics }) => diagnostics) ?? [];
    const all = [...this.diagnostics(), ...elsewhere];
    const warnings = numberOf(all.filter(({ severity }) => severity === 'warning'));
    return warnings > maxWarnings || all.some(({ severity }) => severity === 'error') ? 1 : 0;
  }

  /**
   * A project's errors may keep its checker from the rest of the project. The exit code is still 1,
   * because the errors are known.
   */
  #failsByItsErrors(project: CheckedProject): boolean {
    const hasFound = (diagnostic: Diagnostic): boolean =>
      diagnostic.severity === 'error' && findersOf(diagnostic, this.projects ?? []).includes(project);
    return project.outcome === 'incomplete' && this.diagnostics().some(hasFound);
  }

  #newIn(file: string, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
    return this.baseline?.newIn(file, diagnostics) ?? diagnostics;
  }
}
