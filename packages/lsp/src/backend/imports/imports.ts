import type { TimeSlices } from '../../support/time-slices.ts';
import type { ListingOf } from './folders.ts';
import type { Keywords } from './keywords.ts';
import type { MovedImports, MovedPaths } from './moved-imports.ts';

/** What one file imports and declares. */
export interface Imports {
  /**
   * How much may still be read twice, UTF-16 code units: a text that costs more has imports that
   * nobody wrote, and is not read any further.
   */
  left: number;
  /** As they are spelled, including relative ones. */
  readonly specifiers: Set<string>;
  /**
   * Modules that this file extends or defines: `declare module "x"`; {@link EVERYWHERE} for names
   * that need no import.
   */
  readonly declares: Set<string>;
  /** It takes more of some module than names that it says. */
  takesMore: boolean;
  /** It is judged by types whatever settings say. */
  asksForTypes: boolean;
}

export const EVERYWHERE = '*';

/** A specifier that is longer than any path names no file, UTF-16 code units. */
export const LONGEST_SPECIFIER = 1024;

/** Adds the import that the introducer between `start` and `end` begins, if it begins one. */
export type VisitIntroducer = (start: number, end: number) => void;

/**
 * Finds the imports of a language in the text, in comments and strings too. One edge too many is
 * better than one too few.
 */
export interface ImportReader {
  /** Words that may precede a specifier. */
  readonly introducers: readonly string[];
  /**
   * Begins a text. The words of `introducers` are visited in its order.
   *
   * @param path of the file that holds the text
   */
  open(text: string, into: Imports, path: string): VisitIntroducer;
  /** Whether what the file declares is visible everywhere, without an import. */
  isGlobal?(text: string, path: string): boolean;
}

/**
 * Matches specifiers with paths: a file depends on each file whose names include a key of one of
 * its specifiers. This works for files that do not exist yet, or any more.
 */
export interface ModuleResolver {
  /**
   * Rereads changed settings that decide what a specifier means.
   *
   * @param folders those that hold files of the language, absolute; the same object as last time means the
   * same folders
   * @returns what may differ from before, where no file has come or gone: the names alone, or the keys, too
   */
  refresh(folders: ReadonlySet<string>, timeSlices: TimeSlices): Promise<'keys' | 'names' | undefined>;
  /** @param from absolute path of the file that contains `specifier` */
  keys(from: string, specifier: string): Iterable<string>;
  /** @param path absolute */
  names(path: string): Iterable<Name>;
  /**
   * Whether the settings of a project name this file, so that it is judged though no other file imports it.
   * Absent: they may name any.
   */
  mayHold?(path: string): boolean;
  /** The same of any file below the folder. */
  mayHoldBelow?(folder: string): boolean;
  /**
   * Of a file whose types hardly count: files that see what is global in it are judged by them, as of the
   * last `refresh`.
   *
   * @param asking files that ask to be judged by types
   */
  isJudgedByTypes?(path: string, asking: Iterable<string>): boolean;
  /** Specifiers of modules that a file takes all of without naming them: what makes something of its tags. */
  implied?(from: string): readonly string[];
  /** Settings of a project, whatever their name, as of the last `refresh`: they may alter any finding. */
  isSetting?(path: string): boolean;
}

/** A statement at the top of a file, as far as other files can see it. */
export interface SurfacePart {
  readonly text: string;
  /** As much of it as what it declares depends on. Default: all. */
  readonly basis?: string;
  /**
   * What others, and the other statements of the file, have to say to use what it declares; undefined where
   * that is in doubt, as of one that runs.
   */
  readonly names: readonly string[] | undefined;
  /**
   * Who sees what it declares: files that import this one, its own other statements alone, or all files.
   * Default: `importers`.
   */
  readonly scope?: 'importers' | 'file' | 'all';
  /** It passes on all that another file exports, and must not do so for one name twice. */
  readonly isStar?: boolean;
  /** It loads a module, and passes on nothing of it. */
  readonly isLoad?: boolean;
  /** It lists names, whatever stands behind them. */
  readonly isPassed?: boolean;
  /**
   * It declares members of a class, which others use by these names, behind a dot: then who does not say them
   * cannot tell. Typed: a class with several bases may not have another one of the name.
   */
  readonly member?: { readonly owner: string; readonly isTyped: boolean };
  /** Of a class, what it derives from; of an alias or an import, what it may be another name of. */
  readonly bases?: readonly string[];
  /** Other classes fit it by the names of their members alone. */
  readonly isStructural?: boolean;
  /** It uses members of what it is given, whatever that is; and what it gives depends on them. */
  readonly takesAny?: boolean;
  /** It imports its names: of what they mean nothing but the names is the file's own. */
  readonly isImport?: boolean;
}

