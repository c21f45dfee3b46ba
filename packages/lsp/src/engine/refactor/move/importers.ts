import type { ServerDefinition } from '../../../backend/definition.ts';
import type { ImportGraph } from '../../../backend/imports/import-graph.ts';
import type { ImportLanguage } from '../../../backend/imports/imports.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import type { RefactoringContext } from '../refactoring.ts';
import type { Move } from './moved-files.ts';

/** Which files import what moves, by the text alone. */
export class Importers {
  private constructor(
    private readonly graphs: ReadonlyMap<ImportLanguage, ImportGraph | undefined>,
    private readonly moving: ReadonlySet<AdmittedPath>,
  ) {}

  static async of({ services, graphs }: RefactoringContext, { files }: Move): Promise<Importers> {
    const languages = new Set(services.registry.all().flatMap(({ imports }) => imports ?? []));
    const known = await Promise.all([...languages].map(async (language) => [language, await graphs.of(language)] as const));
    return new Importers(new Map(known), new Set(files.map(({ from }) => from)));
  }

  graph(language: ImportLanguage): ImportGraph | undefined {
    return this.graphs.get(language);
  }

  /** Those of one moved file that do not move themselves, in any language. */
  of(path: AdmittedPath): AdmittedPath[] {
    return [...new Set([...this.graphs.values()].flatMap((graph) => (graph === undefined ? [] : direct(graph, [path]))))].filter((importer) => !this.moving.has(importer));
  }

  /** Those of all moved files that do not move themselves and are files of this server. */
  outside({ imports }: ServerDefinition): AdmittedPath[] {
    return imports === undefined ? [] : this.inGraph(imports);
  }

  /** The same for a language. */
  inGraph(language: ImportLanguage): AdmittedPath[] {
    const graph = this.graphs.get(language);
    return graph === undefined ? [] : this.#outside(graph);
  }

  /** Those of all moved files that do not move themselves. */
  get all(): AdmittedPath[] {
    return [...new Set([...this.graphs.values()].flatMap((graph) => (graph === undefined ? [] : this.#outside(graph))))];
  }

  #outside(graph: ImportGraph): AdmittedPath[] {
    return direct(graph, this.moving).filter((importer) => !this.moving.has(importer)).sort();
  }
}

function direct(graph: ImportGraph, paths: Iterable<AdmittedPath>): AdmittedPath[] {
  return [...graph.dependents(paths)].flatMap(([path, distance]) => (distance === 1 ? [path] : []));
}
