import type { Program } from '../../servers.js';

/** One file of the generated code: relative to the workspace, with `/`. */
export interface SourceFile {
  readonly file: string;
  readonly text: string;
}

/**
 * What the last line of a text says. Each has a number of its own, which the one error that it may
 * hold names.
 */
export interface Revision {
  readonly number: number;
  readonly isBroken: boolean;
}

/**
 * How one language writes the parts that a load works on. Part N uses others with lower numbers, so
 * that all of them are one program.
 */
export interface Language {
  readonly id: string;
  /** For people. */
  readonly title: string;
  /**
   * The id of the server that judges it, and how the version of its compiler begins, where one
   * server has several.
   */
  readonly server: { readonly id: string; readonly version?: string };
  /** What has to be on PATH. */
  readonly needs: readonly Program[];
  /** Added to the server's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** What makes it a project, and folders to be found in it, by their paths in the workspace. */
  readonly project: readonly SourceFile[];
  readonly packages: Readonly<Record<string, string>>;
  fileOf(part: number): string;
  /** The function that a part declares; nothing else in the workspace is called so. */
  functionOf(part: number): string;
  typeOf(part: number): string;
  /** All of a part but its last line, line breaks included. */
  bodyOf(part: number, uses: readonly number[]): string;
  /** The last line of a part; with it the text is clean, or holds one error in this line. */
  revisionLine(revision: Revision): string;
  /** A file beside a part, which is not used. */
  extra(part: number, revision: Revision): SourceFile;
}

/** An undeclared name, in a broken text. */
export function missing({ number }: Pick<Revision, 'number'>): string {
  return `missing_${number}`;
}

/** The numbers of the revisions whose errors a text tells of, without repetitions. */
export function revisionsIn(text: string): number[] {
  return [...new Set([...text.matchAll(/\bmissing_(\d+)/g)].map(([, number]) => Number(number)))];
}

/** A text for each of the parts that one uses. */
export function each(uses: readonly number[], of: (other: number) => string): string {
  return uses.map(of).join('');
}

export function valueOf(revision: Revision): string {
  return revision.isBroken ? missing(revision) : String(revision.number);
}
