import { type AdmittedPath, diskStamp } from '../paths.ts';

/** How long a server is likely to be busy with a file: by its size, and by what it took over others lately. */
export class DurationEstimate {
  /** Of the last two, ms per byte: one of them may have had a project loaded, or everything computed anew that others share. */
  #rates: readonly number[] = [];
  /** What each file took last, ms: less for its size than others, perhaps, whatever the reason. */
  readonly #last = new Map<AdmittedPath, number>();

  /** ms; 0 as long as nothing is known. The lower of the two: what one file paid for once, the next ones need not. */
  likely(path: AdmittedPath): number {
    return this.#rates.length === 0 ? 0 : Math.min(sizeOf(path) * Math.min(...this.#rates), this.#last.get(path) ?? Infinity);
  }

  /** @param ms how long it took over the whole file */
  took(path: AdmittedPath, ms: number): void {
    this.#rates = [ms / sizeOf(path), ...this.#rates.slice(0, 1)];
    this.#last.set(path, ms);
  }
}

/** Bytes. What every file takes, however little it holds, counts as the work of a few lines. */
export function sizeOf(path: AdmittedPath): number {
  return Math.max(LEAST_BYTES, Number(diskStamp(path)?.size ?? 0));
}

const LEAST_BYTES = 1000;
