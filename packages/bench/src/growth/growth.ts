import { median } from '../stats.js';

/** Resident sizes at one moment, bytes. */
export interface Sample {
  /** How many edits there had been. */
  readonly edits: number;
  readonly sidecar: number;
  /** With all that it has started. */
  readonly server: number;
}

export interface Growth {
  readonly from: number;
  readonly to: number;
  /** 0.1 is a tenth more. */
  readonly part: number;
}

/** How many samples stand for the beginning, and for the end: one alone may lie just before or after a collection of garbage. */
const WINDOW = 5;

/** @throws RangeError without any sample */
export function growthOf(samples: readonly Sample[], size: (sample: Sample) => number): Growth {
  const from = median(samples.slice(0, WINDOW).map(size));
  const to = median(samples.slice(-WINDOW).map(size));
  return { from, to, part: to / from - 1 };
}

/** What the sidecar may grow by, once it is warm. */
export const LIMIT = 0.1;

export function percent(part: number): string {
  return `${part < 0 ? '-' : '+'} ${Math.abs(part * 100).toFixed(1)} %`;
}
