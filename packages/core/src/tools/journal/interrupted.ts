import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readBytesSoon, SOURCE_BYTES } from '../../support/read-file.js';
import { isInside } from '../workspace-path.js';
import { digestOf, type Entry, entrySchema, type Step } from './entry.js';
import { COMPLETE, exists, journalFolder } from './journal.js';
import { isGone } from './process-identity.js';

/**
 * How far a step got. `changed`: it was made, and the file has been changed by something else since.
 */
export type Progress = 'not made' | 'made' | 'changed';

/** A change of several files whose process was killed in the middle. */
export interface Interrupted {
  /** The note itself: absolute. */
  readonly note: string;
  /** ISO 8601. */
  readonly at: string;
  /** It had been written by then. */
  readonly isComplete: boolean;
  readonly steps: readonly { readonly step: Step; readonly progress: Progress }[];
}

/** Interrupted changes whose files are all in this workspace, the latest first. Never rejects. */
export async function interruptedIn(workspaceRoot: string): Promise<Interrupted[]> {
  const names = await readdir(journalFolder()).catch(() => []);
  if (names.length === 0) return [];
  const root = await realpath(workspaceRoot).catch(() => undefined);
  if (root === undefined) return [];
  const found: Interrupted[] = [];
  for (const name of names) {
    const note = join(journalFolder(), name);
    const entry = await readEntry(note);
    if (entry?.steps.every(({ path }) => isInside(root, path)) !== true) continue;
    const steps = await Promise.all(entry.steps.map(async (step) => ({ step, progress: await progressOf(step) })));
    found.push({ note, at: entry.at, isComplete: name.endsWith(COMPLETE) || steps.every(({ progress }) => progress !== 'not made'), steps });
  }
  return found.sort((a, b) => (a.at < b.at ? 1 : -1));
}

/** Undefined where its process still runs, or was killed before it had written it: before the change. */
async function readEntry(note: string): Promise<Entry | undefined> {
  try {
    const { mtimeMs } = await stat(note);
    const file = await readBytesSoon(note, SOURCE_BYTES);
    const parsed = entrySchema.safeParse(file.kind === 'bytes' ? JSON.parse(file.bytes.toString('utf8')) : undefined);
    return parsed.success && isGone(parsed.data.owner, Date.now() - mtimeMs) ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

async function progressOf(step: Step): Promise<Progress> {
  switch (step.kind) {
    case 'write': {
      if (await exists(step.temp)) return 'not made';
      if ((await digestAt(step.path)) === step.digest) return 'made';
      return step.kept !== undefined && (await exists(step.kept)) ? 'changed' : 'not made';
    }
    case 'rename': {
      const inode = await lstat(step.path, { bigint: true }).then(({ ino }) => String(ino), () => undefined);
      if (inode === step.inode) return 'made';
      return (await exists(step.from)) || inode === undefined ? 'not made' : 'changed';
    }
    case 'remove': {
      if (!(await exists(step.kept))) return 'not made';
      return (await exists(step.path)) ? 'changed' : 'made';
    }
  }
}

async function digestAt(path: string): Promise<string | undefined> {
  const file = await readBytesSoon(path, SOURCE_BYTES);
  return file.kind === 'bytes' ? digestOf(file.bytes) : undefined;
}
