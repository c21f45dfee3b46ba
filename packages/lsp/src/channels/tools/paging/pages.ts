import { failed, type Failure, found, type Found } from '../../../engine/navigate/found.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { Snapshots } from './snapshots.ts';
import { sha256Hex, type State } from './state.ts';

/** How often a list is computed again because the workspace has changed meanwhile. */
const MAX_ATTEMPTS = 3;

export interface PageRequest<T> {
  /**
   * Covers the tool and everything that decides the list, except `pageSize` and `cursor`:
   * `requestKeyOf`.
   */
  readonly requestKey: string;
  /** As received; without one the first page is returned. */
  readonly cursor: string | null | undefined;
  /** At least 1. */
  readonly pageSize: number;
  readonly state: State;
  /** The whole list: JSON values, sorted, without duplicates. */
  readonly whole: () => Promise<Found<readonly T[]>>;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** How many items the whole list has. */
  readonly total: number;
}

/**
 * `cursor-invalid`: not one of ours, or of another request. `cursor-stale`: the workspace has
 * changed since. `cursor-expired`: its list is no longer kept. `snapshot-too-large`: the list has
 * further pages, but is too large to be kept for them.
 */
export interface PagingFailure {
  readonly kind: 'failed';
  readonly why: 'cursor-invalid' | 'cursor-stale' | 'cursor-expired' | 'snapshot-too-large';
  readonly message: string;
}

export type Paged<T> = { readonly kind: 'found'; readonly value: Page<T> } | PagingFailure | Failure;

/**
 * Lists in pages (gateway-contract 3.5, 3.6). All pages of a list come from one computation. A
 * cursor is valid until something changes that the list depends on.
 */
export class Pages {
  constructor(private readonly snapshots = new Snapshots()) {}

  page<T>(request: PageRequest<T>): Promise<Paged<T>> {
    return request.cursor === null || request.cursor === undefined
      ? this.#first(request)
      : this.#further(request, request.cursor);
  }

  /** A list that fits on one page needs no check of the workspace state. */
  async #first<T>({ requestKey, pageSize, state, whole }: PageRequest<T>): Promise<Paged<T>> {
    let before = await state.known();
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const list = await whole();
      if (list.kind === 'failed') return list;
      if (list.value.length <= pageSize)
        return found({ items: list.value, nextCursor: null, total: list.value.length });
      const after = await state.computed();
      if (after.kind === 'failed') return after;
      if (after.value === before)
        return this.#begin(requestKey, snapshotKeyOf(requestKey, before), list.value, pageSize);
      // The list may describe the state before the change, the state after it, or a mixture.
      before = after.value;
    }
    return failed(
      'timed-out',
      'the workspace keeps changing while its answer is computed; ask again when it has come to rest',
    );
  }

  #begin<T>(requestKey: string, snapshotKey: string, list: readonly T[], pageSize: number): Paged<T> {
    if (this.snapshots.retain(requestKey, snapshotKey, list))
      return found(cut(list, { offset: 0, requestKey, snapshotKey }, pageSize));
    return failure(
      'snapshot-too-large',
      `the list has ${list.length} entries and is too large to be kept for its further pages; ask for ` +
        'something narrower',
    );
  }

  async #further<T>({ requestKey, pageSize, state }: PageRequest<T>, text: string): Promise<Paged<T>> {
    const cursor = decodeCursor(text);
    if (cursor?.requestKey !== requestKey)
      return failure(
        'cursor-invalid',
        'this cursor was not given for this question; begin again without one',
      );
    const now = await state.look();
    if (now.kind === 'failed') return now;
    const snapshotKey = snapshotKeyOf(requestKey, now.value);
    // The request key determines the type of the list.
    const list = this.snapshots.get(requestKey, snapshotKey) as readonly T[] | undefined;
    if (cursor.snapshotKey !== snapshotKey)
      return failure(
        'cursor-stale',
        'the workspace has changed since this cursor was given; begin again without one',
      );
    if (list === undefined)
      return failure(
        'cursor-expired',
        'the list behind this cursor is no longer kept; begin again without one',
      );
    if (cursor.offset >= list.length)
      return failure(
        'cursor-invalid',
        'this cursor lies behind the end of the list; begin again without one',
      );
    return found(cut(list, cursor, pageSize));
  }
}

/**
 * @param parts the tool's name, and each field of its input that decides the list, in canonical
 * spelling
 */
export function requestKeyOf(...parts: readonly (string | number | boolean)[]): string {
  return sha256Hex(['v1', ...parts].join('|'));
}

function snapshotKeyOf(requestKey: string, state: string): string {
  return sha256Hex(['v1', 'snapshot', requestKey, state].join('|'));
}

function cut<T>(
  list: readonly T[],
  cursor: { offset: number; requestKey: string; snapshotKey: string },
  pageSize: number,
): Page<T> {
  const end = cursor.offset + pageSize;
  return {
    items: list.slice(cursor.offset, end),
    nextCursor: end >= list.length ? null : encodeCursor({ ...cursor, offset: end }),
    total: list.length,
  };
}

function failure(why: PagingFailure['why'], message: string): PagingFailure {
  return { kind: 'failed', why, message };
}
