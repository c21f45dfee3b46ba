import { readBytesSoon } from '../support/read-file.js';

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
  const file = await readBytesSoon(path, MAX_BYTES);
  if (file.kind === 'none') return { kind: 'absent' };
  if (file.kind === 'unreadable') return { kind: 'unknown' };
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(file.bytes) };
  } catch {
    return { kind: 'unknown' };
  }
}
