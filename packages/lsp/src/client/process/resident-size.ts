import { readTextFile, SETTINGS_BYTES } from '../../support/read-file.ts';
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
  const status = readTextFile(`/proc/${pid}/status`, SETTINGS_BYTES);
  const [, kib] = status.kind === 'text' ? (/^VmRSS:\s*(\d+) kB$/m.exec(status.text) ?? []) : [];
  return kib === undefined ? undefined : Number(kib) * 1024;
}
