/** Figures over samples. Every function takes at least one sample and throws a RangeError without any. */

/** The middle one; between two middle ones, their mean. */
export function median(samples: readonly number[]): number {
  const sorted = ascending(samples);
  const middle = sorted.length / 2;
  return (at(sorted, Math.ceil(middle) - 1) + at(sorted, Math.floor(middle))) / 2;
}

/**
 * The smallest sample that at least `percent` of all samples do not exceed (nearest rank).
 *
 * @param percent above 0, at most 100
 */
export function percentile(samples: readonly number[], percent: number): number {
  if (!(percent > 0 && percent <= 100)) throw new RangeError(`not a percentile: ${percent}`);
  const sorted = ascending(samples);
  return at(sorted, Math.ceil((percent / 100) * sorted.length) - 1);
}

/**
 * Two ways of doing the same thing, measured one after the other: what disturbs one most likely
 * disturbs the other.
 */
export interface Pair {
  readonly ours: number;
  readonly floor: number;
}

export interface Comparison {
  readonly ours: number;
  readonly floor: number;
  /** Median of ours over median of the floor. */
  readonly ratio: number;
  /** Median of the ratios of the pairs: steadier than `ratio` where the machine is not. */
  readonly pairedRatio: number;
  readonly oursP95: number;
  readonly floorP95: number;
  readonly count: number;
}

export function compare(pairs: readonly Pair[]): Comparison {
  const ours = pairs.map((pair) => pair.ours);
  const floor = pairs.map((pair) => pair.floor);
  return {
    ours: median(ours),
    floor: median(floor),
    ratio: median(ours) / median(floor),
    pairedRatio: median(pairs.map((pair) => pair.ours / pair.floor)),
    oursP95: percentile(ours, 95),
    floorP95: percentile(floor, 95),
    count: pairs.length,
  };
}

function ascending(samples: readonly number[]): readonly number[] {
  if (samples.length === 0) throw new RangeError('no samples');
  return [...samples].sort((a, b) => a - b);
}

function at(sorted: readonly number[], index: number): number {
  const sample = sorted[index];
  if (sample === undefined) throw new RangeError(`no sample ${index} of ${sorted.length}`);
  return sample;
}
