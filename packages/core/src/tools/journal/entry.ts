import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Change } from '../change.js';
import type { Names } from '../stage.js';

/**
 * One file's part of a change, with all that is needed to take it back. Paths are absolute and real;
 * those of a note that is read are not, before `isAdmitted` says so.
 */
const step = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('write'),
    path: z.string(),
    /** Holds the new bytes until they are exchanged. */
    temp: z.string(),
    /** Holds the original from then on; absent for a file that is created. */
    kept: z.string().exactOptional(),
    /** SHA-256 of the new bytes. */
    digest: z.string().regex(/^[0-9a-f]{64}$/),
    folders: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('rename'),
    path: z.string(),
    from: z.string(),
    inode: z.string().regex(/^\d+$/),
    folders: z.array(z.string()),
  }),
  z.object({ kind: z.literal('remove'), path: z.string(), kept: z.string() }),
]);

/** A change of several files that a process has begun. */
export const entrySchema = z.object({
  version: z.literal(1),
  owner: z.object({ host: z.string(), pid: z.int().positive(), began: z.string().optional() }),
  /** The workspace; real. */
  root: z.string(),
  at: z.iso.datetime(),
  steps: z.array(step).min(1),
});

export type JournalEntry = z.infer<typeof entrySchema>;
export type Step = z.infer<typeof step>;

/** @param folders that do not exist yet, the deepest first */
export function stepOf(change: Change, { temp, kept }: Names, folders: string[]): Step {
  const path = change.path.real;
  switch (change.kind) {
    case 'write':
      return {
        kind: 'write',
        path,
        temp,
        digest: digestOf(change.bytes),
        folders,
        ...(change.before !== undefined && { kept }),
      };
    case 'rename':
      return {
        kind: 'rename',
        path,
        from: change.from.path.real,
        inode: String(change.from.stat.ino),
        folders,
      };
    case 'remove':
      return { kind: 'remove', path, kept };
  }
}

export function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
