import { ImportGraph } from '../../backend/imports/import-graph.ts';
import type { ImportSyntax } from '../../backend/definition.ts';
import type { Registry } from '../../backend/find-server.ts';
import type { DiskIndex } from '../disk/disk-index.ts';

/**
 * The import graph of each language. A graph is read on request and updated to the last disk sweep.
 */
export class ImportGraphs {
  readonly #graphs = new Map<ImportSyntax, ImportGraph>();

  constructor(
    private readonly disk: DiskIndex,
    private readonly registry: Registry,
    private readonly root: string,
  ) {}

  /** Reads the files of a language before a request waits for them: the first read takes long. */
  prepare(syntax: ImportSyntax): void {
    if (!this.#graphs.has(syntax)) void this.of(syntax);
  }

  /** Undefined if there are too many files on disk to know all of them. */
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
