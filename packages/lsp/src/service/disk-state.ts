import { type BigIntStats, type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { type DiskStamp, MAX_FILE_BYTES, sameStamp } from '../paths.ts';

/** More than a stamp, where that would not do. */
export interface FileState extends DiskStamp {
  /** Of what it held; only where it was touched so shortly before that another write could leave the same times behind. */
  readonly digest: number | bigint | undefined;
}

export interface FolderState {
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly inode: bigint;
  /** It was touched so shortly before that another file may come or go without a trace. */
  readonly young: boolean;
}

export type Seen = { readonly kind: 'file'; readonly stat: BigIntStats } | { readonly kind: 'folder'; readonly stat: BigIntStats } | { readonly kind: 'nothing' };

/** How far apart two writes are at least that leave different times behind, ns: the kernel's clock ticks up to every 10 ms. */
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
    // A folder on the way is closed to us, or a symlink leads in a circle: then servers do not get there either.
  }
  return { kind: 'nothing' };
}

/** What we may not list is as good as empty. */
export function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

export function fileState(path: string, { mtimeNs, ctimeNs, size, ino }: BigIntStats): FileState {
  return { mtimeNs, ctimeNs, size, inode: ino, digest: isYoung(ctimeNs) ? digestOf(path, size) : undefined };
}

export function folderState({ mtimeNs, ctimeNs, ino }: BigIntStats): FolderState {
  return { mtimeNs, ctimeNs, inode: ino, young: isYoung(ctimeNs) };
}

/** What has become of a file: the same state as before where it was not touched since. Reads it only where its times leave a doubt. */
export function nextState(before: FileState, path: string, stat: BigIntStats): { readonly state: FileState; readonly isOther: boolean } {
  const { mtimeNs, ctimeNs, size, ino } = stat;
  if (!sameStamp(before, { mtimeNs, ctimeNs, size, inode: ino })) return { state: fileState(path, stat), isOther: true };
  if (before.digest === undefined) return { state: before, isOther: false };
  const state = fileState(path, stat);
  return { state, isOther: (state.digest ?? digestOf(path, size)) !== before.digest };
}

export function isSameFolder(a: FolderState, b: FolderState): boolean {
  return a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs && a.inode === b.inode;
}

/** Where both looks came in time to read it, what it held counts too. */
export function isSameFile(a: FileState | undefined, b: FileState | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return sameStamp(a, b) && (a.digest === undefined || b.digest === undefined || a.digest === b.digest);
}

function digestOf(path: string, size: bigint): number | bigint | undefined {
  if (size > MAX_FILE_BYTES) return undefined;
  try {
    return Bun.hash(readFileSync(path));
  } catch {
    return undefined;
  }
}

/** A time in the future is nobody's last tick: the clock was set back. */
function isYoung(ctimeNs: bigint): boolean {
  const age = BigInt(Date.now()) * 1_000_000n - ctimeNs;
  const grain = ctimeNs % SECOND === 0n ? 2n * SECOND : TICK;
  return age < grain && age > -grain;
}
