import { readFile, stat } from 'node:fs/promises';

/** What a file was before a tool changed it, as far as that is known: as `CheckFileParams` says it. */
export interface Former {
  readonly created?: true;
  /** Without byte order mark. */
  readonly before?: string;
}

/** Bytes. What a longer file has lost, the other files' search finds out without us. */
const MAX_BYTES = 1024 * 1024;

/** Never rejects: what cannot be read, or is no text, is not known. */
export async function formerOf(path: string): Promise<Former> {
  try {
    const stats = await stat(path);
    // A pipe would keep us, and with us the tool, until somebody writes to it; a device may never end.
    if (!stats.isFile() || stats.size > MAX_BYTES) return {};
    return { before: new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path)) };
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? { created: true } : {};
  }
}
