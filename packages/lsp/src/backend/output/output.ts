import type { Diagnostic } from '../../types.ts';
import type { SuggestedFix } from '../fixes/source.ts';

/** A finding with the absolute path of its file, which may lie outside of the workspace. */
export interface Finding extends Omit<Diagnostic, 'file'> {
  readonly path: string;
}

/**
 * The unit of the columns, where it is not UTF-16 code units: `columns.ts` converts them with the
 * text on disk.
 */
export interface PrintedFinding extends Finding {
  readonly columns?: ColumnUnit;
  /** The first line's columns include a byte order mark. */
  readonly countsMark?: boolean;
}

export type ColumnUnit = 'units' | 'scalars' | 'bytes';

/** A change that the compiler itself suggests for one of its findings. */
export interface PrintedFix extends SuggestedFix {
  readonly finding: Finding;
}

/** The result of a compiler that has ended. */
export interface CompilerReport {
  /** Without duplicates, in order of arrival. */
  readonly findings: readonly PrintedFinding[];
  /** Why a file without findings does not count as clean: the compiler did not check all files. */
  readonly failure: string | undefined;
  /**
   * Whether the compiler does not check a file (absolute and real); present where the compiler
   * reports that.
   */
  readonly excludes?: ((path: string) => boolean) | undefined;
  readonly fixes?: readonly PrintedFix[] | undefined;
}

/** Reads the output of one run. */
export interface CompilerOutput {
  /** One line of stdout. */
  line(text: string): void;
  /**
   * The run has ended.
   *
   * @param code the exit code
   * @param stderr its last lines, oldest first
   */
  conclude(code: number, stderr: readonly string[]): CompilerReport;
}
