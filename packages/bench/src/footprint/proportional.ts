import { readdirSync, readFileSync } from 'node:fs';

export interface Sizes {
  /** Proportional, bytes: a page that several processes share counts once. */
  readonly now: number;
  /** The most that each process has had resident, all together, bytes. */
  readonly peak: number;
}

/** Of these processes with all that they have started. On Linux only. */
export function sizesOf(pids: readonly number[]): Sizes {
  const all = processes();
  const treeOf = (pid: number): number[] => [
    pid,
    ...all.filter(({ parent }) => parent === pid).flatMap((child) => treeOf(child.pid)),
  ];
  const tree = [...new Set(pids.flatMap(treeOf))];
  const sum = (file: string, field: string): number =>
    tree.reduce((total, pid) => total + kibIn(`/proc/${pid}/${file}`, field) * 1024, 0);
  return { now: sum('smaps_rollup', 'Pss'), peak: sum('status', 'VmHWM') };
}

function processes(): { pid: number; parent: number }[] {
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid)) return [];
    // "pid (name) state ppid ...": the name may contain spaces and parentheses.
    const stat = read(`/proc/${pid}/stat`);
    return stat === undefined
      ? []
      : [{ pid, parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }];
  });
}

function kibIn(file: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s*(\\d+) kB$`, 'm').exec(read(file) ?? '')?.[1] ?? 0);
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
