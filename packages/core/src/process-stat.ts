import { readTextFile, SETTINGS_BYTES } from './support/read-file.js';

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
  const stat = readTextFile(`/proc/${pid}/stat`, SETTINGS_BYTES);
  if (stat.kind !== 'text') return undefined;
  // The second field is the program's name in brackets, and may hold spaces and brackets.
  const [state = '', parent, ...fields] = stat.text.slice(stat.text.lastIndexOf(')') + 2).split(' ');
  const began = fields[17];
  return began === undefined
    ? undefined
    : { isDead: state === 'Z' || state === 'X', parent: Number(parent), began };
}
