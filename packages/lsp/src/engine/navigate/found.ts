import type { Position } from '../../backend/model.ts';

/**
 * Result of a navigation request. No message names anything outside the workspace, or repeats what
 * a server wrote.
 */
export type Found<T> = { readonly kind: 'found'; readonly value: T } | Failure;

export interface Failure {
  readonly kind: 'failed';
  readonly why: FailureKind;
  /** For a person or a model: what is wrong, and what to do. */
  readonly message: string;
}

/**
 * `path-invalid`: not a path.
 * `outside`: outside the workspace.
 * `not-found`: no such file, no text, or no such position in it.
 * `no-server`: no server answers this kind of request for the file.
 * `too-many`: more results than are listed.
 * `timed-out`: no complete answer in time.
 * `superseded`: the file, or the servers to ask, changed meanwhile; `atVersion` asks again.
 * `failed`: the server answered with an error, or ended.
 */
export type FailureKind =
  | 'path-invalid'
  | 'outside'
  | 'not-found'
  | 'no-server'
  | 'too-many'
  | 'timed-out'
  | 'superseded'
  | 'cancelled'
  | 'failed';

/** A position in a file. The path is absolute, or relative to the workspace root. */
export interface TextDocumentPosition {
  readonly filePath: string;
  readonly position: Position;
  /**
   * The text of the position's line, if the position was found by that text. If the line now has
   * another text, the request fails with `superseded`.
   */
  readonly expectedLine?: string;
}

/** Sorted by path, then range; each item once. */
export interface Listing<T> {
  readonly items: readonly T[];
  /** How many results were outside the workspace. They are left out. */
  readonly outside: number;
  /**
   * How many were in other work trees of the repository than what was asked about: copies, which are left
   * out. Absent if there are none.
   */
  readonly elsewhere?: number;
  /** Of those outside, the packages that they are in, as far as they are known; a few. */
  readonly installed?: readonly string[];
  /**
   * Ids of servers that have ended before, and so could not be asked for more. Absent if there are
   * none.
   */
  readonly without?: readonly string[];
  /** Why files that may hold more were not searched. Absent if all were. */
  readonly partly?: readonly string[];
  /** Ids of servers that gave no answer: the list is a part. Absent if there are none. */
  readonly unanswered?: readonly string[];
  /** The same of servers that were not asked. */
  readonly unasked?: readonly string[];
  /** Servers that were not asked about everything, each with what they do not know of. */
  readonly unshown?: readonly string[];
}

export function found<T>(value: T): Found<T> {
  return { kind: 'found', value };
}

export function failed(why: FailureKind, message: string): Failure {
  return { kind: 'failed', why, message };
}

export const SUPERSEDED = failed(
  'superseded',
  'the workspace changed before the answer was complete; ask again',
);

/** Failures that end a search in several steps: no answer comes, or all has to be asked again. */
export const ENDS: readonly FailureKind[] = ['timed-out', 'cancelled', 'superseded'];
