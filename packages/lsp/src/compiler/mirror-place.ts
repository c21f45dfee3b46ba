import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, parse, relative } from 'node:path';
import { realPath } from '../registry/files.ts';

/** Mirrors of workspaces that nobody has judged for so long, ms, are cleared away: the workspace may be gone. */
const KEPT = 30 * 24 * 60 * 60 * 1000;

/** What the folder of one process is called. */
const NAME = /^(\d+)@[\w.-]*$/;

/** Below its folder the paths of the disk are repeated, so that what is relative to something outside of the workspace holds, too. */
export class MirrorPlace {
  /** Absolute, as far as it is there real: compilers print real paths. */
  readonly folder: string;
  readonly #files: string;

  /**
   * @param home for this workspace and this project: of all processes
   * @param own tells this process from others that are alive, on this machine and those that share its disk
   */
  constructor(
    home: string,
    private readonly own: ProcessName,
  ) {
    this.folder = join(realPart(home), nameOf(own));
    this.#files = join(this.folder, 'files');
  }

  /** Where the copy of a file or folder is; absolute. */
  copyOf(path: string): string {
    const { root } = parse(path);
    return join(this.#files, root.replace(/[^A-Za-z]/g, ''), relative(root, path));
  }

  /**
   * A text of a compiler that ran in `root`, with the paths of the originals.
   *
   * @param root absolute, real
   */
  original(text: string, root: string): string {
    const top = slashed(this.copyOf(parse(root).root));
    const seen = slashed(relative(root, this.copyOf(parse(root).root)));
    const real = `${slashed(parse(root).root)}/`;
    // The relative one first: it may end as the absolute one does.
    return text.replaceAll(`${seen}/`, real).replaceAll(`${top}/`, real);
  }

  /**
   * Makes it this process's own. Two of them never share one, so that their runs do not get in each other's way; what one that has ended
   * left behind is taken over, since a first build is slow. Rejects where it cannot be written.
   */
  async claim(): Promise<void> {
    // Nobody else may read the copies, whoever may read the originals.
    await mkdir(dirname(this.folder), { recursive: true, mode: 0o700 });
    const names = await readdir(dirname(this.folder));
    const left = names.filter((name) => isLeft(name, this.own));
    // A junction is never relative, and would lead to where it was made.
    if (process.platform !== 'win32' && !names.includes(nameOf(this.own))) for (const name of left) if (await takenOver(join(dirname(this.folder), name), this.folder)) break;
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

/** Of all homes but one those that hold nothing but mirrors, none of which was brought up to date lately. */
async function clear(homes: string, own: string): Promise<void> {
  for (const home of await namesIn(homes)) {
    const folder = join(homes, home);
    const mirrors = folder === own ? [] : await namesIn(folder);
    if (mirrors.length === 0 || !mirrors.every((name) => NAME.test(name))) continue;
    const used = await Promise.all(mirrors.map((name) => changedAt(join(folder, name))));
    if (Math.max(...used) < Date.now() - KEPT) await rm(folder, { recursive: true, force: true });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch(() => []);
}

/** Its notes are written anew each time it is brought up to date. ms since 1970; now where nobody can tell. */
async function changedAt(shadowWorkspace: string): Promise<number> {
  return await stat(shadowWorkspace).then(({ mtimeMs }) => mtimeMs, () => Date.now());
}

/** By one of those who try at the same time. */
async function takenOver(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch {
    return false;
  }
}

function realPart(path: string): string {
  const real = realPath(path);
  if (real !== path || dirname(path) === path) return real;
  return join(realPart(dirname(path)), path.slice(dirname(path).length));
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/').replace(/\/$/, '');
}
