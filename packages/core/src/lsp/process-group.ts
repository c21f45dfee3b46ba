import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * An absolute path: Windows looks up a bare name in the current folder first, and that is the
 * workspace.
 */
const TASKKILL = join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'taskkill.exe');

const live = new Set<number>();

/**
 * The sidecar and its language servers are one process group, so that one signal ends them all,
 * even if the sidecar has ended or hangs (REQ-LIFE-050). A tracked group does not outlive an
 * orderly exit of this process.
 */
export function trackGroup(leader: number): void {
  if (live.size === 0) process.on('exit', killTrackedGroups);
  live.add(leader);
}

/** Kills the group at once and stops tracking it. Does nothing if it has ended already. */
export function killGroup(leader: number): void {
  if (!live.delete(leader)) return;
  if (live.size === 0) process.off('exit', killTrackedGroups);
  if (process.platform === 'win32') {
    spawnSync(TASKKILL, ['/pid', String(leader), '/t', '/f'], { windowsHide: true });
    return;
  }
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // ESRCH: no process is left. EPERM: the last ones are ending.
  }
}

/**
 * Synchronous, for a host that is about to end without time for {@link LspServiceClient.shutdown}.
 */
export function killTrackedGroups(): void {
  for (const leader of [...live]) killGroup(leader);
}
