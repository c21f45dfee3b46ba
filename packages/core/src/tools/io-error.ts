import { type Escaped, escaped, inline } from '../support/escaped.js';
import { ok, refuse, type Outcome, type RefusalType } from './outcome.js';

const DENIED = {
  type: 'permission_denied',
  why: escaped`The permissions of the file or of its folder forbid it.`,
} as const;
const NO_ROOM = { type: 'disk_full', why: escaped`There is no room left on the disk.` } as const;

const KNOWN: Readonly<Record<string, { readonly type: RefusalType; readonly why: Escaped }>> = {
  EACCES: DENIED,
  EPERM: DENIED,
  EROFS: { type: 'read_only', why: escaped`The file system is read-only.` },
  EISDIR: { type: 'is_directory', why: escaped`It is a folder.` },
  ENOTDIR: { type: 'not_a_directory', why: escaped`A part of its path is a file, not a folder.` },
  ENAMETOOLONG: { type: 'invalid_path', why: escaped`The name is too long.` },
  ELOOP: { type: 'invalid_path', why: escaped`Its symbolic links go round in a circle.` },
  EINVAL: { type: 'invalid_path', why: escaped`The file system does not take that name.` },
  ENOENT: { type: 'file_changed', why: escaped`It vanished in the meantime.` },
  ENOSPC: NO_ROOM,
  EDQUOT: NO_ROOM,
};

/** The code of a failed system call; undefined for any other thrown value. */
export function errnoOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** The refusal for a failed system call. Any other error is a bug and is thrown again. */
export function ioRefusal(error: unknown, doing: Escaped): Outcome<never> {
  const code = errnoOf(error);
  if (code === undefined) throw error;
  const { type, why } = KNOWN[code] ?? { type: 'io_error', why: escaped`The operating system refused it.` };
  return refuse(type, escaped`Could not ${doing}: ${inline(code)}. ${why}`);
}

/** Runs system calls. A failure becomes a refusal that says what was being done. */
export async function attempt<T>(doing: Escaped, work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return ok(await work());
  } catch (error) {
    return ioRefusal(error, doing);
  }
}
