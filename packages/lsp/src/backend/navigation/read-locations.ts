import { isObject } from '../../support/json.ts';
import type { Range } from '../model.ts';
import { readRange } from './read-range.ts';

/** A range in a document, as a server names it. */
export interface UriRange {
  readonly uri: string;
  readonly range: Range;
}

/**
 * From `Location | Location[] | LocationLink[] | null`, in the server's order. Malformed items are
 * left out.
 */
export function* readLocations(result: unknown): Generator<UriRange> {
  const items: readonly unknown[] = Array.isArray(result) ? result : [result];
  for (const item of items) {
    const location = readLocation(item) ?? readLink(item);
    if (location !== undefined) yield location;
  }
}

/** From a `Location`. */
export function readLocation(item: unknown): UriRange | undefined {
  return isObject(item) ? toUriRange(item['uri'], item['range']) : undefined;
}

/** The range of the target's name, not of the whole target. */
function readLink(item: unknown): UriRange | undefined {
  return isObject(item) ? toUriRange(item['targetUri'], item['targetSelectionRange']) : undefined;
}

function toUriRange(uri: unknown, value: unknown): UriRange | undefined {
  const range = readRange(value);
  return typeof uri === 'string' && range !== undefined ? { uri, range } : undefined;
}
