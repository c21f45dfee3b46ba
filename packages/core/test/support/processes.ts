import { execFileSync } from 'node:child_process';

/** The living processes of a group. */
export function groupMembers(group: number): number[] {
  return processes().flatMap(({ pid, pgid }) => (pgid === group ? [pid] : []));
}

export function isRunning(pid: number): boolean {
  return processes().some((process) => process.pid === pid);
}

/** All of the machine, without those that are dead and not yet reaped. */
function processes(): { pid: number; pgid: number }[] {
  return execFileSync('ps', ['-A', '-o', 'pgid=,pid=,stat='], { encoding: 'utf8' })
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , state]) => state !== undefined && !state.startsWith('Z'))
    .map(([pgid, pid]) => ({ pid: Number(pid), pgid: Number(pgid) }));
}
