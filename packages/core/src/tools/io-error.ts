import { ok, refuse, type Outcome, type RefusalType } from './outcome.js';

const DENIED = { type: 'permission_denied', why: 'The permissions of the file or of its folder forbid it.' } as const;
const NO_ROOM = { type: 'disk_full', why: 'There is no room left on the disk.' } as const;

const KNOWN: Readonly<Record<string, { readonly type: RefusalType; readonly why: string }>> = {
  EACCES: DENIED,
  EPERM: DENIED,
  EROFS: { type: 'read_only', why: 'The file system is read-only.' },
  EISDIR: { type: 'is_directory', why: 'It is a folder.' },
  ENOTDIR: { type: 'not_a_directory', why: 'A part of its path is a file, not a folder.' },
  ENAMETOOLONG: { type: 'invalid_path', why: 'The name is too long.' },
  ELOOP: { type: 'invalid_path', why: 'Its symbolic links go round in a circle.' },
  EINVAL: { type: 'invalid_path', why: 'The file system does not take that name.' },
  ENOENT: { type: 'file_changed', why: 'It vanished in the meantime.' },
  ENOSPC: NO_ROOM,
  EDQUOT: NO_ROOM,
};

/** The code of a failed system call; undefined for any other thrown value. */
export function errnoOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** The refusal for a failed system call. Any other error is a bug and is thrown again. */
export function ioRefusal(error: unknown, doing: string): Outcome<never> {
  const code = errnoOf(error);
  if (code === undefined) throw error;
  const { type, why } = KNOWN[code] ?? { type: 'io_error', why: 'The operating system refused it.' };
  return refuse(type, `Could not ${doing}: ${code}. ${why}`);
}

/** Runs system calls. A failure becomes a refusal that says what was being done. */
export async function attempt<T>(doing: string, work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return ok(await work());
  } catch (error) {
    return ioRefusal(error, doing);
  }
}
