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
  /** As it stands there. */
  shown(diagnostic: Diagnostic): string;
  /** What a hover in the file has to say about these errors of a server; undefined where nothing tells. */
  hover?(server: string, errors: readonly string[]): string;
}
