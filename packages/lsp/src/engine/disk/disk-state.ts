import { type BigIntStats, statSync } from 'node:fs';
import { type DiskStamp, MAX_FILE_BYTES, sameStamp } from '../../support/paths.ts';
import { readBytes } from '../../support/read-file.ts';

/** A stamp, with a digest where the stamp is not enough. */
export interface FileState extends DiskStamp {
  /**
   * Digest of the content. Present only if the file was touched so recently that another write
   * could leave the same times.
   */
  readonly digest: number | bigint | undefined;
}

export interface FolderState {
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly inode: bigint;
  /** Touched so recently that another file may be created or deleted without a trace. */
  readonly young: boolean;
}

export type Seen =
  | { readonly kind: 'file'; readonly stat: BigIntStats }
  | { readonly kind: 'folder'; readonly stat: BigIntStats }
  | { readonly kind: 'nothing' };

/**
 * Two writes at least this far apart leave different times, ns. The kernel's clock may tick only
 * every 10 ms.
 */
const TICK = 20_000_000n;

/** Some file systems count whole seconds, or pairs of them. */
const SECOND = 1_000_000_000n;

/** Symbolic links are followed. */
export function lookAt(path: string): Seen {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (stat?.isFile()) return { kind: 'file', stat };
    if (stat?.isDirectory()) return { kind: 'folder', stat };
  } catch {
    // A parent folder is not accessible, or symlinks form a cycle: servers cannot read it either.
  }
  return { kind: 'nothing' };
}

export function fileState(path: string, { mtimeNs, ctimeNs, size, ino }: BigIntStats): FileState {
  return { mtimeNs, ctimeNs, size, inode: ino, digest: isYoung(ctimeNs) ? digestOf(path, size) : undefined };
}

/** The state of a file now; undefined where there is none. */
export function stateOnDisk(path: string): FileState | undefined {
  const seen = lookAt(path);
  return seen.kind === 'file' ? fileState(path, seen.stat) : undefined;
}

export function folderState({ mtimeNs, ctimeNs, ino }: BigIntStats): FolderState {
  return { mtimeNs, ctimeNs, inode: ino, young: isYoung(ctimeNs) };
}

/**
 * The new state of a file; the same object as before if the file was not touched since. Reads the
 * file only if its times do not tell.
 */
export function nextState(
  before: FileState,
  path: string,
  stat: BigIntStats,
): { readonly state: FileState; readonly isOther: boolean } {
  const { mtimeNs, ctimeNs, size, ino } = stat;
  if (!sameStamp(before, { mtimeNs, ctimeNs, size, inode: ino }))
    return { state: fileState(path, stat), isOther: true };
  if (before.digest === undefined) return { state: before, isOther: false };
  const state = fileState(path, stat);
  return { state, isOther: (state.digest ?? digestOf(path, size)) !== before.digest };
}

export function isSameFolder(a: FolderState, b: FolderState): boolean {
  return a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs && a.inode === b.inode;
}

/** If both states have a digest, the digests must be equal, too. */
export function isSameFile(a: FileState | undefined, b: FileState | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return sameStamp(a, b) && (a.digest === undefined || b.digest === undefined || a.digest === b.digest);
}

function digestOf(path: string, size: bigint): number | bigint | undefined {
  if (size > MAX_FILE_BYTES) return undefined;
  const file = readBytes(path, MAX_FILE_BYTES);
  return file.kind === 'bytes' ? Bun.hash(file.bytes) : undefined;
}

/** A time in the future by more than the grain is not recent: the clock was set back. */
function isYoung(ctimeNs: bigint): boolean {
  const age = BigInt(Date.now()) * 1_000_000n - ctimeNs;
  const grain = ctimeNs % SECOND === 0n ? 2n * SECOND : TICK;
  return age < grain && age > -grain;
}
