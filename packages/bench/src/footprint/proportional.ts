import { readdirSync, readFileSync } from 'node:fs';

/**
 * The proportional size of processes with all that they have started, bytes: a page that several
 * processes share counts once. On Linux only.
 */
export function proportionalSize(pids: readonly number[]): number {
  const all = processes();
  const treeOf = (pid: number): number[] => [pid, ...all.filter(({ parent }) => parent === pid).flatMap((child) => treeOf(child.pid))];
  return [...new Set(pids.flatMap(treeOf))].reduce((sum, pid) => sum + sizeOf(pid), 0);
}

function processes(): { pid: number; parent: number }[] {
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid)) return [];
    // "pid (name) state ppid ...": the name may contain spaces and parentheses.
    const stat = read(`/proc/${pid}/stat`);
    return stat === undefined ? [] : [{ pid, parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }];
  });
}

function sizeOf(pid: number): number {
  return Number(/^Pss:\s*(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '')?.[1] ?? 0) * 1024;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
