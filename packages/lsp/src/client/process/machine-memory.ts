import { totalmem } from 'node:os';
import { readTextFile, SETTINGS_BYTES } from '../../support/read-file.ts';

/** What the machine has, or what the container may use, bytes. */
export function usableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/**
 * The last 10 s in which some, or all, processes waited for memory, in percent. Below them, caches
 * are written out and nothing is wrong.
 */
const BOUNDS = { some: 20, full: 5 } as const;

/** The machine is about to swap. On Linux only. */
export function isShortOfMemory(): boolean {
  const pressure = readTextFile('/proc/pressure/memory', SETTINGS_BYTES);
  return pressure.kind === 'text' && exceedsBounds(pressure.text);
}

/** @param pressure as in `/proc/pressure/memory` */
export function exceedsBounds(pressure: string): boolean {
  return (['some', 'full'] as const).some(
    (kind) => Number(new RegExp(`^${kind} avg10=([\\d.]+)`, 'm').exec(pressure)?.[1] ?? 0) > BOUNDS[kind],
  );
}
