import { basename, isAbsolute } from 'node:path';
import { isObject, itemsOf } from '../../support/json.ts';
import type { Range } from '../model.ts';
import { sortedRanges } from './order.ts';
import { readLocation, type UriRange } from './read-locations.ts';
import { readRange } from './read-range.ts';
import { readKind } from './read-symbols.ts';

/** A caller or a callee, as a server names it. */
export interface CallItem extends UriRange {
  readonly name: string;
  readonly kind: number;
  /** The range of its name. */
  readonly selectionRange: Range;
  /** The item that the server expects back in requests about it. */
  readonly raw: unknown;
}

export type CallDirection = 'incoming' | 'outgoing';

export interface ReadCall {
  /** The caller of an incoming call, the callee of an outgoing one. */
  readonly item: CallItem;
  /** In the caller's file; sorted, each once. */
  readonly sites: readonly Range[];
}

/** From `CallHierarchyItem[] | null`, in the server's order. Malformed items are left out. */
export function readCallItems(result: unknown): CallItem[] {
  return itemsOf(result).flatMap((item) => readItem(item) ?? []);
}

/**
 * From `CallHierarchyIncomingCall[] | CallHierarchyOutgoingCall[] | null`, in the server's order.
 * Malformed items are left out.
 */
export function* readCalls(result: unknown, direction: CallDirection): Generator<ReadCall> {
  for (const call of itemsOf(result)) {
    if (!isObject(call)) continue;
    const item = readItem(call[direction === 'incoming' ? 'from' : 'to']);
    if (item !== undefined)
      yield {
        item,
        sites: sortedRanges(itemsOf(call['fromRanges']).flatMap((range) => readRange(range) ?? [])),
      };
  }
}

function readItem(raw: unknown): CallItem | undefined {
  if (!isObject(raw) || typeof raw['name'] !== 'string') return undefined;
  const kind = readKind(raw['kind']);
  const location = readLocation(raw);
  const selectionRange = readRange(raw['selectionRange']);
  if (kind === undefined || location === undefined || selectionRange === undefined) return undefined;
  return { name: nameOf(raw['name']), kind, ...location, selectionRange, raw };
}

/**
 * Quirk(TypeScript 7): the caller of code outside every function is the file, and the item's name
 * is the file's path.
 */
function nameOf(name: string): string {
  return isAbsolute(name) ? basename(name) : name;
}
