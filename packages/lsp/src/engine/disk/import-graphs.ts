import { dirname } from 'node:path';
import { ImportGraph } from '../../backend/imports/import-graph.ts';
import type { ImportLanguage } from '../../backend/imports/imports.ts';
import type { Registry } from '../../backend/find-server.ts';
import type { ServerDefinition } from '../../backend/definition.ts';
import { type AdmittedPath, isBelow } from '../../support/paths.ts';
import type { DiskIndex } from './disk-index.ts';

type HasImports = Pick<ServerDefinition, 'imports'>;

/**
 * The import graph of each language. A graph is read on request and updated to the last disk sweep.
 */
export class ImportGraphs {
  readonly #graphs = new Map<ImportLanguage, ImportGraph>();

  constructor(
    private readonly disk: DiskIndex,
    private readonly registry: Registry,
    private readonly root: string,
  ) {}

  /** Reads the files of a language before a request waits for them: the first read takes long. */
  prepare({ imports }: HasImports): void {
    if (imports !== undefined && !this.#graphs.has(imports)) void this.of({ imports });
  }

  /** A graph that was read is updated while servers compute, before a question waits for it. */
  refresh({ imports }: HasImports): void {
    if (imports !== undefined && this.#graphs.has(imports)) void this.of({ imports });
  }

  /** Undefined if the imports are not read, or too many files are on disk to know all of them. */
  async of({ imports: language }: HasImports): Promise<ImportGraph | undefined> {
    if (language === undefined) return undefined;
    await this.disk.walked;
    if (!this.disk.isWalked) return undefined;
    const all = this.registry.all();
    const own = all.filter(({ imports }) => imports === language);
    const embedded = own.flatMap((definition) => this.registry.embeddedIn(definition) ?? []);
    const files = [...new Set([...own, ...embedded])].flatMap(({ extensions }) => extensions);
    const endings = [...files, ...(language.parts ?? [])];
    const graph = this.#graphs.getOrInsertComputed(
      language,
      () => new ImportGraph(this.root, language, (folder) => this.disk.listingOf(folder)),
    );
    await graph.update(this.disk.allFiles(endings), this.disk.ignoredFiles(endings));
    return graph;
  }

  /**
   * Whether a project at this root may hold files that are not looked at: what changes there is not noticed,
   * nor what a change breaks there.
   */
  lacks({ imports, manifests }: Pick<ServerDefinition, 'imports' | 'manifests'>, root: string): boolean {
    const graph = imports && this.#graphs.get(imports);
    const isInProject = (folder: string): boolean =>
      manifests === undefined ||
      [...this.disk.allFiles(manifests.names).keys()].some((manifest) => isBelow(folder, dirname(manifest)));
    return this.disk.lacks(
      root,
      (folder, isIgnored) => graph?.mayHoldBelow(folder) ?? (!isIgnored && isInProject(folder)),
    );
  }

  /**
   * As far as is known, a program may read the file: git does not ignore it, a server has read it, a file
   * imports it, or settings name it.
   */
  mayHold(path: AdmittedPath): boolean {
    if (!this.disk.isIgnored(path) || this.disk.mayBeRead(path)) return true;
    const readers = this.registry.forFile(path).flatMap(({ imports }) => imports ?? []);
    const isUnread = readers.length === 0 || readers.some((language) => !this.#graphs.has(language));
    return isUnread || [...this.#graphs.values()].some((graph) => graph.mayHold(path));
  }
}
