import { type DiskStamp, diskStamp, sameStamp } from '../../../support/paths.ts';
import { readText } from '../../../backend/program/files.ts';
import { SOURCE_BYTES } from '../../../support/read-file.ts';

/** What is read from the texts of files. Each text is read once for each state on disk. */
export class ReadTexts<T> {
  readonly #files = new Map<string, { readonly stamp: DiskStamp | undefined; readonly value: T }>();

  constructor(private readonly read: (text: string) => T) {}

  /** A file that does not exist has an empty text. */
  of(path: string): T {
    const stamp = diskStamp(path);
    const known = this.#files.get(path);
    if (known !== undefined && sameStamp(known.stamp, stamp)) return known.value;
    const value = this.read(stamp === undefined ? '' : (readText(path, SOURCE_BYTES) ?? ''));
    this.#files.set(path, { stamp, value });
    return value;
  }
}
