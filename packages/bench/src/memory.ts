import { execFileSync } from 'node:child_process';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly bytes: number;
}

/** Processes at one moment, with their resident sizes. Shared pages count in each process that has them. */
export class ProcessTable {
  readonly #processes: readonly Process[];

  /** @param listing lines of `PID PARENT KIB` */
  constructor(listing: string) {
    this.#processes = [...listing.matchAll(/^\s*(\d+)\s+(\d+)\s+(\d+)\s*$/gm)].map(
      ([, pid, parent, kib]) => ({
        pid: Number(pid),
        parent: Number(parent),
        bytes: Number(kib) * 1024,
      }),
    );
  }

  static now(): ProcessTable {
    return new ProcessTable(execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' }));
  }

  /** Resident bytes of one process, without its children; 0 if there is none. */
  residentOf(pid: number): number {
    return this.#processes.find((process) => process.pid === pid)?.bytes ?? 0;
  }

  /** Resident bytes of a process and all that it has started. */
  residentOfTree(pid: number): number {
    const children = this.#processes.filter((process) => process.parent === pid);
    return children.reduce((sum, child) => sum + this.residentOfTree(child.pid), this.residentOf(pid));
  }
}
