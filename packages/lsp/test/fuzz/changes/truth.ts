import type { Diagnostic } from '../../../src/types.ts';

/** Errors by file, sorted; files without any are left out. */
export type Errors = Readonly<Record<string, readonly string[]>>;

/** What every server has to find in the tree that the disk holds. */
export interface Truth {
  /** Ids. */
  readonly servers: readonly string[];
  /** The server is asked about the file. */
  serves(server: string, file: string): boolean;
  /**
   * What these servers have to report.
   *
   * @param texts by file: all that the disk holds
   */
  errors(texts: ReadonlyMap<string, string>, servers: readonly string[]): Promise<Errors>;
  /** It tells this of trees that are not on disk, too. */
  readonly ofAnyTree: boolean;
  /** As it stands there; undefined where nothing tells whether it is true. */
  shown(diagnostic: Diagnostic): string | undefined;
  /** The server gives no verdict on such a text. */
  isRefused?(text: string): boolean;
  /** Outcomes of this server tell nothing: it is a linter. */
  isLinter?(server: string): boolean;
  /** What a hover in the file has to say of this server; undefined where nothing tells. */
  hover?(server: string, file: string, texts: ReadonlyMap<string, string>): string;
}
