import type { Position } from '../navigation/model.ts';

/** What a navigation question came to. No message names anything outside the workspace, or repeats what a server said. */
export type Found<T> = { readonly kind: 'found'; readonly value: T } | Failure;

export interface Failure {
  readonly kind: 'failed';
  readonly why: FailureKind;
  /** For a person or a model: what is wrong, and what to do. */
  readonly message: string;
}

/**
 * `path-invalid`: no path at all. `outside`: of the workspace. `not-found`: no such file, no text, or no such position in it. `no-server`: nobody
 * answers this kind of question about the file. `too-many`: more than are listed. `timed-out`: no complete answer in time. `overtaken`: the file has
 * become another one before it could be asked about. `failed`: the server answered with an error, or ended.
 */
export type FailureKind = 'path-invalid' | 'outside' | 'not-found' | 'no-server' | 'too-many' | 'timed-out' | 'overtaken' | 'cancelled' | 'failed';

/** A position in a file: absolute, or relative to the workspace root. */
export interface TextDocumentPosition {
  readonly filePath: string;
  readonly position: Position;
  /** The text of its line, if the position was found by that: where another text stands there, the file has been overtaken. */
  readonly expectedLine?: string;
}

/** Sorted by path, then range; each one once. */
export interface Listing<T> {
  readonly items: readonly T[];
  /** How many answers lay outside the workspace, and so are none. */
  readonly outside: number;
  /** Ids of servers that have ended before, and so could not be asked for more. Missing where there are none. */
  readonly without?: readonly string[];
}

export function found<T>(value: T): Found<T> {
  return { kind: 'found', value };
}

export function failed(why: FailureKind, message: string): Failure {
  return { kind: 'failed', why, message };
}

export const OVERTAKEN = failed('overtaken', 'the file was changed before it could be asked about; ask again');
