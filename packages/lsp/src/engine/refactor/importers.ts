import { textAfter } from '../../backend/fixes/text-changes.ts';
import type { ImportGraph } from '../../backend/imports/import-graph.ts';
import type { ImportLanguage } from '../../backend/imports/imports.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { changedSymbols } from '../changes/changed-symbols.ts';
import { rank } from '../changes/rank.ts';
import type { ChangedFile } from '../session/session.ts';
import type { RefactoringContext } from './refactoring.ts';

/** Absolute paths. */
export interface MovedFile {
  readonly from: AdmittedPath;
  readonly to: AdmittedPath;
}

/** How many files are judged before and after a move, besides its own. */
const MOST_AFFECTED = 100;

/** Which files import what moves, by the text alone. */
export class Importers {
  private constructor(
    private readonly graphs: ReadonlyMap<ImportLanguage, ImportGraph | undefined>,
    private readonly moving: ReadonlySet<AdmittedPath>,
  ) {}

  static async of(
    { services: { registry, graphs } }: RefactoringContext,
    moved: readonly MovedFile[],
  ): Promise<Importers> {
    const languages = new Set(registry.all().flatMap(({ imports }) => imports ?? []));
    const known = await Promise.all(
      [...languages].map(async (language) => [language, await graphs.of({ imports: language })] as const),
    );
    return new Importers(new Map(known), new Set(moved.map(({ from }) => from)));
  }

  graph(language: ImportLanguage): ImportGraph | undefined {
    return this.graphs.get(language);
  }

  /** Those of one moved file that do not move themselves, in any language. */
  of(path: AdmittedPath): AdmittedPath[] {
    return [
      ...new Set(
        [...this.graphs.values()].flatMap((graph) => (graph === undefined ? [] : direct(graph, [path]))),
      ),
    ].filter((importer) => !this.moving.has(importer));
  }

  /** Those of all moved files that do not move themselves and are files of this language. */
  outside(language: ImportLanguage | undefined): AdmittedPath[] {
    const graph = language && this.graphs.get(language);
    return graph === undefined
      ? []
      : direct(graph, this.moving)
          .filter((importer) => !this.moving.has(importer))
          .sort();
  }

  /**
   * Files that a move is likely to break, the likeliest first: those that depend on what moves, or
   * hold a word that changed files have lost. Neither moved nor changed ones.
   */
  affected(files: readonly ChangedFile[]): AdmittedPath[] {
    const changed = new Set(files.map(({ path }) => path));
    const affected = [...this.graphs].flatMap(([language, graph]) => {
      const changes = new Map(
        files.map((file) => [file.path, changedSymbols(file.former ?? '', textAfter(file), language)]),
      );
      return graph === undefined
        ? []
        : rank(graph, { changes, inside: new Set(), unknown: this.moving, everything: false });
    });
    const likely = affected.filter(
      ({ path, group }) => group === 'likely' && !changed.has(path) && !this.moving.has(path),
    );
    return [...new Set(likely.map(({ path }) => path))].slice(0, MOST_AFFECTED);
  }

  /** All that depend on these files, by whatever way, the nearest first. */
  dependents(files: readonly ChangedFile[]): AdmittedPath[] {
    const changed = new Set(files.map(({ path }) => path));
    const found = [...this.graphs.values()].flatMap((graph) =>
      graph === undefined ? [] : [...graph.dependents(changed)],
    );
    const near = found.filter(([path]) => !changed.has(path)).sort(([, a], [, b]) => a - b);
    return [...new Set(near.map(([path]) => path))];
  }
}

function direct(graph: ImportGraph, paths: Iterable<AdmittedPath>): AdmittedPath[] {
  return [...graph.dependents(paths)].flatMap(([path, distance]) => (distance === 1 ? [path] : []));
}
