import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn } from '../../lsp/private-folder.js';
import { readBytesSoon, SOURCE_BYTES } from '../../support/read-file.js';
import { isInside } from '../workspace-path.js';
import { isAdmitted } from './admission.js';
import { digestOf, type JournalEntry, entrySchema, type Step } from './entry.js';
import { foldersWithNotes, isOutside } from './folders.js';
import { COMPLETE, exists, NOTE } from './journal.js';
import { isGone } from './process-identity.js';

/** Bytes. Hundreds of files need some 100 KiB. */
const MAX_NOTE = 16 * 1024 * 1024;

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

/** A note that names what no change of ours could have touched. It is followed in no point. */
export interface Refused {
  /** Absolute. */
  readonly note: string;
}

export interface Notes {
  /** The latest first. */
  readonly interrupted: readonly Interrupted[];
  readonly refused: readonly Refused[];
}

/** Interrupted changes of this workspace, the latest first. Never rejects. */
export async function interruptedIn(workspaceRoot: string): Promise<readonly Interrupted[]> {
  return (await notesIn(workspaceRoot)).interrupted;
}

/** All notes of changes in this workspace, or in a folder of it, whose process was killed. Never rejects. */
export async function notesIn(workspaceRoot: string): Promise<Notes> {
  const interrupted: Interrupted[] = [];
  const refused: Refused[] = [];
  const names = foldersWithNotes().flatMap((folder) =>
    namesIn(folder)
      .filter((name) => NOTE.test(name))
      .map((name) => ({ folder, name })),
  );
  const root = names.length === 0 ? undefined : await realpath(workspaceRoot).catch(() => undefined);
  if (root === undefined) return { interrupted, refused };
  for (const { folder, name } of names) {
    const note = join(folder, name);
    const entry: JournalEntry | undefined = isOutside(root, folder) ? await readEntry(note) : undefined;
    if (entry === undefined || !(entry.root === root || isInside(root, entry.root))) continue;
    if (!(await areAdmitted(root, entry.steps))) {
      refused.push({ note });
      continue;
    }
    const steps = await Promise.all(
      entry.steps.map(async (step) => ({ step, progress: await progressOf(step) })),
    );
    interrupted.push({
      note,
      at: entry.at,
      isComplete: name.endsWith(COMPLETE) || steps.every(({ progress }) => progress !== 'not made'),
      steps,
    });
  }
  interrupted.sort((a, b) => (a.at < b.at ? 1 : -1));
  return { interrupted, refused };
}

async function areAdmitted(root: string, steps: readonly Step[]): Promise<boolean> {
  for (const step of steps) if (!(await isAdmitted(root, step))) return false;
  return true;
}

/**
 * Undefined where its process still runs, or was killed before it had written it: before the change.
 * So also what is no note of ours: a link, a device, another user's file.
 */
async function readEntry(note: string): Promise<JournalEntry | undefined> {
  try {
    const stats = await lstat(note);
    const own = process.getuid?.();
    if (!stats.isFile() || (own !== undefined && stats.uid !== own)) return undefined;
    const file = await readBytesSoon(note, MAX_NOTE);
    const parsed = entrySchema.safeParse(
      file.kind === 'bytes' ? JSON.parse(file.bytes.toString('utf8')) : undefined,
    );
    return parsed.success && isGone(parsed.data.owner, Date.now() - stats.mtimeMs) ? parsed.data : undefined;
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
      const inode = await lstat(step.path, { bigint: true }).then(
        ({ ino }) => String(ino),
        () => undefined,
      );
      const isThere = await exists(step.from);
      // Something else has taken the former name: that file must not be replaced.
      if (inode === step.inode) return isThere ? 'changed' : 'made';
      return isThere || inode === undefined ? 'not made' : 'changed';
    }
    case 'remove': {
      if (!(await exists(step.kept))) return 'not made';
      return (await exists(step.path)) ? 'changed' : 'made';
    }
  }
}

async function digestAt(path: string): Promise<string | undefined> {
  // The bytes behind a link are none of ours to compare.
  if ((await lstat(path).catch(() => undefined))?.isFile() !== true) return undefined;
  const file = await readBytesSoon(path, SOURCE_BYTES);
  return file.kind === 'bytes' ? digestOf(file.bytes) : undefined;
}
