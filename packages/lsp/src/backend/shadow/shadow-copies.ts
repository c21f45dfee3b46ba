import { type BigIntStats, constants } from 'node:fs';
import { chmod, copyFile, mkdir, rm, rmdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { stampOf, statsOf, type ShadowContent } from './shadow-scan.ts';

export interface ShadowCopiesOptions {
  /** Absolute. */
  readonly copyOf: (path: string) => string;
  /** A link with this target leads to the copy of it. */
  readonly leadsToCopy: (target: string) => boolean;
  /**
   * How old a copy is. `new`: as of now, whatever the time of its original. `modified`: as old as its
   * original. `touched`: as old as the last change of its original, by its content or its name.
   */
  readonly times?: Times;
  /** What an earlier process has copied. */
  readonly before?: {
    readonly files: Readonly<Record<string, string>>;
    readonly links: Readonly<Record<string, string>>;
  };
}

export type Times = 'new' | 'modified' | 'touched';

const AT_A_TIME = 32;

/**
 * Copies of files, by their stamps. No copy is the same file on disk as its original: what writes to
 * a copy never writes to the original.
 */
export class ShadowCopies {
  /** What was copied, as in {@link ShadowContent}. */
  readonly files: Map<string, string>;
  readonly links: Map<string, string>;
  times: Times;

  constructor(private readonly options: ShadowCopiesOptions) {
    this.files = new Map(Object.entries(options.before?.files ?? {}));
    this.links = new Map(Object.entries(options.before?.links ?? {}));
    this.times = options.times ?? 'new';
  }

  /**
   * Brings the copies up to date, unless `signal` aborts. Leaves out what cannot be read. Rejects
   * where the copies cannot be written.
   *
   * @param texts of files that differ from the originals
   */
  async update(
    { files, links }: ShadowContent,
    signal: AbortSignal,
    texts: ReadonlyMap<string, string> = new Map(),
  ): Promise<void> {
    await this.#remove(this.links, links);
    await this.#remove(this.files, files);
    await each(changed(this.files, files), signal, async ([path, stamp]) => {
      this.files.delete(path);
      const text = texts.get(path);
      if (text === undefined ? await this.#copy(path, stamp) : await this.#write(path, text))
        this.files.set(path, stamp);
    });
    await each(changed(this.links, links), signal, async ([path, target]) => {
      await this.#link(path, target);
      this.links.set(path, target);
    });
  }

  async #remove(there: Map<string, string>, wanted: ReadonlyMap<string, string>): Promise<void> {
    for (const path of there.keys()) {
      const isLink = there === this.links;
      if (isLink ? wanted.get(path) === there.get(path) : wanted.has(path)) continue;
      there.delete(path);
      await rm(this.options.copyOf(path), { recursive: true, force: true });
      for (
        let folder = dirname(path);
        (await statsOf(folder)) === undefined && (await isRemoved(this.options.copyOf(folder)));
      )
        folder = dirname(folder);
    }
  }

  async #copy(path: string, stamp: string): Promise<boolean> {
    const copy = await this.#place(path);
    try {
      await copyFile(path, copy, constants.COPYFILE_FICLONE);
    } catch (error) {
      if ((await statsOf(path)) === undefined || isDenied(error)) return false;
      throw error;
    }
    const time = this.times === 'new' ? now() : timeOf(await statsOf(path), stamp, this.times);
    await utimes(copy, time, time);
    return true;
  }

  async #write(path: string, text: string): Promise<boolean> {
    const copy = await this.#place(path);
    await writeFile(copy, text);
    const stats = await statsOf(path);
    // It may be a script that a build runs.
    if (stats !== undefined && (stats.mode & 0o111n) !== 0n)
      await chmod(copy, Number(stats.mode & 0o777n) | 0o600);
    return true;
  }

  async #link(path: string, target: string): Promise<void> {
    const { copyOf, leadsToCopy } = this.options;
    const copy = await this.#place(path);
    const there = leadsToCopy(target) ? copyOf(target) : target;
    // Windows lets any user make junctions, but symbolic links need a privilege.
    if (process.platform === 'win32') await symlink(there, copy, 'junction');
    else await symlink(there === target ? target : relative(dirname(copy), there) || '.', copy);
  }

  /** Where the copy goes; nothing is there. An old copy may be read-only, or another kind of entry. */
  async #place(path: string): Promise<string> {
    const copy = this.options.copyOf(path);
    await rm(copy, { recursive: true, force: true });
    await mkdir(dirname(copy), { recursive: true });
    return copy;
  }
}

function now(): number {
  return Date.now() / 1000;
}

/** A file that changed after its stamp was taken is new. */
function timeOf(stats: BigIntStats | undefined, stamp: string, times: 'modified' | 'touched'): number {
  if (stats === undefined || stampOf(stats) !== stamp) return now();
  const { mtimeNs, ctimeNs } = stats;
  return Number(times === 'touched' && ctimeNs > mtimeNs ? ctimeNs : mtimeNs) / 1e9;
}

function changed(
  there: ReadonlyMap<string, string>,
  wanted: ReadonlyMap<string, string>,
): [path: string, value: string][] {
  return [...wanted].filter(([path, value]) => there.get(path) !== value);
}

async function each<T>(
  all: readonly T[],
  signal: AbortSignal,
  act: (one: T) => Promise<void>,
): Promise<void> {
  for (let next = 0; next < all.length && !signal.aborted; next += AT_A_TIME)
    await Promise.all(all.slice(next, next + AT_A_TIME).map(act));
}

/** False where the folder is not empty. */
async function isRemoved(folder: string): Promise<boolean> {
  return await rmdir(folder).then(
    () => true,
    () => false,
  );
}

function isDenied(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');
}
