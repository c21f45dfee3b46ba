import type { ServerDefinition } from '../../backend/definition.ts';
import type { ImportGraph } from '../../backend/imports/import-graph.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { waitFor } from '../../support/wait-for.ts';
import type { ImportGraphs } from '../disk/import-graphs.ts';
import { judgesAlone, reportsUnasked } from '../session/abilities.ts';
import type { History } from '../session/session.ts';

/** The position of the last change that may have altered a file's findings; 0: none has. */
type LastChange = (path: AdmittedPath) => number;

/** How long a result waits for import graphs that are still read, ms. A server is as fast. */
const MOST_MS = 100;

/** Whose findings changes may have altered, by what imports what. As of the first question. */
export class Reach {
  readonly #known = new Map<ServerDefinition, Map<History, Promise<LastChange>>>();
  #waited: AbortSignal | undefined;

  constructor(private readonly graphs: ImportGraphs) {}

  /** @param changes of the same object the answer is known */
  lastChange(definition: ServerDefinition, changes: History): Promise<LastChange> {
    const known = this.#known.getOrInsertComputed(definition, () => new Map());
    return known.getOrInsertComputed(changes, () => this.#find(definition, changes));
  }

  /** Whether one of these changes may have altered a file's findings. */
  async of(
    definition: ServerDefinition,
    changed: Iterable<AdmittedPath>,
  ): Promise<(path: AdmittedPath) => boolean> {
    const changes = [...changed].map((path) => [path, 1] as const);
    const last = await this.#find(definition, { changes, before: 0 });
    return (path) => last(path) > 0;
  }

  async #find(definition: ServerDefinition, { changes, before }: History): Promise<LastChange> {
    if (changes.length === 0) return () => before;
    const own = new Map(changes);
    if (judgesAlone(definition)) return (path) => own.get(path) ?? before;
    const graph = reportsUnasked(definition) ? undefined : await this.#read(this.graphs.of(definition));
    const everywhere =
      changes.findLast(
        ([path]) =>
          graph === undefined ||
          graph.language.affectsAll(path) ||
          graph.isGlobal(path) ||
          graph.isSetting(path),
      )?.[1] ?? before;
    const last = (await graph?.lastChanges(changes)) ?? own;
    return (path) => Math.max(everywhere, last.get(path) ?? 0);
  }

  /** All questions together wait no longer than one. */
  async #read(graph: Promise<ImportGraph | undefined>): Promise<ImportGraph | undefined> {
    this.#waited ??= AbortSignal.timeout(MOST_MS);
    const read = await waitFor(graph, this.#waited);
    return read.kind === 'done' ? read.value : undefined;
  }
}
