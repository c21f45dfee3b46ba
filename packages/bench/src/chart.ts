import { ms } from './figures.js';
import { bar, element, picture, text } from './frame/svg.js';
import type { BenchResult, CodeBaseResult } from './results.js';
import type { Comparison } from './stats.js';

const PANELS = [
  { title: 'Cold', of: (subject: CodeBaseResult) => subject.cold },
  { title: 'Edit', of: (subject: CodeBaseResult) => subject.warm },
  { title: '20 files', of: (subject: CodeBaseResult) => subject.batch },
] as const;

const MARGIN = 16;
const TOP = 76;
const ROW = 52;
const NAME_WIDTH = 128;
const PANEL_WIDTH = 252;
/** Px for one time the floor. */
const UNIT = 92;
/** What is drawn of a bar at most, in times the floor; its label says the rest. */
const LONGEST = 1.5;
const BAR = 15;

/**
 * docs/benchmarks.svg: for each code base and question, the floor as a bar of one length and ours as
 * a multiple of it.
 */
export function chart({ subjects }: Pick<BenchResult, 'subjects'>): string {
  const width = MARGIN * 2 + NAME_WIDTH + PANEL_WIDTH * PANELS.length;
  const height = TOP + ROW * subjects.length + MARGIN;
  const legend = width - MARGIN - 350;
  return picture({
    title: 'Time to the right answer, ours beside the floor',
    width,
    height,
    light:
      '.ours { fill: #0969da; } .floor { fill: #afb8c1; } .one { stroke: #59636e; stroke-dasharray: 2 3; }',
    dark: '.ours { fill: #4493f8; } .floor { fill: #4f5761; } .one { stroke: #9198a1; }',
    content: [
      text('Time to the right answer', MARGIN, 26, 'head'),
      bar('ours', legend, 15, 12, 12) + text('ours', legend + 18, 26),
      bar('floor', legend + 64, 15, 12, 12) +
        text('floor: the server or compiler asked directly', legend + 82, 26),
      ...PANELS.map(({ title }, index) => text(title, panelX(index), TOP - 12, 'head')),
      ...PANELS.map((_, index) => {
        const x = panelX(index) + UNIT;
        return element('line', { class: 'one', x1: x, y1: TOP - 4, x2: x, y2: height - MARGIN });
      }),
      ...subjects.flatMap((subject, index) => row(subject, TOP + index * ROW)),
    ],
  });
}

function panelX(index: number): number {
  return MARGIN + NAME_WIDTH + PANEL_WIDTH * index;
}

function row(subject: CodeBaseResult, y: number): string[] {
  return [
    text(subject.id, MARGIN, y + BAR + 6),
    ...PANELS.flatMap(({ of }, index) => bars(of(subject), panelX(index), y + 4)),
  ];
}

function bars({ ours, floor, ratio }: Comparison, x: number, y: number): string[] {
  const labelled = (kind: 'ours' | 'floor', top: number, times: number, label: string): string[] => {
    const length = Math.min(times, LONGEST) * UNIT;
    // Right of the line too, where the bar ends before it.
    const labelX = x + Math.max(length, UNIT) + 6;
    return [bar(kind, x, top, length.toFixed(1), BAR), text(label, labelX.toFixed(1), top + 12, 'small')];
  };
  return [
    ...labelled('ours', y, ratio, `${ms(ours)}, x ${ratio.toFixed(2)}`),
    ...labelled('floor', y + BAR + 3, 1, ms(floor)),
  ];
}
