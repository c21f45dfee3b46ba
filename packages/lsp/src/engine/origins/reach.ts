import type { ImportLanguage } from '../../backend/imports/imports.ts';
import type { ServerDefinition } from '../../backend/definition.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { waitFor } from '../../support/wait-for.ts';
import type { ImportGraphs } from '../impact/import-graphs.ts';

type Reached = (path: AdmittedPath) => boolean;

/** How long a result waits for an import graph that is still read, ms. A server is as fast. */
const MOST_MS = 100;

/** Whose findings changes may have changed, by what imports what. As of the first question. */
export class Reach {
  readonly #known = new Map<ServerDefinition, Map<readonly AdmittedPath[], Promise<Reached>>>();

  constructor(private readonly graphs: ImportGraphs) {}

  /** @param changes of the same object the answer is known; undefined: unknown ones */
  of(definition: ServerDefinition, changes: readonly AdmittedPath[] | undefined): Promise<Reached> {
    if (changes === undefined) return Promise.resolve(() => true);
    const known = this.#known.get(definition) ?? new Map<readonly AdmittedPath[], Promise<Reached>>();
    this.#known.set(definition, known);
    const reached = known.get(changes) ?? this.#find(definition, changes);
    known.set(changes, reached);
    return reached;
  }

  async #find({ imports, judgesAlone }: ServerDefinition, changes: readonly AdmittedPath[]): Promise<Reached> {
    const changed = new Set(changes);
    if (changed.size === 0 || judgesAlone === true) return (path) => changed.has(path);
    const dependents = imports && (await this.#dependents(imports, changes));
    return dependents === undefined ? () => true : (path) => changed.has(path) || dependents.has(path);
  }

  /** Undefined where all files may depend on the changes. */
  async #dependents(imports: ImportLanguage, changes: readonly AdmittedPath[]): Promise<ReadonlyMap<AdmittedPath, number> | undefined> {
    const read = await waitFor(this.graphs.of(imports), AbortSignal.timeout(MOST_MS));
    const graph = read.kind === 'done' ? read.value : undefined;
    return graph === undefined || changes.some((path) => imports.affectsAll(path) || graph.isGlobal(path)) ? undefined : graph.dependents(changes);
  }
}
