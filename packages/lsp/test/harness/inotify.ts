import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** How many folders and files a process has watched. */
export function watchedBy(pid: number): number {
  return queuesOf(pid)
    .map((fd) => readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'utf8').match(/^inotify wd/gm)?.length ?? 0)
    .reduce((sum, count) => sum + count, 0);
}

/** How many queues a process has open. */
export function inotifiesOf(pid: number): number {
  return queuesOf(pid).length;
}

function queuesOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).filter((fd) => leadsToInotify(`/proc/${pid}/fd/${fd}`));
}

function leadsToInotify(fd: string): boolean {
  try {
    return readlinkSync(fd).endsWith('inotify');
  } catch {
    // Closed meanwhile.
    return false;
  }
}
