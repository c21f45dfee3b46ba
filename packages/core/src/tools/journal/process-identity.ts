import { hostname } from 'node:os';
import { processStat } from '../../process-stat.js';

/** One process, told apart from a later one with the same pid where the system shows when it began. */
export interface ProcessIdentity {
  readonly host: string;
  readonly pid: number;
  /** Linux: clock ticks since the system started. */
  readonly began?: string | undefined;
}

/** ms. Of a process of another machine, or of another container, nothing else can be told. */
const LONGEST = 3_600_000;

export function ownIdentity(): ProcessIdentity {
  const { pid } = process;
  return { host: hostname(), pid, began: processStat(pid)?.began };
}

/** @param ageMs how long ago it was last heard of */
export function isGone({ host, pid, began }: ProcessIdentity, ageMs: number): boolean {
  if (host !== hostname()) return ageMs > LONGEST;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, as another user.
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
  const now = processStat(pid);
  return now !== undefined && (now.isDead || (began !== undefined && now.began !== began));
}
