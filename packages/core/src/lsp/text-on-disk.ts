import { readFile, stat } from 'node:fs/promises';

export type TextOnDisk =
  /** Without byte order mark. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'absent' }
  /** Too large, no text, no file, or not to be read. */
  | { readonly kind: 'unknown' };

/** Bytes. What a longer file has lost, the other files' search finds out without us. */
const MAX_BYTES = 1024 * 1024;

/** What stands at an absolute path, for those who tell of a change. Never rejects. */
export async function textOnDisk(path: string): Promise<TextOnDisk> {
  try {
    const stats = await stat(path);
    // A pipe would keep us, and with us a tool, until somebody writes to it; a device may never end.
    if (!stats.isFile() || stats.size > MAX_BYTES) return { kind: 'unknown' };
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path)) };
  } catch (error) {
    return { kind: error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'absent' : 'unknown' };
  }
}
