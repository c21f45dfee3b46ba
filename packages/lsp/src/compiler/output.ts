import type { Diagnostic } from '../types.ts';

/** A finding whose file is named by its absolute path, which may lie anywhere. */
export interface Finding extends Omit<Diagnostic, 'file'> {
  readonly path: string;
}

/** What its columns count, where that is something else than UTF-16 code units: `columns.ts` needs the text on disk to know better. */
export interface PrintedFinding extends Finding {
  readonly columns?: ColumnUnit;
  /** A byte order mark is a part of the first line's columns. */
  readonly countsMark?: boolean;
}

export type ColumnUnit = 'units' | 'scalars' | 'bytes';

/** What a compiler has said once it has ended. */
export interface CompilerReport {
  /** Each once, in the order in which they came. */
  readonly findings: readonly PrintedFinding[];
  /** Why it cannot call a file clean that it found nothing in: it did not look at all of them. */
  readonly failure: string | undefined;
  /** Whether a file, absolute and real, is none of those that it looks at; where it says. */
  readonly leavesOut?: ((path: string) => boolean) | undefined;
}

/** Reads what one run prints. */
export interface CompilerOutput {
  /** One line of stdout. */
  line(text: string): void;
  /**
   * Nothing more will come.
   *
   * @param code of its exit
   * @param stderr its last lines, oldest first
   */
  conclude(code: number, stderr: readonly string[]): CompilerReport;
}
