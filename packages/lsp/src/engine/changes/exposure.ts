import type { ChangedMember } from './changed-symbols.ts';
import type { SurfacePart } from '../../backend/imports/imports.ts';

/** The file that exports it does not say it. */
export const UNSAID_NAMES: ReadonlySet<string> = new Set(['default']);

/** Names of any language. */
export const NAMES_IN_TEXT = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

/** What a file passes on of what has changed. */
export class Exposure {
  isRead = false;
  text = '';
  /** It may pass on all that another file exports. */
  hasStar = false;
  /** See {@link SurfacePart}; undefined where it is in doubt. */
  parts: readonly SurfacePart[] | undefined;
  /** Members of classes that are among what was found. */
  readonly members: ChangedMember[] = [];
  /** The parts that say a word. */
  #saying: ReadonlyMap<string, readonly SurfacePart[]> | undefined;
  readonly #passed = new Set<SurfacePart>();

  /**
   * @param inFile names of what has changed that only the file itself says
   * @param imported those that it imports
   * @param areApart whether members count by their own names; else by that of their class
   */
  constructor(
    private readonly inFile: ReadonlySet<string>,
    private readonly imported: ReadonlySet<string>,
    private readonly areApart: boolean,
  ) {}

  /** @param parts undefined where it is in doubt what others see of the file */
  read(text: string, parts: readonly SurfacePart[] | undefined): void {
    this.isRead = true;
    this.text = text;
    this.parts = parts;
    this.hasStar = parts === undefined || parts.some(({ isStar }) => isStar === true);
    this.#saying = parts && sayingIn(parts.filter(({ isLoad }) => isLoad !== true));
  }

  /**
   * The names that the file declares in statements which say one of these, and in those that say such a name.
   * `whole`: any file that imports it may see that; `all`: any file may.
   */
  expose(names: ReadonlySet<string>): ReadonlySet<string> | 'whole' | 'all' {
    if (this.#saying === undefined) return 'whole';
    const found = new Set<string>();
    let isWhole = false;
    // What is added meanwhile is asked, too.
    const asked = names.union(this.inFile).union(this.imported);
    for (const word of asked) {
      for (const part of this.#saying.get(word) ?? []) {
        const isItself = part.isImport === true && this.imported.has(word);
        if (isItself || this.#passed.has(part)) continue;
        this.#passed.add(part);
        if (part.scope === 'all') return 'all';
        isWhole ||= part.names === undefined;
        const { names: own = [], member } = part;
        if (member !== undefined && this.areApart)
          for (const name of own) this.members.push({ ...member, name });
        for (const name of member === undefined || this.areApart ? own : [member.owner]) {
          if (!UNSAID_NAMES.has(name)) asked.add(name);
          if (part.scope !== 'file') found.add(name);
        }
      }
    }
    return isWhole ? 'whole' : found;
  }
}

function sayingIn(parts: readonly SurfacePart[]): Map<string, SurfacePart[]> {
  const saying = new Map<string, SurfacePart[]>();
  for (const part of parts) {
    const words = new Set((part.basis ?? part.text).match(NAMES_IN_TEXT));
    for (const word of part.isPassed === true ? words : words.difference(UNSAID_NAMES))
      saying.getOrInsertComputed(word, () => []).push(part);
  }
  return saying;
}
