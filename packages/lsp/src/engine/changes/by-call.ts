import type { ImportGraph } from '../../backend/imports/import-graph.ts';
import type { SurfacePart } from '../../backend/imports/imports.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { TimeSlices } from '../../support/time-slices.ts';
import { saysOneOf } from './by-structure.ts';
import type { ReadFiles } from './read-files.ts';

/** Files that are looked at in one search, and those whose texts are. */
const MOST = 100;
const MOST_TEXTS = 300;

/**
 * Declarations that depend on none of the changes, but use a member of whatever they are given. Who gives
 * them what has changed gets something else (`SurfacePart.takesAny`), and says their names alone.
 */
export class ByCall {
  readonly #timeSlices = new TimeSlices();
  readonly #looked = new Set<AdmittedPath>();
  /** What has been found, so that it counts wherever it is said. */
  readonly #found = new Set<string>();
  #callable: ReadonlySet<AdmittedPath> | undefined;

  /** @param reached files that depend on the changes */
  constructor(
    private readonly graph: ImportGraph,
    private readonly sources: ReadFiles,
    private readonly reached: ReadonlySet<AdmittedPath>,
  ) {}

  /** The names of those that use one of these members, directly or not; undefined: not known. */
  async using(members: ReadonlySet<string>): Promise<ReadonlySet<string> | undefined> {
    const found = new Set<string>();
    for (let added = members; added.size > 0;) {
      const more = new Set<string>();
      const says = this.graph.containsIdentifier(added);
      const saying = [...this.graph.paths].filter((path) => !this.reached.has(path) && says(path));
      const paths = this.#found.size > 0 ? saying : await this.#takingAny(saying);
      if (paths === undefined) return undefined;
      if (paths.length > 0) this.#callable ??= await this.#imported();
      for (const path of paths) {
        if (this.#callable?.has(path) !== true) continue;
        if (this.#looked.add(path).size > MOST) return undefined;
        if (this.#timeSlices.due) await this.#timeSlices.pause();
        const source = await this.sources.of(path);
        if (source === undefined) return undefined;
        for (const part of source.parts ?? [])
          if (this.#uses(part, added)) for (const name of part.names ?? []) more.add(name);
      }
      added = more.difference(this.#found);
      for (const name of added) {
        found.add(name);
        this.#found.add(name);
      }
    }
    return found;
  }

  /** Those that may declare what takes anything; undefined: too many. */
  async #takingAny(paths: readonly AdmittedPath[]): Promise<AdmittedPath[] | undefined> {
    const { structural } = this.graph.language;
    if (paths.length > MOST_TEXTS) return undefined;
    const found: AdmittedPath[] = [];
    for (const path of paths) {
      if (this.#timeSlices.due) await this.#timeSlices.pause();
      const text = await this.sources.text(path);
      if (text === undefined) return undefined;
      if (structural?.mayTakeAny(text) !== false) found.push(path);
    }
    return found;
  }

  #uses({ text, takesAny }: SurfacePart, names: ReadonlySet<string>): boolean {
    return saysOneOf([text], takesAny === true ? names : names.intersection(this.#found));
  }

  /** What files that depend on the changes import, directly or not, beside each other. */
  async #imported(): Promise<ReadonlySet<AdmittedPath>> {
    const { graph, reached } = this;
    const imported = new Set<AdmittedPath>();
    const isOne = (path: AdmittedPath): boolean => reached.has(path) || imported.has(path);
    for (let size = -1; size < imported.size;) {
      size = imported.size;
      for (const path of graph.paths) {
        if (this.#timeSlices.due) await this.#timeSlices.pause();
        if (!isOne(path) && graph.importers(path).some(isOne)) imported.add(path);
      }
    }
    return imported;
  }
}
