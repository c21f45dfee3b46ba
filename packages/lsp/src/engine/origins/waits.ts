import type { ServerDefinition } from '../../backend/definition.ts';

/** A part of the time that the check has taken; and at least this many ms. */
const COLD = { part: 0.15, least: 50 } as const;

/**
 * How long a result may be held back for origins after a first touch, ms.
 *
 * @param took how long the check has taken, ms
 */
export function coldWait({ barrier }: Pick<ServerDefinition, 'barrier'>, took: number): number {
  return Math.max(COLD.least, barrier?.first ?? 0, COLD.part * took);
}

/**
 * The same for the question what stood before the first change, as such a part: its answer only tells an
 * earlier change's findings from older ones.
 */
export const START = { part: 1, least: 300 } as const;
