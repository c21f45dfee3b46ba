import { readFile, stat } from 'node:fs/promises';

export type TextOnDisk =
  /** Without byte order mark. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'absent' }
  /** Too large, not text, not a regular file, or not readable. */
  | { readonly kind: 'unknown' };

/**
 * Bytes. For a longer file, the search of other files finds out what the file has lost without this
 * text.
 */
const MAX_BYTES = 1024 * 1024;

/** The content of an absolute path, for callers that report a change. Never rejects. */
export async function textOnDisk(path: string): Promise<TextOnDisk> {
  try {
    const stats = await stat(path);
    // A pipe would block the calling tool until another program writes to it. A device may never
    // end.
    if (!stats.isFile() || stats.size > MAX_BYTES) return { kind: 'unknown' };
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path)) };
  } catch (error) {
    return { kind: error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'absent' : 'unknown' };
  }
}
