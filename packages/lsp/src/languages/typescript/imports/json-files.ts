import { readText } from '../../../backend/program/files.ts';
import { SETTINGS_BYTES } from '../../../support/read-file.ts';
import { parseJsonc } from '../../../support/jsonc.ts';
import { diskStamp, type DiskStamp, sameStamp } from '../../../support/paths.ts';
import type { TimeSlices } from '../../../support/time-slices.ts';

/**
 * Small settings files: JSON with comments and trailing commas, such as tsconfig.json. Each is
 * parsed once for each disk state.
 */
export class JsonFiles {
  readonly #files = new Map<
    string,
    { readonly stamp: DiskStamp | undefined; readonly value: Record<string, unknown> | undefined }
  >();

  /** Undefined where the file is missing or does not hold an object. */
  read(path: string): Record<string, unknown> | undefined {
    const known = this.#files.get(path);
    if (known !== undefined) return known.value;
    const stamp = diskStamp(path);
    // Where it is incompletely written, or deleted since: undefined.
    const value = stamp === undefined ? undefined : parseJsonc(readText(path, SETTINGS_BYTES) ?? '');
    this.#files.set(path, { stamp, value });
    return value;
  }

  /** It was read, or looked up. */
  has(path: string): boolean {
    return this.#files.has(path);
  }

  /**
   * Whether a file that was read or looked up has changed since. The next `read` reads it again.
   */
  async moved(timeSlices: TimeSlices): Promise<boolean> {
    let moved = false;
    for (const [path, { stamp }] of this.#files) {
      if (timeSlices.due) await timeSlices.pause();
      if (sameStamp(stamp, diskStamp(path))) continue;
      this.#files.delete(path);
      moved = true;
    }
    return moved;
  }
}
