import type { Position, Range } from '../../../backend/model.ts';
import { isObject } from '../../../support/json.ts';

/** A `TextSpan` of tsserver as a range of LSP. Undefined if it is none. */
export function readSpan(span: unknown): Range | undefined {
  if (!isObject(span)) return undefined;
  const start = readLocation(span['start']);
  const end = readLocation(span['end']);
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** Locations of tsserver are 1-based. */
function readLocation(location: unknown): Position | undefined {
  if (!isObject(location)) return undefined;
  const { line, offset } = location;
  return typeof line === 'number' && typeof offset === 'number'
    ? { line: line - 1, character: offset - 1 }
    : undefined;
}
