import { createHash } from 'node:crypto';
import type { ReadOnce } from '../../../backend/read-once.ts';
import { realPath } from '../../../backend/program/files.ts';
import { readBytes, SOURCE_BYTES } from '../../../support/read-file.ts';
import { diskStamp } from '../../../support/paths.ts';

/**
 * The settings that one process has read, as they were when it started. A file that is written
 * again with the same content changes nothing.
 */
export class SettingsRead {
  /** By path; '' where there is no such file. */
  readonly #contents = new Map<string, string>();

  constructor(private readonly readOnce: ReadOnce | undefined) {
    for (const path of readOnce?.files ?? []) {
      const content = contentOf(path);
      // Changes are reported under real paths.
      this.#contents.set(path, content).set(realPath(path), content);
    }
  }

  /** Absolute, there or not. */
  get files(): Iterable<string> {
    return this.#contents.keys();
  }

  concerns(path: string): boolean {
    return this.#contents.has(path) || this.readOnce?.mayRead?.(path) === true;
  }

  /** The process has read the file with another content, or may have. */
  isStaleAfter(path: string): boolean {
    const read = this.#contents.get(path);
    return read === undefined ? this.readOnce?.mayRead?.(path) === true : read !== contentOf(path);
  }
}

function contentOf(path: string): string {
  const read = readBytes(path, SOURCE_BYTES);
  if (read.kind === 'none') return '';
  if (read.kind === 'bytes') return createHash('sha256').update(read.bytes).digest('base64');
  const stamp = diskStamp(path);
  return `unreadable ${stamp?.ctimeNs ?? ''}`;
}
