import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Change } from '../change.js';
import type { Names } from '../stage.js';
import { type Entry, type Step, stepOf } from './entry.js';
import { ownIdentity } from './process-identity.js';

/**
 * Where changes are noted that have begun. In the user's own folder: what a workspace brings along
 * must not say what is written in it.
 */
export function journalFolder(): string {
  return join(homedir(), '.llxprt', 'unfinished');
}

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
  static async begin(planned: readonly (readonly [Change, Names])[]): Promise<Journal | undefined> {
    const folder = journalFolder();
    const file = join(folder, `${randomBytes(8).toString('hex')}.json`);
    try {
      const steps: Step[] = [];
      const missing = new Map<string, string[]>();
      for (const [change, names] of planned) {
        const parent = dirname(change.path.real);
        const folders = change.kind === 'remove' ? [] : (missing.get(parent) ?? (await missingFolders(parent)));
        missing.set(parent, folders);
        steps.push(stepOf(change, names, folders));
      }
      const entry: Entry = { version: 1, owner: ownIdentity(), at: new Date().toISOString(), steps };
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const handle = await open(file, 'wx', 0o600);
      const noted = handle.writeFile(JSON.stringify(entry));
      const flushed = noted.then(() => handle.sync()).catch(() => undefined).then(() => handle.close()).catch(() => undefined);
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
    await rename(this.file, done).then(() => (this.file = done)).catch(() => undefined);
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
