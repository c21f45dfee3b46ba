import { mkdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import * as v from 'valibot';
import type { ShadowFolder } from './shadow-folder.ts';
import { isSource, ShadowScan, MOST_FILES, type ShadowContent, type ShadowSubject } from './shadow-scan.ts';

/**
 * The state that the last refresh has recorded, in one JSON file beside the copies. Without it, the
 * copies are unusable.
 */
const NOTES = v.object({ toolchain: v.string(), leftOut: v.array(v.string()), files: v.record(v.string(), v.string()), links: v.record(v.string(), v.string()) });

type Notes = v.InferOutput<typeof NOTES>;

const AT_A_TIME = 32;

/**
 * Copies of what a compiler reads, for a compiler that always writes output: it writes beside the
 * copies. Its output stays for the next run, unless a source is gone: nothing records which output
 * came from it.
 */
export class ShadowWorkspace {
  /** @param toolchain opaque: output of another toolchain is unusable */
  constructor(
    private readonly place: ShadowFolder,
    private readonly toolchain: string,
  ) {}

  /**
   * Brings the copies up to date. Never rejects.
   *
   * @param signal the caller has cancelled
   * @returns why the copies are not up to date
   */
  async refresh(subject: ShadowSubject, signal: AbortSignal): Promise<string | undefined> {
    try {
      const content = await new ShadowScan(subject, signal).content();
      if (content === undefined) return `the workspace, and what it links to, has more than ${MOST_FILES} files`;
      await this.place.claim();
      await this.#apply(content, subject, signal);
      return signal.aborted ? 'nobody waits for it any more' : undefined;
    } catch (error) {
      return `the workspace cannot be copied: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  async #apply({ files, links }: ShadowContent, { named, leftOut }: ShadowSubject, signal: AbortSignal): Promise<void> {
    const notes: Notes = { toolchain: this.toolchain, leftOut: [...leftOut], files: Object.fromEntries(files), links: Object.fromEntries(links) };
    const before = await this.#notes();
    const isNew = before === undefined || !goesOn(before, notes, named);
    // Deleted until the end: an interrupted refresh must not look like a finished one.
    await rm(this.#notesPath, { force: true });
    if (isNew) await rm(this.place.folder, { recursive: true, force: true });
    const known = isNew ? { files: {}, links: {} } : before;
    for (const [path, target] of Object.entries(known.links)) if (notes.links[path] !== target) await rm(this.place.copyOf(path), { force: true });
    await this.#each(changed(known.files, notes.files), signal, async (path) => {
      if (!(await this.#copy(path))) Reflect.deleteProperty(notes.files, path);
    });
    await this.#each(changed(known.links, notes.links), signal, (path) => this.#link(path, notes.links[path] ?? path));
    await this.#each(named, signal, (path) => this.#touch(path));
    if (!signal.aborted) await writeFile(this.#notesPath, JSON.stringify(notes));
  }

  get #notesPath(): string {
    return join(this.place.folder, 'notes.json');
  }

  async #notes(): Promise<Notes | undefined> {
    try {
      const parsed = v.safeParse(NOTES, JSON.parse(await readFile(this.#notesPath, 'utf8')));
      return parsed.success ? parsed.output : undefined;
    } catch {
      return undefined;
    }
  }

  async #each(paths: readonly string[], signal: AbortSignal, act: (path: string) => Promise<void>): Promise<void> {
    await mkdir(this.place.folder, { recursive: true });
    for (let next = 0; next < paths.length && !signal.aborted; next += AT_A_TIME) await Promise.all(paths.slice(next, next + AT_A_TIME).map(act));
  }

  /**
   * Copies the bytes without the mode: a read-only copy could not be written again. False where the
   * original cannot be read.
   */
  async #copy(path: string): Promise<boolean> {
    const bytes = await readFile(path).catch(() => undefined);
    const copy = this.place.copyOf(path);
    if (bytes === undefined) {
      await rm(copy, { force: true });
      return false;
    }
    await mkdir(dirname(copy), { recursive: true });
    await writeFile(copy, bytes);
    return true;
  }

  async #link(path: string, target: string): Promise<void> {
    const copy = this.place.copyOf(path);
    await mkdir(dirname(copy), { recursive: true });
    // Windows lets any user make junctions, but symbolic links need a privilege.
    if (process.platform === 'win32') await symlink(isSource(target) ? this.place.copyOf(target) : target, copy, 'junction');
    else await symlink(isSource(target) ? relative(dirname(copy), this.place.copyOf(target)) || '.' : target, copy);
  }

  /**
   * A build trusts its old output when the project's own files are older than it, and ignores other
   * files. A new time makes it check all files that the project imports.
   */
  async #touch(path: string): Promise<void> {
    const now = new Date();
    await utimes(this.place.copyOf(path), now, now).catch(() => undefined);
  }
}

/** @param named a change of one of these may change which files are written */
function goesOn(before: Notes, now: Notes, named: readonly string[]): boolean {
  if (before.toolchain !== now.toolchain || before.leftOut.join('\0') !== now.leftOut.join('\0')) return false;
  return Object.keys(before.files).every((path) => path in now.files) && named.every((path) => before.files[path] === now.files[path]);
}

function changed(before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): string[] {
  return Object.keys(now).filter((path) => before[path] !== now[path]);
}