/** What one file takes from another one. */
export interface Taken {
  /** For names that the other one exports, how they are said here. What has no name there is `default`. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** Any other name is said here as it is there. */
  readonly isAny: boolean;
  /** Words that stand for all of it as a value or a type. */
  readonly all: readonly string[];
  /** It exports the same names, but for `default`. */
  readonly isStar: boolean;
}

/** As one text. */
export const surfaceText = (parts: readonly SurfacePart[]): string =>
  parts.map(({ text }) => text).join('\n');

/**
 * How files of a language name each other. A server with this cannot find the affected files of a
 * change itself, so they are found by their text.
 */
export interface ImportLanguage {
  readonly reader: ImportReader;
  /** Endings of files that are parts of others, and that no server is asked about. Lower case. */
  readonly parts?: readonly string[];
  readonly keywords: Keywords;
  /**
   * The verdict of any file of the language may depend on this one: the configuration of compilers,
   * and what is installed.
   *
   * @param path absolute
   */
  affectsAll(path: string): boolean;
  /**
   * No change reaches a file that does not import what has changed, directly or not, unless what is changed
   * or depends on it is visible everywhere ({@link ImportReader.isGlobal}): a compiler sees nothing else.
   */
  readonly reachesImporters?: true;
  /**
   * Hardly a file that sees what is global in this one is judged by its types: only those that say its names,
   * unless settings say otherwise ({@link ModuleResolver.isJudgedByTypes}).
   */
  isUntyped?(path: string): boolean;
  /**
   * `mark`: a word of each file with parts that are structural. `fitsLibrary`: whether what a library has of
   * these may take a class of this text for that member. `declares`: whether a class of this text may have
   * that member.
   */
  readonly structural?: {
    readonly mark: string;
    fitsLibrary(member: string, text: string): boolean;
    declares(member: string, text: string): boolean;
    /** Whether a text may have parts with `takesAny`. */
    mayTakeAny(text: string): boolean;
  };
  /**
   * What other files can see of a text: two texts of which this is equal are the same to all of them. Absent:
   * everything.
   *
   * @param path absolute
   * @returns in parts, which need not be as they stand in the text; undefined where it is in doubt what
   * others see, as of a text with a syntax error
   */
  surface?(text: string, path: string): readonly SurfacePart[] | undefined;
  /**
   * What a file takes from another one; `whole`: all of it as a value or a type, and not by the names in it.
   * In doubt, it does. Absent where a file can say names of a module that another one has imported.
   *
   * @param text of the file
   * @param specifiers in the file that may mean the other one
   */
  takenFrom?(text: string, specifiers: readonly string[]): Taken | 'whole';
  /**
   * Where there is no `takenFrom`: whether a file takes all of another one as a value. In doubt, it does.
   *
   * @param text of the file
   * @param path of the other one, which it imports
   */
  takesWhole?(text: string, path: string): boolean;
  /**
   * Where there is no `takenFrom`: whether a file may take this name, which another one has imported, from
   * that one. In doubt, it may.
   *
   * @param specifiers in the file that may mean the other one
   */
  takesImported?(text: string, name: string, specifiers: readonly string[]): boolean;
  /** Rewrites imports where a file has moved and no server does. */
  readonly moved?: MovedImports;
  /** Rewrites paths in texts, whoever rewrites imports. */
  readonly movedPaths?: MovedPaths;
  /**
   * What a changed line declares, or alters of a declaration around it, where that is not the first name in
   * it. A file that uses any of it says its name.
   *
   * @param headers the lines that enclose it by indentation, innermost first
   */
  readonly declaredNames?: (line: string, headers: readonly string[]) => readonly string[];
  /** Matches a line that encloses no other, however it is indented, and declares nothing: a directive. */
  readonly apart?: RegExp;
  /** What an import at this offset, or a use of what it imports, has of which module by this name. */
  importedAt?(text: string, offset: number, name: string): ImportedName | undefined;
  /** Matches a line that is all comment. */
  readonly comment: RegExp;
  /**
   * @param root of the workspace, absolute, real
   * @param exists whether the graph holds this file
   */
  resolver(root: string, exists: (path: string) => boolean, listingOf: ListingOf): ModuleResolver;
}

/** A name that another module exports. */
export interface ImportedName {
  readonly specifier: string;
  /** The import stands here. */
  readonly start: number;
  readonly end: number;
}

/** A key that means this file: for all importers, or only for those in the folder `inside`. */
export type Name = string | { readonly key: string; readonly inside: string };
