import { readFileSync } from 'node:fs';
import { isObject } from '../json.ts';
import { diskStamp, type DiskStamp, sameStamp } from '../paths.ts';
import type { TimeSlices } from './time-slices.ts';

/** Small settings files: JSON with comments and trailing commas, as tsconfig.json is. Parsed once for each state on disk. */
export class JsonFiles {
  readonly #files = new Map<string, { readonly stamp: DiskStamp | undefined; readonly value: Record<string, unknown> | undefined }>();

  /** Undefined where there is no such file, or none that holds an object. */
  read(path: string): Record<string, unknown> | undefined {
    const known = this.#files.get(path);
    if (known !== undefined) return known.value;
    const stamp = diskStamp(path);
    const value = stamp === undefined ? undefined : parse(path);
    this.#files.set(path, { stamp, value });
    return value;
  }

  /** Whether a file that was read, or looked for, is another by now. Those are read again when they are asked for. */
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

function parse(path: string): Record<string, unknown> | undefined {
  try {
    const value = Bun.JSONC.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
    return isObject(value) ? value : undefined;
  } catch {
    // Half written, or gone since.
    return undefined;
  }
}
