import { readFileSync } from 'node:fs';

/** How often we look whether the host still lives, ms. The end of stdin usually says so first. */
const INTERVAL = 250;

/** Whether there is such a process. One that has died and that nobody has asked for its exit code yet is none. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Others' processes are there as well.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return process.platform !== 'linux' || !isZombie(pid);
}

function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The state follows the name, which stands in parentheses and may hold some itself.
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return true;
  }
}

/**
 * Watches the process that we work for, which may die without a word while somebody else holds our stdin open.
 *
 * @param hostPid undefined: the process that has started us. When that dies, another one adopts us, whatever becomes of its process id
 * @returns resolves when it has died; does not keep the process running
 */
export function hostDeath(hostPid: number | undefined): Promise<void> {
  const parent = process.ppid;
  const isGone = hostPid === undefined ? () => process.ppid !== parent : () => !isRunning(hostPid);
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!isGone()) return;
      clearInterval(timer);
      resolve();
    }, INTERVAL);
    timer.unref();
  });
}
