import { sumOf } from '../figures.js';
import { median } from '../stats.js';
import type { Usage } from './usage.js';

/** How large everything was after so many edits. */
export interface Sample extends Usage {
  readonly edits: number;
}

/** One process over all of a soak. */
export interface Course {
  readonly title: string;
  /** After how many edits, and bytes. */
  readonly points: readonly (readonly [edits: number, bytes: number])[];
  /** Bytes per edit, by least squares over the points after the warm-up. */
  readonly slope: number;
  /** Medians of the first and the last tenth of those points, bytes. */
  readonly from: number;
  readonly to: number;
}

/** Of the edits: by then every file has been edited, and collectors of garbage have found their pace. */
const WARM_UP = 0.2;

/** @throws RangeError with fewer than ten samples after the warm-up */
export function coursesOf(samples: readonly Sample[]): Course[] {
  const titles = [...new Set(samples.flatMap(({ servers }) => Object.keys(servers)))];
  return [
    courseOf(
      'sidecar',
      samples.map(({ edits, sidecar }) => [edits, sidecar]),
    ),
    ...titles.map((title) =>
      courseOf(
        title,
        samples.flatMap(({ edits, servers }) =>
          servers[title] === undefined ? [] : [[edits, servers[title]] as const],
        ),
      ),
    ),
  ];
}

function courseOf(title: string, points: Course['points']): Course {
  const last = points.at(-1)?.[0] ?? 0;
  const warm = points.filter(([edits]) => edits >= last * WARM_UP);
  const tenth = Math.floor(warm.length / 10);
  if (tenth === 0) throw new RangeError(`too few samples of ${title}: ${warm.length}`);
  return {
    title,
    points,
    slope: slopeOf(warm),
    from: median(warm.slice(0, tenth).map(([, bytes]) => bytes)),
    to: median(warm.slice(-tenth).map(([, bytes]) => bytes)),
  };
}

/** Of the straight line that is nearest to all points, by least squares. */
export function slopeOf(points: Course['points']): number {
  const x = sumOf(points, ([edits]) => edits) / points.length;
  const y = sumOf(points, ([, bytes]) => bytes) / points.length;
  const across = sumOf(points, ([edits]) => (edits - x) ** 2);
  return across === 0 ? 0 : sumOf(points, ([edits, bytes]) => (edits - x) * (bytes - y)) / across;
}

/** What the sidecar may grow by once it is warm. */
export const GROWTH_LIMIT = 0.1;

export function growth({ from, to }: Course): number {
  return to / from - 1;
}
