/**
 * How long a result may be held back for origins after a first touch, as a part of the time that
 * the check has taken; and at least this many ms.
 */
export const COLD = { part: 0.15, least: 50 } as const;

/**
 * The same for the question what stood before the first change: its answer only tells an earlier
 * change's findings from older ones.
 */
export const START = { part: 1, least: 300 } as const;
