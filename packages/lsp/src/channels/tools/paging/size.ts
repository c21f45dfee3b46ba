/** The header of an object or a list, and the slot of each value. Bytes. */
const HEADER = 32;
const SLOT = 8;

/**
 * The approximate memory of a JSON value, bytes. A shared value counts at each occurrence. Stops
 * counting past `limit`.
 */
export function bytesOf(value: unknown, limit: number): number {
  let bytes = 0;
  const pending = [value];
  while (pending.length > 0 && bytes <= limit) {
    const next = pending.pop();
    if (typeof next === 'string') bytes += HEADER + next.length;
    if (typeof next !== 'object' || next === null) continue;
    const values: unknown[] = Object.values(next);
    bytes += HEADER + SLOT * values.length;
    for (const held of values) if (typeof held === 'object' || typeof held === 'string') pending.push(held);
  }
  return bytes;
}
