import { statfsSync, statSync } from 'node:fs';
import { readTextFile, SETTINGS_BYTES } from '../../support/read-file.ts';

/**
 * File systems that are written only through this kernel, by their magic numbers (statfs(2)): ext,
 * XFS, Btrfs, tmpfs, overlay, F2FS, ZFS, bcachefs. Files that another machine, a host or a program
 * serves (NFS, SMB, 9p, FUSE, virtiofs) change without an event.
 */
const LOCAL: ReadonlySet<number> = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x1021994, 0x794c7630, 0xf2f52010, 0x2fc12fc1, 0xca451a4e,
]);

export function isOnLocalDisk(path: string): boolean {
  try {
    return LOCAL.has(statfsSync(path).type >>> 0);
  } catch {
    return false;
  }
}

/** The file system of the path; undefined where the path does not exist. */
export function deviceOf(path: string): number | undefined {
  try {
    return statSync(path).dev;
  } catch {
    return undefined;
  }
}

const MAX_WATCHES = '/proc/sys/fs/inotify/max_user_watches';
/** All programs of a user share the watches: editors and build tools need some, too. */
const SHARE = 0.5;

/** How many folders this process may watch; 0 where the limit cannot be read. */
export function watchesAllowed(): number {
  const file = readTextFile(MAX_WATCHES, SETTINGS_BYTES);
  return file.kind === 'text' ? Math.floor(Number(file.text) * SHARE) || 0 : 0;
}
