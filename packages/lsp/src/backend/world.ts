import type { AdmittedPath } from '../support/paths.ts';
import type { Diagnostic } from '../types.ts';
import type { Search } from './program/search.ts';

/**
 * A part of what a server has to know to judge a file (packages apart: packages.ts), and that is not
 * there: a configuration that is extended, what a generator makes, how a compiler is called.
 */
export interface WorldHole {
  /** The file that shows it, absolute. */
  readonly file: string;
  /** What is missing, in words that go on after the name of the file: `extends "a", which is not there`. */
  readonly what: string;
  /** The command that mends it, to be run in the folder of the file. Absent where none is known. */
  readonly command?: string;
}

/**
 * Whether a name of the workspace may stand in a command: a shell, or who reads it, takes nothing in it for
 * more than a name.
 */
export const isPlainWord = (name: string): boolean => /^(?!-)[\w./@:+-]+$/.test(name);

export interface HoleWithFindings extends WorldHole {
  /** What would not be found without the hole. No change to the source would end these. */
  readonly findings: readonly Diagnostic[];
}

export interface Look {
  readonly search: Search;
  /** The files of the workspace with these endings. */
  readonly filesOf: (endings: readonly string[]) => readonly string[];
  /** Of the file that was judged, as it was judged. */
  text(): string;
}

/** What the servers of a language have to know beside the text of a file. */
export interface WorldTraits {
  /**
   * The holes around a file. In doubt, a finding is an error in the file. Only stats and reads
   * small files.
   *
   * @param findings without those that packages explain
   */
  holes(file: AdmittedPath, findings: readonly Diagnostic[], look: Look): readonly HoleWithFindings[];
  /**
   * For a compiler that judges nothing of a project: the hole that is why.
   *
   * @param output why it failed, and the last lines of its stderr
   * @param root of its project, absolute
   */
  holeOfProject?(output: string, root: string): WorldHole | undefined;
}
