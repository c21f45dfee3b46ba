import type { LineFinding } from './edits.js';

/**
 * One way of asking a language server what is wrong. Both ways have a process and a workspace of
 * their own.
 */
export interface Side {
  /** Real path of its workspace. */
  readonly workspace: string;
  /** The errors of one file, which says `text` on disk as well, and said `before`. */
  check(file: Source, before?: string): Promise<LineFinding[]>;
  /** The same for all files of one patch, in their order. */
  checkAll(files: readonly Source[]): Promise<LineFinding[][]>;
  close(): Promise<void>;
}

export interface Source {
  /** Relative to the workspace, with `/`. */
  readonly file: string;
  readonly text: string;
}
