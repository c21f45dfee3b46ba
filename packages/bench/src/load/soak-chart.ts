import { growthText, mib, MIB } from '../figures.js';
import { bar, element, picture, text } from '../frame/svg.js';
import { growth, type Course } from './soak.js';

const WIDTH = 860;
const PLOT = { left: 64, top: 64, width: 772, height: 300 } as const;
const ROW = 20;

export interface Caption {
  readonly edits: number;
  readonly minutes: number;
  /** Wrong, late or lost answers. */
  readonly faults: number;
}

const COLOURS = [
  { light: '#0969da', dark: '#4493f8' },
  { light: '#bc4c00', dark: '#f0883e' },
  { light: '#8250df', dark: '#ab7df8' },
  { light: '#1a7f37', dark: '#3fb950' },
  { light: '#bf3989', dark: '#db61a2' },
] as const;

/** docs/soak.svg: the resident size of each process over the edits, and how steep each is. */
export function soakChart(courses: readonly Course[], { edits, minutes, faults }: Caption): string {
  const most = Math.max(...courses.flatMap(({ points }) => points.map(([, bytes]) => bytes)));
  const step = stepFor(most / MIB);
  const top = Math.ceil(most / MIB / step) * step;
  const last = Math.max(1, ...courses.flatMap(({ points }) => points.map(([at]) => at)));
  const x = (at: number): string => (PLOT.left + (at / last) * PLOT.width).toFixed(1);
  const yAt = (mebibytes: number): number => PLOT.top + PLOT.height - (mebibytes / top) * PLOT.height;
  const y = (mebibytes: number): string => yAt(mebibytes).toFixed(1);
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step);
  const marks = Array.from({ length: 6 }, (_, index) => Math.round((last * index) / 5));
  const fills = (theme: 'light' | 'dark'): string =>
    COLOURS.map((colour, index) => `.c${index} { stroke: ${colour[theme]}; fill: ${colour[theme]}; }`).join(
      '\n  ',
    );
  return picture({
    title: `Resident size over ${edits} edits`,
    width: WIDTH,
    height: PLOT.top + PLOT.height + 44 + ROW * (courses.length + 1),
    light: `.grid { stroke: #d1d9e0; } .end { text-anchor: end; } .middle { text-anchor: middle; }
  ${fills('light')}
  polyline { fill: none !important; stroke-width: 1.5; }`,
    dark: `.grid { stroke: #3d444d; }\n  ${fills('dark')}`,
    content: [
      text(`Resident size, MiB, over ${edits} edits`, 16, 26, 'head'),
      text(
        `One sidecar and its servers, eight agents without a pause, ${minutes.toFixed(1)} minutes; ` +
          `${faults} wrong, late or lost results. A server's size includes what it has started.`,
        ...([16, 44, 'small'] as const),
      ),
      ...lines.flatMap((value) => [
        element('line', {
          ...{ class: 'grid', x1: PLOT.left, y1: y(value) },
          ...{ x2: PLOT.left + PLOT.width, y2: y(value) },
        }),
        text(value, PLOT.left - 8, (yAt(value) + 4).toFixed(1), 'small end'),
      ]),
      ...marks.map((at) => text(at, x(at), PLOT.top + PLOT.height + 18, 'small middle')),
      ...courses.map(({ points }, index) =>
        element('polyline', {
          class: `c${index % COLOURS.length}`,
          points: points.map(([at, bytes]) => `${x(at)},${y(bytes / MIB)}`).join(' '),
        }),
      ),
      ...legend(courses, PLOT.top + PLOT.height + 48),
    ],
  });
}

/** After the first fifth, in which everything is opened and compiled for the first time. */
function legend(courses: readonly Course[], y: number): string[] {
  const columns = [
    { title: 'after a fifth of the edits', x: 220, of: ({ from }: Course) => mib(from) },
    { title: 'at the end', x: 400, of: ({ to }: Course) => mib(to) },
    { title: 'grown by', x: 520, of: (course: Course) => growthText(growth(course)) },
    { title: 'slope, least squares', x: 640, of: slopeText },
  ];
  return [
    ...columns.map(({ title, x }) => text(title, x, y, 'small')),
    ...courses.flatMap((course, index) => {
      const at = y + ROW * (index + 1);
      return [
        bar(`c${index % COLOURS.length}`, 16, at - 10, 12, 12),
        text(course.title, 36, at),
        ...columns.map(({ x, of }) => text(of(course), x, at)),
      ];
    }),
  ];
}

/** Of a course, for people. */
export function slopeText({ slope }: Course): string {
  return `${((slope * 1000) / 1024).toFixed(0)} KiB in 1000 edits`;
}

/** A round number of MiB between two lines, four to eight of them. */
function stepFor(most: number): number {
  const rough = most / 5;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((factor) => factor * magnitude).find((step) => step >= rough) ?? magnitude * 10;
}
