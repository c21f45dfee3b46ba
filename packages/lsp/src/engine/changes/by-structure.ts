import type { ImportGraph } from '../../backend/imports/import-graph.ts';
import type { SurfacePart } from '../../backend/imports/imports.ts';
import type { AdmittedPath } from '../../support/paths.ts';
import { TimeSlices } from '../../support/time-slices.ts';
import type { ChangedMember } from './changed-symbols.ts';
import { NAMES_IN_TEXT } from './exposure.ts';
import type { ReadFiles } from './read-files.ts';

/** Files that are looked at for one name. */
const MOST = 100;

/**
 * Who may tell that a member of a class has changed, and need not say its name: what takes any class that has
 * such members, and what derives from several classes, of which another one may have a member of the name.
 */
export class ByStructure {
  readonly #timeSlices = new TimeSlices();
  readonly #fitting = new Map<string, Promise<boolean>>();
  readonly #joining = new Map<string, Promise<ReadonlySet<AdmittedPath> | undefined>>();

  constructor(
    private readonly graph: ImportGraph,
    private readonly sources: ReadFiles,
    private readonly reached: ReadonlySet<AdmittedPath>,
  ) {}

  /**
   * Whether a class with this member fits something that does not name the class; in doubt, it does.
   *
   * @param path of the class
   */
  async fits({ name }: ChangedMember, path: AdmittedPath): Promise<boolean> {
    const { structural } = this.graph.language;
    const text = await this.sources.text(path);
    if (structural === undefined || text === undefined || structural.fitsLibrary(name, text)) return true;
    return this.#fitting.getOrInsertComputed(name, async () => {
      const parts = await this.#partsThatSay(name, this.graph.containsIdentifier([structural.mark]));
      return parts?.some(({ isStructural }) => isStructural === true) !== false;
    });
  }

  /** Files with a class of several bases, where one of them may be of this member; undefined: not known. */
  async joining(
    { owner, name, isTyped }: ChangedMember,
    path: AdmittedPath,
  ): Promise<ReadonlySet<AdmittedPath> | undefined> {
    if (!isTyped || !(await this.#isElsewhere(owner, name, path))) return new Set();
    return this.#joining.getOrInsertComputed(owner, () => this.#join(owner));
  }

  async #join(owner: string): Promise<ReadonlySet<AdmittedPath> | undefined> {
    const found = new Set<AdmittedPath>();
    const names = new Set([owner]);
    for (let added: ReadonlySet<string> = names; added.size > 0;) {
      const more = new Set<string>();
      const says = this.graph.containsIdentifier(added);
      const paths = [...this.reached].filter(says);
      if (paths.length > MOST) return undefined;
      for (const path of paths) {
        if (this.#timeSlices.due) await this.#timeSlices.pause();
        const parts = (await this.sources.of(path))?.parts;
        if (parts === undefined) return undefined;
        for (const part of parts) {
          if (!saysOneOf(part.bases ?? [], added)) continue;
          for (const own of part.names ?? []) more.add(own);
          if ((part.bases?.length ?? 0) > 1) found.add(path);
        }
      }
      added = more.difference(names);
      for (const own of added) names.add(own);
    }
    return found;
  }

  /** Another class declares a member of this name; in doubt, it does. */
  async #isElsewhere(owner: string, name: string, path: AdmittedPath): Promise<boolean> {
    const { structural } = this.graph.language;
    const says = this.graph.containsIdentifier([name]);
    let left = MOST;
    for (const other of this.graph.paths) {
      if (this.#timeSlices.due) await this.#timeSlices.pause();
      if (other === path || !says(other)) continue;
      const text = left-- > 0 ? await this.sources.text(other) : undefined;
      if (text === undefined || structural?.declares(name, text) !== false) return true;
    }
    const parts = (await this.sources.of(path))?.parts;
    return parts?.some((part) => part.names?.includes(name) && part.member?.owner !== owner) !== false;
  }

  /** Parts of any files; undefined: not known. */
  async #partsThatSay(
    name: string,
    counts: (path: AdmittedPath) => boolean,
  ): Promise<SurfacePart[] | undefined> {
    const says = this.graph.containsIdentifier([name]);
    const paths = [...this.graph.paths].filter((path) => says(path) && counts(path));
    if (paths.length > MOST) return undefined;
    const found: SurfacePart[] = [];
    for (const path of paths) {
      if (this.#timeSlices.due) await this.#timeSlices.pause();
      const parts = (await this.sources.of(path))?.parts;
      if (parts === undefined) return undefined;
      for (const part of parts) if (saysOneOf([part.text], new Set([name]))) found.push(part);
    }
    return found;
  }
}

export function saysOneOf(texts: readonly string[], names: ReadonlySet<string>): boolean {
  return texts.some((text) => (text.match(NAMES_IN_TEXT) ?? []).some((word) => names.has(word)));
}
