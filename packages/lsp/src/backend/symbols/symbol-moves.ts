import { sep } from 'node:path';
import type { TextChange } from '../fixes/text-changes.ts';
import type { NamePlace, TextRange } from './code.ts';

/** A definition at the top of a file. Offsets of its text. */
export interface TopDefinition extends TextRange {
  readonly name: string;
  /** LSP's SymbolKind. */
  readonly kind: number;
  /** The first line below its comment. */
  readonly definition: number;
}

/** A file, and its text without a byte order mark; undefined where it does not exist. */
export interface TextFile<T = string> {
  readonly path: string;
  readonly text: T;
}

/** A symbol that gets to another file. All paths are absolute. */
export interface SymbolMove {
  readonly name: string;
  readonly source: TextFile;
  readonly target: TextFile<string | undefined>;
  /** What moves, whole lines: its definitions, in the order of the text. */
  readonly parts: readonly TopDefinition[];
  /** What takes them out of the source. */
  readonly removal: readonly TextChange[];
  /** The other definitions at the top of the source, and those of the target. */
  readonly others: readonly TopDefinition[];
  readonly targetDefinitions: readonly TopDefinition[];
  /** Where else the name stands for the symbol, by the server: offsets by file. */
  readonly references: ReadonlyMap<string, readonly number[]>;
  /** Files that may import the source, by their texts. */
  readonly importers: readonly string[];
  /** The source passes the symbol on. */
  readonly reexport: boolean;
  /** Of a file on disk, without a byte order mark. */
  readonly textOf: (path: string) => string | undefined;
  /** Whether a specifier in a file means another file; it may be one too many. */
  readonly leadsTo: (from: string, specifier: string, path: string) => boolean;
  /** Whether what a name stands for is defined within these ranges of its own file, by the server. */
  readonly isDefinedIn: (path: string, offset: number, ranges: readonly TextRange[]) => Promise<boolean>;
  readonly root: string;
  readonly isFile: (path: string) => boolean;
  readonly isFolder: (path: string) => boolean;
}

export interface MovedSymbol {
  readonly files: readonly {
    readonly path: string;
    /** Undefined for a file that is created. */
    readonly former: string | undefined;
    readonly changes: readonly TextChange[];
  }[];
  /** What may become another thing though nothing fails: sentences without their ends. */
  readonly cautions?: readonly string[];
}

/** How a language moves a definition to another file. */
export interface SymbolMoves {
  /** Why such a definition cannot move, if so: a sentence without its end. */
  whyNot?(move: Pick<SymbolMove, 'name' | 'source' | 'target' | 'parts'>): string | undefined;
  /** Whether a symbol of a text is defined there: some servers list imports, too. */
  readonly isDefined?: (text: string) => (definition: TopDefinition) => boolean;
  /** Further definitions that belong to it: `impl` of a type. */
  readonly belongs?: (definition: TopDefinition & { readonly label: string }, name: string) => boolean;
  /** A text: why it cannot be done, a sentence without its end. */
  move(move: SymbolMove): Promise<MovedSymbol | string>;
}

/** An offset of a file. */
export interface FilePlace {
  readonly path: string;
  readonly offset: number;
}

/** `src/user.ts:2` */
export function shownPlace({ root, textOf }: SymbolMove, { path, offset }: FilePlace): string {
  const line = (textOf(path) ?? '').slice(0, offset).split('\n').length;
  return `${
    path.startsWith(root + sep)
      ? path
          .slice(root.length + 1)
          .split(sep)
          .join('/')
      : path
  }:${line}`;
}

/** Why a symbol does not move: what stands there would lose it. */
export function whyNotFollowed(move: SymbolMove, place: FilePlace): string {
  return `${shownPlace(move, place)} cannot follow; \`reexport\` lets its file pass \`${move.name}\` on`;
}

/** Of how many places of a name the server is asked. */
const MOST_ASKED = 5;

/** Whether all of these names are defined within these ranges: parameters, variables. */
export async function areDefinedIn(
  move: SymbolMove,
  path: string,
  places: readonly NamePlace[],
  ranges: readonly TextRange[],
): Promise<boolean> {
  const answers = await Promise.all(
    places.slice(0, MOST_ASKED).map(({ start }) => move.isDefinedIn(path, start, ranges)),
  );
  return answers.every(Boolean);
}
