import { readPosition } from '../../client/documents/read-position.ts';
import { isObject } from '../../support/json.ts';
import type { Range } from '../model.ts';
import { comparePositions } from './order.ts';

/** Undefined if this is no range, or a range that ends before it starts. */
export function readRange(value: unknown): Range | undefined {
  if (!isObject(value)) return undefined;
  const start = readPosition(value['start']);
  const end = readPosition(value['end']);
  return start === undefined || end === undefined || comparePositions(start, end) > 0
    ? undefined
    : { start, end };
}
