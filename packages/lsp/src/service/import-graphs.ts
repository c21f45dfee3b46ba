import { ImportGraph } from '../affected/import-graph.ts';
import type { ImportSyntax } from '../registry/definition.ts';
import type { Registry } from '../registry/find-server.ts';
import type { DiskIndex } from './disk-index.ts';

/** Who imports whom, by language; read when somebody asks, and brought up to the disk as it was swept last. */
export class ImportGraphs {
  readonly #graphs = new Map<ImportSyntax, ImportGraph>();

  constructor(
    private readonly disk: DiskIndex,
    private readonly registry: Registry,
    private readonly root: string,
  ) {}

  /** Reads the files of a language before anybody waits for that: the first time, there is much to read. */
  prepare(syntax: ImportSyntax): void {
    if (!this.#graphs.has(syntax)) void this.of(syntax);
  }

  /** Undefined where there is too much on disk to know all of it. */
  async of(syntax: ImportSyntax): Promise<ImportGraph | undefined> {
    await this.disk.walked;
    if (!this.disk.isWhole) return undefined;
    const endings = this.registry.all().flatMap(({ imports, extensions }) => (imports === syntax ? extensions : []));
    const graph = this.#graphs.get(syntax) ?? new ImportGraph(this.root, syntax);
    this.#graphs.set(syntax, graph);
    await graph.update(this.disk.files(endings));
    return graph;
  }
}
