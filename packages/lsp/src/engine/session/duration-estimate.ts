import { type AdmittedPath, diskStamp } from '../../support/paths.ts';

/**
 * Estimates how long a server is busy with a file, from the size of the file, what every file takes, and
 * recent durations.
 */
export class DurationEstimate {
  /**
   * Rates of the last two files, ms per byte. One of them may include loading a project, or
   * recomputing everything that other files share.
   */
  #rates: readonly number[] = [];
  /**
   * Last duration of each file, ms. It may be lower than for other files of the same size, for
   * whatever reason.
   */
  readonly #last = new Map<AdmittedPath, number>();

  /** @param perFile see {@link ServerTraits.perFile} */
  constructor(private readonly perFile?: number) {}

  /**
   * ms; 0 while nothing is known. Uses the lower of the two rates: a cost that one file paid once
   * does not recur for the next ones.
   */
  likely(path: AdmittedPath): number {
    return this.#rates.length === 0
      ? 0
      : Math.min(workFor(path, this.perFile) * Math.min(...this.#rates), this.#last.get(path) ?? Infinity);
  }

  /** @param ms how long the server took for the whole file */
  took(path: AdmittedPath, ms: number): void {
    this.#rates = [ms / workFor(path, this.perFile), ...this.#rates.slice(0, 1)];
    this.#last.set(path, ms);
  }
}

/** What a file takes, in bytes: at least what a few lines do. */
export function workFor(path: AdmittedPath, perFile = 0): number {
  return perFile + Math.max(LEAST_BYTES, Number(diskStamp(path)?.size ?? 0));
}

const LEAST_BYTES = 1000;
