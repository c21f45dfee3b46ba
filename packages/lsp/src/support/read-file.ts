import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/**
 * The longest settings file, manifest or build script that is read, bytes. They are written by hand;
 * blanks and NULs that a clone unpacks are not.
 */
export const SETTINGS_BYTES = 4 * 1024 * 1024;

/** The same for what tools edit and programs write: sources, lock files, indexes, baselines. */
export const SOURCE_BYTES = 64 * 1024 * 1024;

export type FileBytes =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'none' }
  /**
   * Longer than the caller takes, no regular file, or no permission. It is there: it counts as no
   * empty file.
   */
  | { readonly kind: 'unreadable'; readonly reason: string };

export type FileText =
  { readonly kind: 'text'; readonly text: string } | Exclude<FileBytes, { kind: 'bytes' }>;

/**
 * What is at a path, links followed. Undefined where nothing is, and where it cannot be looked at: a part of
 * the path is a file or is closed to us, or links lead in a circle. Never throws.
 */
export function statOf(path: string): Stats | undefined {
  try {
    // Most of the files that are looked for do not exist, and an exception costs five times as much.
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** See {@link statOf}. */
export function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() === true;
}

/** A pipe in the place of a file is not waited for. Windows has no such flag. */
const READ = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK);

/**
 * A regular file, links followed. A clone may have anything in its place: a device, a pipe, a file
 * without end. Never throws.
 *
 * @param most bytes; a longer file is unreadable
 */
export function readBytes(path: string, most: number): FileBytes {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return { kind: 'none' };
    const reason = whyNot(found, most);
    if (reason !== undefined) return { kind: 'unreadable', reason };
    const file = openSync(path, READ);
    try {
      return { kind: 'bytes', bytes: readOpen(file, most) };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return failed(error);
  }
}

/** Of a regular file, the first bytes; undefined where they cannot be read. Never throws. */
export function readStart(path: string, most: number): Buffer | undefined {
  if (statOf(path)?.isFile() !== true) return undefined;
  try {
    const file = openSync(path, READ);
    try {
      const start = Buffer.alloc(most);
      return start.subarray(0, readSync(file, start, 0, most, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

/** The same without blocking the process. Never rejects. */
export async function readBytesSoon(path: string, most: number): Promise<FileBytes> {
  try {
    const handle = await open(path, READ);
    try {
      return { kind: 'bytes', bytes: await readHandle(handle, most) };
    } finally {
      await handle.close();
    }
  } catch (error) {
    return failed(error);
  }
}

/** The text of a file in UTF-8, as it is; a byte order mark stays. Never throws. */
export function readTextFile(path: string, most: number): FileText {
  const read = readBytes(path, most);
  return read.kind === 'bytes' ? { kind: 'text', text: read.bytes.toString('utf8') } : read;
}

/** Throws where the open file is longer, or no regular one. */
export function readOpen(file: number, most: number): Buffer {
  const found = fstatSync(file);
  const reason = whyNot(found, most);
  if (reason !== undefined) throw new Error(reason);
  if (found.size > 0) return readFileSync(file);
  const parts = new Parts(most);
  while (parts.add(readSync(file, parts.next)));
  return parts.bytes();
}

/** Rejects where the open file is longer, or no regular one. */
export async function readHandle(handle: FileHandle, most: number): Promise<Buffer> {
  const found = await handle.stat();
  const reason = whyNot(found, most);
  if (reason !== undefined) throw new Error(reason);
  if (found.size > 0) return await handle.readFile();
  const parts = new Parts(most);
  while (parts.add((await handle.read(parts.next)).bytesRead));
  return parts.bytes();
}

/**
 * Of a file without a length. What the system makes up while it is read, as below /proc, has none,
 * and may have no end: a clone can have a link to it.
 */
class Parts {
  next = Buffer.alloc(PART_BYTES);
  readonly #all: Buffer[] = [];
  #length = 0;

  constructor(private readonly most: number) {}

  /** False at the end of the file. Throws where there is more than may be read. */
  add(bytes: number): boolean {
    if (bytes === 0) return false;
    this.#length += bytes;
    if (this.#length > this.most) throw new Error(tooLong(this.most));
    this.#all.push(this.next.subarray(0, bytes));
    this.next = Buffer.alloc(PART_BYTES);
    return true;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#all);
  }
}

const PART_BYTES = 64 * 1024;

function whyNot(found: Stats, most: number): string | undefined {
  if (!found.isFile()) return 'it is not a regular file';
  return found.size > most ? tooLong(most) : undefined;
}

const tooLong = (most: number): string => `it has more than ${most} bytes`;

function failed(error: unknown): FileBytes & { kind: 'none' | 'unreadable' } {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'none' };
  return { kind: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
}
