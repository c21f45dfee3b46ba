import type { ChangeLog } from '../changes/change-log.ts';

/**
 * Integers that grow when what servers could answer has changed. They are the same after every
 * start of an unchanged workspace (gateway-contract 3.6.2).
 */
export interface WorkspaceVersion {
  /** The roots are given once, at the start. */
  readonly roots: number;
  /** Some file holds another text. */
  readonly text: number;
  /** Some file came or went. */
  readonly fs: number;
}

export function versionOf({ lastText, lastFiles }: ChangeLog): WorkspaceVersion {
  return { roots: 0, text: lastText, fs: lastFiles };
}
