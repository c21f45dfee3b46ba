import { closeSync, constants, openSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { sep } from 'node:path';
import { readOpen, SOURCE_BYTES } from './read-file.ts';

/**
 * A file inside the workspace, absolute, with every symlink resolved. Only service/workspace.ts
 * makes them, so code that takes one may rely on the boundary check (REQ-BOUNDARY-010).
 */
export type AdmittedPath = string & { readonly [admitted]: true };
declare const admitted: unique symbol;

export function toUri(path: string): string {
  return Bun.pathToFileURL(path).href;
}

/**
 * Undefined for anything that is no local file. Servers escape URIs in different ways, so compare
 * paths, never URIs.
 */
export function toPath(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    return Bun.fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

/** Segment-safe: `/workspace2` is not below `/workspace` (REQ-PATH-010). */
export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Larger files are generated or data; no server is asked about them. Bytes. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024;

/**
 * The bytes of an admitted file. Throws where there is none, and where links that were created
 * since it was admitted lead somewhere else: the text of another file must not appear under this
 * name.
 */
export function readAdmitted(path: AdmittedPath): Buffer {
  // Does not wait for a writer, should the file have become a pipe.
  const file = openSync(path, constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK));
  try {
    const real = locationOf(file, path);
    // Where case does not count, the system may know the file in another spelling.
    if (real !== path && real.toLowerCase() !== path.toLowerCase())
      throw new Error(`${path} leads elsewhere by now`);
    return readOpen(file, SOURCE_BYTES);
  } finally {
    closeSync(file);
  }
}

/**
 * Linux knows where an open file is, also when it has been replaced meanwhile. Elsewhere (or
 * without /proc) a link is noticed unless it is gone again.
 */
function locationOf(file: number, path: AdmittedPath): string {
  try {
    const location = readlinkSync(`/proc/self/fd/${file}`);
    return location === `${path} (deleted)` ? path : location;
  } catch {
    return realpathSync(path);
  }
}

/** What tells states of a file on disk apart without reading it. */
export interface DiskStamp {
  readonly mtimeNs: bigint;
  /** When the file was last touched in any way. No program can set this time back. */
  readonly ctimeNs: bigint;
  readonly size: bigint;
  readonly inode: bigint;
}

/** Undefined if there is no such file, or none that we have access to. */
export function diskStamp(path: string): DiskStamp | undefined {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stat?.isFile()
      ? { mtimeNs: stat.mtimeNs, ctimeNs: stat.ctimeNs, size: stat.size, inode: stat.ino }
      : undefined;
  } catch {
    // A folder on the way denies access, or a symlink now leads in a circle.
    return undefined;
  }
}

/**
 * The file may have been changed since then, or is gone. Unlike the time of its last change, the
 * time compared here can be set neither back nor forward.
 *
 * @param time ms since 1970
 */
export function touchedSince(path: string, time: number): boolean {
  try {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stat === undefined || stat.ctimeNs > BigInt(time) * 1_000_000n;
  } catch {
    return true;
  }
}

export function sameStamp(a: DiskStamp | undefined, b: DiskStamp | undefined): boolean {
  return (
    a?.mtimeNs === b?.mtimeNs && a?.ctimeNs === b?.ctimeNs && a?.size === b?.size && a?.inode === b?.inode
  );
}
