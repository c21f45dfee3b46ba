import { readFileSync, statSync } from 'node:fs';

/** Bytes. Settings are written by hand. */
const MAX_SIZE = 4 * 1024 * 1024;

export type TextFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'none' }
  /** `not readable: ...` */
  | { readonly kind: 'unreadable'; readonly reason: string };

/**
 * The text of a settings file. A clone may have anything in its place: a link to a device, a pipe,
 * a file without end. Never throws.
 */
export function readTextFile(path: string): TextFile {
  const unreadable = (why: string): TextFile => ({ kind: 'unreadable', reason: `not readable: ${why}` });
  try {
    const found = statSync(path);
    if (!found.isFile()) return unreadable('it is not a regular file');
    if (found.size > MAX_SIZE) return unreadable(`it has more than ${MAX_SIZE} bytes`);
    return { kind: 'text', text: readFileSync(path, 'utf8') };
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return { kind: 'none' };
    return unreadable(String(error));
  }
}
