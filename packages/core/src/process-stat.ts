import { readFileSync } from 'node:fs';

export interface ProcessStat {
  /** Perhaps its parent has not collected its exit code yet. */
  readonly isDead: boolean;
  /** The process id of its parent. */
  readonly parent: number;
  /** Clock ticks since the system started. */
  readonly began: string;
}

/** Undefined where there is no such process, and on systems without procfs. */
export function processStat(pid: number): ProcessStat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name in brackets, and may hold spaces and brackets.
    const [state = '', parent, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const began = fields[17];
    return began === undefined ? undefined : { isDead: state === 'Z' || state === 'X', parent: Number(parent), began };
  } catch {
    return undefined;
  }
}
