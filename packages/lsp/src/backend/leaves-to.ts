import type { Diagnostic } from '../types.ts';
import type { Search } from './program/search.ts';

/**
 * That a tool says less where the project runs another one itself, which is its judge (ADR 0045).
 */
export interface LeavesTo {
  /** The id of that other server, and of its checker. */
  readonly judge: string;
  /** What it says all the same, since the judge does not, or not so soon. */
  keeps(finding: Pick<Diagnostic, 'code' | 'message' | 'severity'>): boolean;
  /** The project runs this tool, too: then both judge. Reads small files and never throws. */
  judgesToo(folder: string, search: Search): boolean;
}
