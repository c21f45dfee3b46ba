import { readFileSync } from 'node:fs';
import { treesOf } from './process-tree.ts';

/**
 * The resident size of each of these processes with everything that it has started, bytes, in the
 * given order. Undefined where the system does not give it. Memory shared by several processes
 * counts for each. On Linux only.
 */
export function residentSizes(pids: readonly number[]): (number | undefined)[] {
  return treesOf(pids).map((tree) => {
    const sizes = tree.flatMap((pid) => residentSize(pid) ?? []);
    return sizes.length === 0 ? undefined : sizes.reduce((sum, size) => sum + size, 0);
  });
}

/** Of one process, bytes; undefined where the system does not give it. */
export function residentSize(pid: number): number | undefined {
  try {
    const [, kib] = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    return kib === undefined ? undefined : Number(kib) * 1024;
  } catch {
    return undefined;
  }
}
