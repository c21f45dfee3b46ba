import { diskStamp, sameStamp, type AdmittedPath } from '../../support/paths.ts';
import { TimeSlices } from '../../support/time-slices.ts';
import type { DiskIndex } from '../disk/disk-index.ts';
import { diskText } from '../disk/text-source.ts';

/** Limit for all texts together, compressed, bytes. The texts of later files are not known then. */
const MOST = 24 * 1024 * 1024;

/**
 * The texts of sources before the session changed them. A shell says nothing of what it overwrites,
 * and without the former text nothing tells what it has caused.
 */
export class StartTexts {
  readonly #texts = new Map<AdmittedPath, Uint8Array>();
  readonly #endings = new Set<string>();
  #size = 0;

  /**
   * Reads the files with these endings, in the background. Files that have changed since the first
   * sweep are left out. Never rejects.
   */
  async read(disk: DiskIndex, endings: readonly string[]): Promise<void> {
    const key = endings.join(' ');
    if (this.#endings.has(key)) return;
    this.#endings.add(key);
    await disk.walked;
    const timeSlices = new TimeSlices();
    for (const path of disk.allFiles(endings).keys()) {
      if (timeSlices.due) await timeSlices.pause();
      if (this.#texts.has(path) || this.#size > MOST) continue;
      const seen = disk.lastSeen(path);
      const source = await diskText(path);
      if (seen === undefined || source.kind === 'refused' || !sameStamp(seen, diskStamp(path))) continue;
      const packed = Bun.zstdCompressSync(source.content.text, { level: 1 });
      this.#texts.set(path, packed);
      this.#size += packed.byteLength;
    }
  }

  of(path: AdmittedPath): string | undefined {
    const packed = this.#texts.get(path);
    return packed && Bun.zstdDecompressSync(packed).toString();
  }
}
