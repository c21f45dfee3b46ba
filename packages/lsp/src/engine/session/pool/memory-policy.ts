/** A process tree of a server, of this service or of another one of the user. */
export interface ServerUse {
  /** Resident size, bytes. */
  readonly memory: number;
  /** Time since its last request, ms; 0 while one is in progress. */
  readonly unused: number;
}

export interface MemoryState<Own extends ServerUse> {
  /** Bytes. */
  readonly budget: number;
  readonly own: readonly Own[];
  readonly others: readonly ServerUse[];
  /** The machine waits for memory. */
  readonly isShort: boolean;
}

export type MemoryDecision<Own> =
  | { readonly kind: 'none' }
  /** It was used least recently, and together they take too much. */
  | { readonly kind: 'end'; readonly server: Own; readonly total: number }
  /** It takes too much alone. */
  | { readonly kind: 'restart'; readonly server: Own };

/** An agent's edits follow each other faster, ms. */
const QUIET = 2000;
/** Where the machine is short of memory, the servers may have little part in it, ms. */
const QUIET_WHERE_SHORT = 30_000;

/**
 * What to do about the memory of servers, one step at a time. Each service of the user decides the
 * same from the same figures, and acts on its own servers alone.
 */
export function decide<Own extends ServerUse>({
  budget,
  own,
  others,
  isShort,
}: MemoryState<Own>): MemoryDecision<Own> {
  const outgrown = own.find(({ memory, unused }) => memory > budget && unused >= QUIET);
  if (outgrown !== undefined) return { kind: 'restart', server: outgrown };
  // Ending other servers makes no room for one that takes too much alone.
  const fitting = [...own, ...others].filter(({ memory }) => memory <= budget);
  const total = fitting.reduce((sum, { memory }) => sum + memory, 0);
  if (total <= budget && !isShort) return { kind: 'none' };
  const quiet = total > budget ? QUIET : QUIET_WHERE_SHORT;
  const last = Math.max(...fitting.map(({ unused }) => unused));
  const server = own.find((each) => each.memory <= budget && each.unused === last);
  return server === undefined || last < quiet ? { kind: 'none' } : { kind: 'end', server, total };
}
