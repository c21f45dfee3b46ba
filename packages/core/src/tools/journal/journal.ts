import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Change } from '../change.js';
import type { Names } from '../stage.js';
import { type JournalEntry, type Step, stepOf } from './entry.js';
import { foldersForNotes } from './folders.js';
import { ownIdentity } from './process-identity.js';

/** The names that notes have. */
export const NOTE = /^[0-9a-f]{16}(?:\.done)?\.json$/;

/** How the name of a note ends whose change is written, and only has to be cleared up. */
export const COMPLETE = '.done.json';

/** The note of one change: what is to be taken back if this process is killed meanwhile (ADR 0031). */
export class Journal {
  private constructor(
    private file: string,
    private readonly flushed: Promise<unknown>,
  ) {}

  /**
   * Notes a change before anything of it is done. Undefined where that is not possible: the change
   * goes on without, since an edit never fails for want of a note.
   */
  static async begin(
    planned: readonly (readonly [Change, Names])[],
    workspaceRoot: string,
  ): Promise<Journal | undefined> {
    try {
      const root = await realpath(workspaceRoot);
      const steps: Step[] = [];
      const missing = new Map<string, string[]>();
      for (const [change, names] of planned) {
        const parent = dirname(change.path.real);
        const folders =
          change.kind === 'remove' ? [] : (missing.get(parent) ?? (await missingFolders(parent)));
        missing.set(parent, folders);
        steps.push(stepOf(change, names, folders));
      }
      const entry: JournalEntry = {
        version: 1,
        owner: ownIdentity(),
        root,
        at: new Date().toISOString(),
        steps,
      };
      for (const folder of foldersForNotes(root)) {
        const journal = await Journal.#note(folder, JSON.stringify(entry));
        if (journal !== undefined) return journal;
      }
    } catch {
      // As where nothing can be written.
    }
    return undefined;
  }

  static async #note(folder: string, text: string): Promise<Journal | undefined> {
    const file = join(folder, `${randomBytes(8).toString('hex')}.json`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const handle = await open(file, 'wx', 0o600);
      const noted = handle.writeFile(text);
      const flushed = noted
        .then(() => handle.sync())
        .catch(() => undefined)
        .then(() => handle.close())
        .catch(() => undefined);
      // A process that is killed leaves what it has written. Only a crash of the system needs the rest.
      await noted;
      return new Journal(file, flushed);
    } catch {
      await rm(file, { force: true }).catch(() => undefined);
      return undefined;
    }
  }

  /** Resolves once the note is on the disk. Never rejects. */
  async onDisk(): Promise<void> {
    await this.flushed;
  }

  /** All is exchanged: from now on, nothing is to be taken back. */
  async complete(): Promise<void> {
    await this.flushed;
    const done = this.file.replace(/\.json$/, COMPLETE);
    await rename(this.file, done)
      .then(() => (this.file = done))
      .catch(() => undefined);
  }

  /** Nothing of the change is left beside the files. */
  async end(): Promise<void> {
    await this.flushed;
    await rm(this.file, { force: true }).catch(() => undefined);
  }
}

async function missingFolders(folder: string): Promise<string[]> {
  const missing: string[] = [];
  for (let at = folder; !(await exists(at)); at = dirname(at)) missing.push(at);
  return missing;
}

export async function exists(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    () => false,
  );
}
