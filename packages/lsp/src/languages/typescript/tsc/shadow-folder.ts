import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { realPart, ShadowPaths } from '../../../backend/shadow/shadow-paths.ts';

/**
 * A shadow workspace that was not refreshed for this long, ms, is deleted: its workspace may be
 * gone.
 */
const KEPT = 30 * 24 * 60 * 60 * 1000;

/** The name of one process's folder. */
const NAME = /^(\d+)@[\w.-]*$/;

/** The shadow workspace of one process, which the next one takes over. */
export class ShadowFolder extends ShadowPaths {
  /**
   * @param home for this workspace and this project, shared by all processes
   * @param own tells this process from other live ones, on this machine and on those that share its
   * disk
   */
  constructor(
    home: string,
    private readonly own: ProcessName,
  ) {
    super(join(realPart(home), nameOf(own)));
  }

  /**
   * Makes the folder this process's own. Processes never share one, so that their runs do not
   * conflict. It takes over the folder of a process that has ended, because a first build is slow.
   * Rejects where the folder cannot be written.
   */
  async claim(): Promise<void> {
    // Only the owner may read the copies, whatever the permissions of the originals.
    await mkdir(dirname(this.folder), { recursive: true, mode: 0o700 });
    const names = await readdir(dirname(this.folder));
    const left = names.filter((name) => isLeft(name, this.own));
    // A junction is never relative: after a move it would lead to its old location.
    if (process.platform !== 'win32' && !names.includes(nameOf(this.own)))
      for (const name of left) if (await takenOver(join(dirname(this.folder), name), this.folder)) break;
    for (const name of left) await rm(join(dirname(this.folder), name), { recursive: true, force: true });
    await clear(dirname(dirname(this.folder)), dirname(this.folder));
  }
}

export interface ProcessName {
  readonly host: string;
  readonly pid: number;
}

function nameOf({ host, pid }: ProcessName): string {
  return `${pid}@${host.replace(/[^\w.-]/g, '_')}`;
}

function isLeft(name: string, own: ProcessName): boolean {
  const pid = Number(NAME.exec(name)?.[1]);
  return Number.isInteger(pid) && pid !== own.pid && name === nameOf({ ...own, pid }) && !isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Deletes other homes that hold only shadow workspaces, none of which was refreshed lately. */
async function clear(homes: string, own: string): Promise<void> {
  for (const home of await namesIn(homes)) {
    const folder = join(homes, home);
    const shadows = folder === own ? [] : await namesIn(folder);
    if (shadows.length === 0 || !shadows.every((name) => NAME.test(name))) continue;
    const used = await Promise.all(shadows.map((name) => changedAt(join(folder, name))));
    if (Math.max(...used) < Date.now() - KEPT) await rm(folder, { recursive: true, force: true });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch(() => []);
}

/**
 * When the folder was last refreshed, which writes its notes again. ms since 1970; the current time
 * where it is unknown.
 */
async function changedAt(shadowWorkspace: string): Promise<number> {
  return await stat(shadowWorkspace).then(
    ({ mtimeMs }) => mtimeMs,
    () => Date.now(),
  );
}

/** Only one of several concurrent processes succeeds. */
async function takenOver(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch {
    return false;
  }
}
