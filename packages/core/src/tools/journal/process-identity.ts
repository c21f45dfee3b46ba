import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

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
  return { host: hostname(), pid, began: stateOf(pid)?.began };
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
  const now = stateOf(pid);
  return now !== undefined && (now.isDead || (began !== undefined && now.began !== began));
}

/** Undefined on systems without procfs. A process that its parent has not waited for is dead, too. */
function stateOf(pid: number): { readonly isDead: boolean; readonly began: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets, and may hold spaces and brackets.
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const began = fields[18];
    return began === undefined ? undefined : { isDead: state === 'Z' || state === 'X', began };
  } catch {
    return undefined;
  }
}
