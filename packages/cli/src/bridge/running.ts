import { processStat } from '@vybestack/llxprt-lsp-core';

/** How often to look whether the host still runs, ms. The end of stdin usually comes first. */
const INTERVAL = 250;

/**
 * Whether there is such a process. A zombie (dead, but its exit code is not collected yet) does not
 * count.
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists, and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return process.platform !== 'linux' || processStat(pid)?.isDead === false;
}

/**
 * Watches the host. It may die while another process holds stdin open, so stdin does not end.
 *
 * @param hostPid undefined: the parent process. When that dies, this process gets another parent,
 * even if the old process id is reused
 * @returns resolves when the host has died; does not keep the process running
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
