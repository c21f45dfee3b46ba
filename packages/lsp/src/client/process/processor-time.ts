import { readTextFile, SETTINGS_BYTES } from '../../support/read-file.ts';
import { treesOf } from './process-tree.ts';

/** USER_HZ, which is 100 wherever Linux runs. */
const MS_PER_TICK = 10;

/**
 * The processor time that a process and everything that it has started have taken so far, ms; undefined where
 * the system does not tell. On Linux only.
 */
export function processorTime(pid: number): number | undefined {
  const [tree = []] = treesOf([pid]);
  const times = tree.flatMap((each) => timeOf(each) ?? []);
  return times.length === 0 ? undefined : times.reduce((sum, time) => sum + time, 0);
}

function timeOf(pid: number): number | undefined {
  const stat = readTextFile(`/proc/${pid}/stat`, SETTINGS_BYTES);
  if (stat.kind !== 'text') return undefined;
  // "pid (name) state ppid ...": the name may contain spaces and parentheses. `utime` is the 14th field.
  const fields = stat.text.slice(stat.text.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(ticks) ? ticks * MS_PER_TICK : undefined;
}
