import { createHash } from 'node:crypto';
import type { Launch } from '../../backend/definition.ts';
import type { ReadOnce } from '../../backend/read-once.ts';
import { realPath } from '../../backend/program/files.ts';
import { readBytes, SOURCE_BYTES } from '../../support/read-file.ts';
import { diskStamp } from '../../support/paths.ts';

/**
 * The settings that one process has read, as they were when it started. A file that is written
 * again with the same content changes nothing.
 */
export class SettingsRead {
  /** By path; '' where there was no such file. */
  readonly #contents = new Map<string, string>();
  #readOnce: ReadOnce | undefined;

  constructor(private readonly launch: Pick<Launch, 'readsOnce'>) {
    this.#look();
  }

  /** Absolute, there or not. */
  get files(): Iterable<string> {
    return this.#contents.keys();
  }

  concerns(path: string): boolean {
    return (
      this.#contents.has(path) ||
      this.#readOnce?.isAmong?.(path) === true ||
      this.#readOnce?.mayRead?.(path) === true
    );
  }

  /** Files that make the process stale and that no look at the disk need find. */
  get moved(): readonly string[] {
    return this.#readOnce?.moved?.() ?? [];
  }

  /**
   * What a change of the file means for the process: `stale`: it has read another content, or may have.
   * `read-again`: it reads the new one by itself.
   *
   * @param isWatched it has asked to be notified of such a change
   */
  after(path: string, isWatched: boolean): 'stale' | 'read-again' | 'nothing' {
    const read = this.#contents.get(path);
    if (read === undefined) return this.#readOnce?.mayRead?.(path) === true ? 'stale' : 'nothing';
    const now = contentOf(path);
    if (read === now) return 'nothing';
    if (this.#readOnce?.readsAgain?.(path, isWatched) !== true) return 'stale';
    this.#contents.set(path, now);
    this.#look();
    return 'read-again';
  }

  /** What was known before stays as it was read. */
  #look(): void {
    this.#readOnce = this.launch.readsOnce?.();
    for (const path of this.#readOnce?.files ?? []) {
      if (this.#contents.has(path)) continue;
      const content = contentOf(path);
      // Changes are reported under real paths.
      this.#contents.set(path, content).set(realPath(path), content);
    }
  }
}

function contentOf(path: string): string {
  const read = readBytes(path, SOURCE_BYTES);
  if (read.kind === 'none') return '';
  if (read.kind === 'bytes') return createHash('sha256').update(read.bytes).digest('base64');
  const stamp = diskStamp(path);
  return `unreadable ${stamp?.ctimeNs ?? ''}`;
}
