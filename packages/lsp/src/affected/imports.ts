import type { TimeSlices } from './time-slices.ts';

/** What one file says about others. */
export interface Imports {
  /** As they are spelled; relative ones too. */
  readonly specifiers: Set<string>;
  /** Modules whose content this file adds to, or makes up: `declare module "x"`; {@link EVERYWHERE} for names that need no import. */
  readonly declares: Set<string>;
}

export const EVERYWHERE = '*';

/** How the files of a language say what they import: read by their text, in comments and strings too. One edge too many is better than one too few. */
export interface ImportReader {
  /** Words after which a specifier may stand. */
  readonly introducers: readonly string[];
  /**
   * Adds what the introducer between `start` and `end` introduces, if that is what it does.
   *
   * @param path of the file that holds the text
   */
  read(text: string, start: number, end: number, into: Imports, path: string): void;
  /** Whether what the file declares is known everywhere, without an import. */
  isGlobal?(text: string, path: string): boolean;
}

/** How specifiers and paths meet: a file depends on each whose names hold one of the keys of its specifiers. Names of files that do not exist (yet, or any more) are as good. */
export interface ModuleResolver {
  /**
   * Reads the settings that decide what a specifier means, as far as they have changed.
   *
   * @param folders those that hold files of the language, absolute
   * @returns whether keys may be others than before
   */
  refresh(folders: Iterable<string>, timeSlices: TimeSlices): Promise<boolean>;
  /** @param from absolute path of the file that says `specifier` */
  keys(from: string, specifier: string): Iterable<string>;
  /** @param path absolute */
  names(path: string): Iterable<Name>;
}

/** A key that means this file: to everybody, or only to importers in the folder `inside`. */
export type Name = string | { readonly key: string; readonly inside: string };
